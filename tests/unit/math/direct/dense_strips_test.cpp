#include <gtest/gtest.h>

#include <muslin/math/direct/dense_strips.hpp>
#include <tests/support/random.hpp>

namespace muslin::dense_strips_test {
namespace {

using Part = ProductSubtraction::Part;
using Vectors = ProductSubtraction::Vectors;

/// A matrix by columns.
struct Columns {
  std::size_t rows, count, stride;
  std::vector<double> values;
  Columns(std::size_t the_rows, std::size_t the_count, std::size_t gap, test::Random& random)
      : rows(the_rows), count(the_count), stride(the_rows + gap), values(count * stride + DenseStrips::kRows) {
    for (double& value : values) value = random.uniform(-1, 1);
  }
  [[nodiscard]] double& at(std::size_t i, std::size_t j) { return values[j * stride + i]; }
};

DenseStrips strips_of(const Columns& columns) {
  DenseStrips strips;
  strips.take(columns.values.data(), columns.stride, columns.rows, columns.count);
  return strips;
}

/// To the bit what sums in order of the columns give, with vectors of any width; and nothing else is touched.
TEST(ProductSubtraction, SumsInOrderWhateverTheProcessor) {
  test::Random random(1);
  ProductSubtraction narrow(Vectors::narrow), best;
  for (int round = 0; round < 300; ++round) {
    const auto rows = static_cast<std::size_t>(random.integer(0, 30)),
               depth = static_cast<std::size_t>(random.integer(0, 40));
    const Part part = random.chance(0.5) ? Part::lower : Part::whole;
    const std::size_t width = part == Part::lower ? rows : static_cast<std::size_t>(random.integer(0, 20));
    Columns a(rows, depth, static_cast<std::size_t>(random.integer(0, 5)), random), b = a;
    if (part == Part::whole) b = Columns(width, depth, 2, random);
    std::vector<double> d(depth);
    for (double& value : d) value = random.uniform(-2, 2);
    Columns target(rows, width, static_cast<std::size_t>(random.integer(0, 9)), random);
    Columns expected = target, by_narrow = target, by_best = target;
    for (std::size_t j = 0; j < width; ++j)
      for (std::size_t i = part == Part::lower ? j : 0; i < rows; ++i) {
        double sum = 0.0;
        for (std::size_t k = 0; k < depth; ++k) sum += a.at(i, k) * (b.at(j, k) * d[k]);
        expected.at(i, j) -= sum;
      }
    narrow(strips_of(a), d, strips_of(b), part, by_narrow.values.data(), target.stride);
    best(strips_of(a), d, strips_of(b), part, by_best.values.data(), target.stride);
    for (std::size_t j = 0; j < width && part == Part::lower; ++j)  // which is not to be used
      for (std::size_t i = 0; i < j; ++i) by_narrow.at(i, j) = by_best.at(i, j) = expected.at(i, j);
    ASSERT_EQ(by_narrow.values, expected.values) << rows << " x " << width << ", depth " << depth;
    ASSERT_EQ(by_best.values, expected.values) << rows << " x " << width << ", depth " << depth;
  }
}

}  // namespace
}  // namespace muslin::dense_strips_test
