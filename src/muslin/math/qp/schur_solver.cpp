#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/math/direct/sparse_cholesky.hpp>
#include <muslin/math/direct/updated_cholesky.hpp>
#include <muslin/math/qp/saddle_solver.hpp>
#include <optional>
#include <vector>

namespace muslin {
namespace {

class SchurSolver final : public SaddleSolver {
 public:
  explicit SchurSolver(double shift) : shift_(shift) {}

  void begin(const BlockMatrix& matrix, FixedMask fixed, std::span<const Vec3> /*positions*/) override {
    take_free_part(matrix, fixed);
    counts_ = {};
    is_sound_ = cholesky_->factorise(part_, {});
    ++counts_.factorisations;
    rows_ = {};
    responses_.clear();
    factor_.clear();
    held_.clear();
    place_.clear();
  }

  void set_rows(std::span<const QpRow> rows, std::size_t first_new) override {
    rows_ = rows;
    // Rows that have changed leave the factor too.
    for (std::size_t k = held_.size(); k-- > 0;)
      if (held_[k] >= first_new) remove(k);
    responses_.resize(std::min(responses_.size(), first_new));
    responses_.resize(rows.size());
    place_.assign(rows.size(), kNowhere);
    for (std::size_t k = 0; k < held_.size(); ++k) place_[held_[k]] = k;
  }

  bool activate(std::size_t row) override {
    if (place_[row] != kNowhere) return true;
    const double own = mobility(row);
    if (!(own > 0.0)) return false;
    beside_.resize(held_.size());
    for (std::size_t k = 0; k < held_.size(); ++k) beside_[k] = value(rows_[row], response(held_[k]));
    ++counts_.updates;
    if (!factor_.append(beside_, (1.0 + shift_) * own)) return false;
    place_[row] = held_.size();
    held_.push_back(row);
    return true;
  }

  void deactivate(std::size_t row) override {
    if (place_[row] == kNowhere) return;
    remove(place_[row]);
    for (std::size_t k = 0; k < held_.size(); ++k) place_[held_[k]] = k;
    place_[row] = kNowhere;
  }

  Report solve(std::span<const Vec3> start, std::span<const double> before, double, std::span<double> lambda,
               std::span<Vec3> v) override {
    std::copy(start.begin(), start.end(), v.begin());
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (place_[i] == kNowhere && lambda[i] != 0.0) add(i, lambda[i], v);
    right_side_.resize(held_.size());
    for (std::size_t k = 0; k < held_.size(); ++k) {
      const std::size_t i = held_[k];
      right_side_[k] = rows_[i].target + shift(i) * before[i] - row_value(rows_[i], v);
    }
    factor_.solve(right_side_);
    for (std::size_t k = 0; k < held_.size(); ++k) {
      lambda[held_[k]] = right_side_[k];
      add(held_[k], right_side_[k], v);
    }
    return {.converged = is_sound_, .iterations = 1};
  }

