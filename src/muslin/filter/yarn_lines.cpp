#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/yarn_lines.hpp>

namespace muslin {

void YarnLines::find(const RowSystem& rows) {
  find_neighbours(rows);
  links_.clear();
  is_found_.assign(rows.size(), 0);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t end = 0; end < 2; ++end)
      if (is_found_[r] == 0 && neighbours_[r][end].row < 0) follow(rows, r, end);
  for (std::size_t r = 0; r < rows.size(); ++r)  // the remaining yarns are rings, which are cut open
    if (is_found_[r] == 0) follow(rows, r, 0);
  divide();
}

/// Matches the straightest pair of rows at each vertex, then the straightest of the remaining rows, and so on.
void YarnLines::find_neighbours(const RowSystem& rows) {
  neighbours_.assign(rows.size(), {});
  struct Direction {
    std::uint32_t row;
    std::uint8_t end;
    Vec3 out;
  };
  std::vector<Direction> directions;
  for (std::size_t node = 0; node < rows.vertex_nodes(); ++node) {
    directions.clear();
    for (const auto& [row, end] : rows.rows_at(node)) {
      const Vec3& translation = rows.row(row)[end].translation;
      const double length = translation.norm();
      if (length > 0.0 && directions.size() < tolerance::kMaxRowsPerVertex)
        directions.push_back({row, end, translation / length});
    }
    while (directions.size() > 1) {
      double best = tolerance::kYarnContinuationCosine;
      std::size_t first = 0, second = 0;
      for (std::size_t i = 1; i < directions.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          const double cosine = -directions[i].out.dot(directions[j].out);
          if (!(cosine > best)) continue;
          best = cosine;
          first = j;
          second = i;
        }
      if (first == second) break;
      best = std::min(best, 1.0);
      const Direction a = directions[first], b = directions[second];
      neighbours_[a.row][a.end] = {static_cast<std::int32_t>(b.row), best};
      neighbours_[b.row][b.end] = {static_cast<std::int32_t>(a.row), best};
      directions.erase(directions.begin() + static_cast<std::ptrdiff_t>(second));
      directions.erase(directions.begin() + static_cast<std::ptrdiff_t>(first));
    }
  }
}

/// Adds the yarn that begins with this node of a row.
void YarnLines::follow(const RowSystem& rows, std::size_t row, std::size_t first) {
  for (bool begins = true;; begins = false) {
    is_found_[row] = 1;
    const std::array<Neighbour, 2>& ends = neighbours_[row];
    const Neighbour next = ends[1 - first];
    links_.push_back({.row = static_cast<std::uint32_t>(row),
                      .first = static_cast<std::uint8_t>(first),
                      .begins = begins,
                      .first_cosine = begins ? 1.0 : ends[first].cosine,
                      .second_cosine = next.cosine});
    if (next.row < 0) return;
    if (is_found_[static_cast<std::size_t>(next.row)] != 0) {  // a ring
      links_.back().second_cosine = 1.0;
      return;
    }
    const std::int32_t node = rows.row(row)[1 - first].node;
    row = static_cast<std::size_t>(next.row);
    first = rows.row(row)[0].node == node ? 0 : 1;
  }
}

/// The elimination order first node, multiplier, second node, multiplier, … has a fill-in of one entry per link.
/// Neighbours at an angle are coupled by its cosine at their common node; the rest of the node's mobility adds to the
/// compliance of each.
void YarnLines::factorise(std::span<const Part> parts, std::span<const std::uint8_t> is_free) {
  factors_.resize(links_.size());
  place_.resize(links_.size());
  double place = 0.0;  // pivot
  for (std::size_t k = 0; k < links_.size(); ++k) {
    const Link& link = links_[k];
    const Part& part = parts[k];
    Factor& factor = factors_[k];
    factor = {};
    if (link.begins) place = part.first_mass;
    const bool has_first = part.first_mass > 0.0, has_second = part.second_mass > 0.0;
    const double tension = has_first && has_second ? -part.tension : 0.0;
    factor.first = has_first ? 1.0 / place : 0.0;
    factor.second_by_first = tension * factor.first;
    if (is_free[k] != 0) {
      const double first = has_first ? -part.gradient_norm * std::sqrt(link.first_cosine) : 0.0;
      const double second = has_second ? part.gradient_norm * std::sqrt(link.second_cosine) : 0.0;
      double compliance = part.compliance;
      if (has_first)
        compliance += (1.0 - link.first_cosine) * part.gradient_norm * part.gradient_norm / part.first_mass;
      if (has_second)
        compliance += (1.0 - link.second_cosine) * part.gradient_norm * part.gradient_norm / part.second_mass;
      factor.multiplier_by_first = first * factor.first;
      factor.multiplier = -1.0 / (compliance + first * factor.multiplier_by_first);
      factor.second_by_multiplier = (second - tension * factor.multiplier_by_first) * factor.multiplier;
    }
    place = part.second_mass - tension * factor.second_by_first;
    if (is_free[k] != 0) place -= factor.second_by_multiplier * factor.second_by_multiplier / factor.multiplier;
    const bool ends = k + 1 == links_.size() || links_[k + 1].begins;
    if (ends && has_second) factor.last = 1.0 / place;
  }
}

/// Divides the yarns into ranges that solve() interleaves. Each number of a yarn depends on the one before it, so
/// several independent yarns at a time keep the processor busy. The order of the yarns does not affect the result.
void YarnLines::divide() {
  std::size_t begin = 0;
  max_range_size_ = 0;
  for (std::size_t part = 0; part < kInterleavedRanges; ++part) {
    std::size_t end = std::max(begin, links_.size() * (part + 1) / kInterleavedRanges);
    while (end < links_.size() && !links_[end].begins) ++end;
    ranges_[part] = {begin, end};
    max_range_size_ = std::max(max_range_size_, end - begin);
    begin = end;
  }
}

void YarnLines::solve(std::span<const double> b, std::span<double> x) {
  std::array<double, kInterleavedRanges> places = {};
  for (std::size_t step = 0; step < max_range_size_; ++step)
    for (std::size_t part = 0; part < kInterleavedRanges; ++part) {
      const std::size_t k = ranges_[part].begin + step;
      if (k >= ranges_[part].end) continue;
      const Factor& factor = factors_[k];
      const double place = links_[k].begins ? 0.0 : places[part];
      place_[k] = place;
      x[k] = factor.multiplier != 0.0 ? -b[k] - factor.multiplier_by_first * place : 0.0;
      places[part] = -factor.second_by_first * place - factor.second_by_multiplier * x[k];
    }
  for (std::size_t step = 0; step < max_range_size_; ++step)
    for (std::size_t part = 0; part < kInterleavedRanges; ++part) {
      if (ranges_[part].end <= ranges_[part].begin + step) continue;
      const std::size_t k = ranges_[part].end - 1 - step;
      const Factor& factor = factors_[k];
      const bool ends = k + 1 == links_.size() || links_[k + 1].begins;
      const double place =
          ends ? factor.last * (-factor.second_by_first * place_[k] - factor.second_by_multiplier * x[k])
               : places[part];
      x[k] = factor.multiplier * x[k] - factor.second_by_multiplier * place;
      places[part] = factor.first * place_[k] - factor.multiplier_by_first * x[k] - factor.second_by_first * place;
    }
}

}  // namespace muslin
