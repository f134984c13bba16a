#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/model/quadratic_bending.hpp>

namespace muslin {
namespace {

using Entry = QuadraticBending::Entry;
using Neighbour = QuadraticBending::Neighbour;

constexpr std::size_t kRowsPerChunk = 512;

/// Adds the upper entries of wᵀ k w for one triangle, one for each pair of angles and vertices.
void add_triangle(const BendingForm& form, const std::vector<std::array<double, 4>>& weights, std::size_t t,
                  std::vector<Entry>& entries) {
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t l = 0; l < 3; ++l) {
      const std::int32_t hk = form.hinges.triangle_hinges[t][k], hl = form.hinges.triangle_hinges[t][l];
      if (hk < 0 || hl < 0) continue;
      const double stiffness = form.stiffness[t](static_cast<int>(k), static_cast<int>(l));
      const auto ik = static_cast<std::size_t>(hk), il = static_cast<std::size_t>(hl);
      const auto &rows = form.hinges.hinges[ik].vertices, &columns = form.hinges.hinges[il].vertices;
      for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = 0; b < 4; ++b)
          if (rows[a] <= columns[b])
            entries.push_back({rows[a], columns[b], stiffness * weights[ik][a] * weights[il][b]});
    }
  }
}

/// Sorts by an id and keeps the order of entries with equal ids. That takes linear time, unless the ids are those of a
/// few triangles all over a large mesh.
void sort_by(std::vector<Entry>& entries, VertexId Entry::*id, std::vector<Entry>& sorted) {
  if (entries.empty()) return;
  const auto [low, high] = std::minmax_element(entries.begin(), entries.end(),
                                               [&](const Entry& p, const Entry& q) { return p.*id < q.*id; });
  const std::size_t first = ((*low).*id).index(), range = ((*high).*id).index() - first + 1;
  if (range > entries.size()) {
    std::stable_sort(entries.begin(), entries.end(), [&](const Entry& p, const Entry& q) { return p.*id < q.*id; });
    return;
  }
  std::vector<std::size_t> next(range + 1, 0);
  for (const Entry& e : entries) ++next[(e.*id).index() - first + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  sorted.resize(entries.size());
  for (const Entry& e : entries) sorted[next[(e.*id).index() - first]++] = e;
  entries.swap(sorted);
}

/// Sorts the entries by row, then column, and replaces those at one place by their sum, in their order.
void sum_equal(std::vector<Entry>& entries) {
  std::vector<Entry> sorted;
  sort_by(entries, &Entry::column, sorted);
  sort_by(entries, &Entry::row, sorted);
  std::size_t last = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].row == entries[last].row && entries[i].column == entries[last].column)
      entries[last].value += entries[i].value;
    else
      entries[++last] = entries[i];
  }
  if (!entries.empty()) entries.resize(last + 1);
}

ListOfLists<Neighbour> both_halves(std::size_t vertices, const std::vector<Entry>& entries) {
  std::vector<std::int32_t> offsets(vertices + 1, 0);
  for (const Entry& e : entries) {
    if (e.row == e.column) continue;
    ++offsets[e.row.index() + 1];
    ++offsets[e.column.index() + 1];
  }
  for (std::size_t i = 0; i < vertices; ++i) offsets[i + 1] += offsets[i];
  std::vector<std::int32_t> next(offsets.begin(), offsets.end() - 1);
  std::vector<Neighbour> items(static_cast<std::size_t>(offsets.back()));
  const auto put = [&](VertexId row, VertexId column, double value) {
    items[static_cast<std::size_t>(next[row.index()]++)] = {column, value};
  };
  // The entries are sorted by row, then column. Adding the lower neighbours of each row first keeps both halves
  // ascending.
  for (const Entry& e : entries)
    if (e.row != e.column) put(e.column, e.row, e.value);
  for (const Entry& e : entries)
    if (e.row != e.column) put(e.row, e.column, e.value);
  return {std::move(offsets), std::move(items)};
}

}  // namespace

QuadraticBending::QuadraticBending(const Mesh& mesh, const Topology& topology, const Fabric& fabric,
                                   const BendingFormOptions& options) {
  const BendingForm form = make_bending_form(mesh, topology, fabric, options);
  std::vector<std::array<double, 4>> weights;
  weights.reserve(form.hinges.hinges.size());
  for (const Hinge& hinge : form.hinges.hinges) weights.push_back(form.hinges.slope_weights(hinge));

  const std::size_t triangles = form.stiffness.size();
  std::vector<std::vector<Entry>> parts(chunk_count(triangles, kElementsPerChunk));
  parallel_chunks(triangles, kElementsPerChunk, [&](Chunk chunk) {
    for (std::size_t t = chunk.begin; t < chunk.end; ++t) add_triangle(form, weights, t, parts[chunk.index]);
    sum_equal(parts[chunk.index]);
  });
  std::vector<Entry> entries = concatenate(parts);
  sum_equal(entries);
  ListOfLists<Neighbour> rows = both_halves(mesh.positions.size(), entries);
  form_ = std::make_shared<const Form>(Form{std::move(entries), std::move(rows)});
}

double QuadraticBending::energy(std::span<const Vec3> x) const {
  MUSLIN_ASSERT(x.size() == vertex_count());
  // The rows of Q sum to zero, so E = -½ Σ_{i<j} Q_ij |x_j - x_i|², which does not depend on the position of the cloth.
  std::vector<double> parts(chunk_count(x.size(), kRowsPerChunk), 0.0);
  parallel_chunks(x.size(), kRowsPerChunk, [&](Chunk chunk) {
    double sum = 0.0;
    for (std::size_t i = chunk.begin; i < chunk.end; ++i)
      for (const Neighbour& n : form_->rows[i])
        if (n.column.index() > i) sum -= 0.5 * n.value * (x[n.column.index()] - x[i]).squaredNorm();
    parts[chunk.index] = sum;
  });
  double total = 0.0;
  for (const double part : parts) total += part;
  return total;
}

void QuadraticBending::add_product(double scale, std::span<const Vec3> x, std::span<Vec3> y) const {
  MUSLIN_ASSERT(x.size() == vertex_count() && y.size() == vertex_count());
  parallel_for(x.size(), kRowsPerChunk, [&](std::size_t i) {
    Vec3 sum = Vec3::Zero();
    for (const Neighbour& n : form_->rows[i]) sum += n.value * (x[n.column.index()] - x[i]);
    y[i] += scale * sum;
  });
}

}  // namespace muslin