  [[nodiscard]] bool is_direct() const override { return true; }
  [[nodiscard]] double mobility(std::size_t row) override {
    response(row);
    return responses_[row].mobility;
  }
  [[nodiscard]] double shift(std::size_t row) override { return shift_ * mobility(row); }
  [[nodiscard]] Counts counts() const override { return counts_; }

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  /// Extracts the part of a matrix that belongs to free vertices: most of a world may be obstacles.
  void take_free_part(const BlockMatrix& matrix, FixedMask fixed) {
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < matrix.vertex_count(); ++i)
      if (!is_fixed(fixed, i)) free.push_back(i);
    if (!cholesky_ || free != free_ || blocks_ != matrix.block_pattern() || scalars_ != matrix.scalar_pattern()) {
      blocks_ = matrix.block_pattern();
      scalars_ = matrix.scalar_pattern();
      free_ = std::move(free);
      place_in_part_.assign(matrix.vertex_count(), -1);
      for (std::size_t k = 0; k < free_.size(); ++k) place_in_part_[free_[k]] = static_cast<std::int32_t>(k);
      part_ = BlockMatrix(pattern_of_part(blocks_, block_slots_), pattern_of_part(scalars_, scalar_slots_));
      cholesky_.emplace(part_);
    }
    for (std::size_t s = 0; s < block_slots_.size(); ++s) part_.block(s) = matrix.block(block_slots_[s]);
    for (std::size_t s = 0; s < scalar_slots_.size(); ++s) part_.scalar(s) = matrix.scalar(scalar_slots_[s]);
  }
  /// Returns the pattern of the free part. `slots` receives the slots in `whole` of its entries.
  [[nodiscard]] BlockPattern pattern_of_part(const BlockPattern& whole, std::vector<std::size_t>& slots) const {
    std::vector<VertexPair> pairs;
    slots.clear();
    for (std::size_t s = 0; s < whole.slot_count(); ++s) {
      const std::int32_t row = place_of(whole.row(s)), column = place_of(whole.column(s));
      if (row < 0 || column < 0) continue;
      pairs.push_back({VertexId(row), VertexId(column)});
      slots.push_back(s);  // both patterns are sorted, and free vertices keep their order
    }
    return {free_.size(), pairs};
  }
  [[nodiscard]] std::int32_t place_of(VertexId v) const { return v.valid() ? place_in_part_[v.index()] : -1; }
  /// Returns J of a row times vectors of the free vertices.
  [[nodiscard]] double value(const QpRow& row, std::span<const Vec3> change) const {
    double sum = 0.0;
    for (std::size_t a = 0; a < 4; ++a)
      if (const std::int32_t i = place_of(row.vertex[a]); i >= 0)
        sum += row.gradient[a].dot(change[static_cast<std::size_t>(i)]);
    return sum;
  }

  /// K⁻¹ Jᵀ of a row at the free vertices, and J K⁻¹ Jᵀ. They are computed when first needed.
  struct Response {
    std::vector<Vec3> change;
    double mobility = -1.0;
  };
  const std::vector<Vec3>& response(std::size_t row) {
    Response& known = responses_[row];
    if (known.mobility >= 0.0) return known.change;
    load_.assign(free_.size(), Vec3::Zero());
    for (std::size_t a = 0; a < 4; ++a)
      if (const std::int32_t i = place_of(rows_[row].vertex[a]); i >= 0)
        load_[static_cast<std::size_t>(i)] += rows_[row].gradient[a];
    known.change.assign(free_.size(), Vec3::Zero());
    if (is_sound_) cholesky_->solve(part_, load_, known.change);
    ++counts_.solves;
    known.mobility = std::max(0.0, value(rows_[row], known.change));
    return known.change;
  }
  void add(std::size_t row, double lambda, std::span<Vec3> v) {
    const std::vector<Vec3>& change = response(row);
    for (std::size_t k = 0; k < free_.size(); ++k) v[free_[k]] += lambda * change[k];
  }
  void remove(std::size_t k) {
    factor_.remove(k);
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(k));
    ++counts_.updates;
  }

  BlockPattern blocks_, scalars_;  ///< patterns of the whole matrix
  std::vector<std::size_t> free_;  ///< free vertices
  std::vector<std::int32_t> place_in_part_;
  std::vector<std::size_t> block_slots_, scalar_slots_;
  BlockMatrix part_;
  std::optional<SparseCholesky> cholesky_;
  double shift_;           ///< ε relative to the mobility of a row [1]
  bool is_sound_ = false;  ///< true if K is positive definite
  std::span<const QpRow> rows_;
  std::vector<Response> responses_;
  UpdatedCholesky factor_;          ///< factor of the Schur complement of the active rows
  std::vector<std::size_t> held_;   ///< active rows, in the order of the factor
  std::vector<std::size_t> place_;  ///< place of each row in it
  std::vector<double> beside_, right_side_;
  std::vector<Vec3> load_;
  Counts counts_;
};

}  // namespace

std::unique_ptr<SaddleSolver> make_schur_solver(double shift) { return std::make_unique<SchurSolver>(shift); }

}  // namespace muslin
