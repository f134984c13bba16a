#include <algorithm>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/tension_metric.hpp>

namespace muslin {

bool TensionMetric::update(const RowSystem& rows, std::span<const double> tension) {
  tension_.assign(rows.size(), 0.0);
  mass_.resize(rows.nodes());
  inverse_mass_.resize(rows.nodes());
  for (std::size_t n = 0; n < rows.nodes(); ++n) {
    inverse_mass_[n] = rows.mobility(n).inverse_mass;
    mass_[n] = inverse_mass_[n] > 0.0 ? 1.0 / inverse_mass_[n] : 1.0;
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!(tension[r] > 0.0)) continue;
    const RowSystem::NodeGradients& gradients = rows.row(r);
    double mobility = 0.0;
    for (std::size_t k = 0; k < 2; ++k)
      if (gradients[k].node >= 0) mobility += inverse_mass_[static_cast<std::size_t>(gradients[k].node)];
    const double over_square = tension[r] * gradients[0].coefficient * gradients[0].coefficient;
    if (over_square * mobility > tolerance::kSignificantTension) tension_[r] = over_square;
  }
  find_tense_nodes(rows);
  return tense_.empty() || factorise(rows);
}

void TensionMetric::find_tense_nodes(const RowSystem& rows) {
  tense_.clear();
  pairs_.clear();
  place_.assign(rows.nodes(), -1);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (tension_[r] == 0.0) continue;
    for (std::size_t k = 0; k < 2; ++k) {
      const std::int32_t node = rows.row(r)[k].node;
      if (node >= 0) place_[static_cast<std::size_t>(node)] = 0;
    }
  }
  for (std::size_t n = 0; n < rows.nodes(); ++n)
    if (place_[n] == 0) {
      place_[n] = static_cast<std::int32_t>(tense_.size());
      tense_.push_back(static_cast<std::int32_t>(n));
    }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const RowSystem::NodeGradients& gradients = rows.row(r);
    if (tension_[r] == 0.0 || gradients[0].node < 0 || gradients[1].node < 0) continue;
    const auto [low, high] = std::minmax(
        {place_[static_cast<std::size_t>(gradients[0].node)], place_[static_cast<std::size_t>(gradients[1].node)]});
    pairs_.push_back({low, high});
  }
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

bool TensionMetric::factorise(const RowSystem& rows) {
  if (pairs_ != pairs_before_ || pattern_.size() != tense_.size()) {
    pattern_ = {};
    pattern_.column_begin.push_back(0);
    auto pair = pairs_.begin();
    for (std::int32_t n = 0; n < static_cast<std::int32_t>(tense_.size()); ++n) {
      pattern_.row.push_back(n);
      for (; pair != pairs_.end() && (*pair)[0] == n; ++pair) pattern_.row.push_back((*pair)[1]);
      pattern_.column_begin.push_back(static_cast<std::int32_t>(pattern_.row.size()));
    }
    ldlt_ = SparseLdlt(pattern_);
    pairs_before_ = pairs_;
  }
  values_.assign(pattern_.row.size(), 0.0);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (tension_[r] == 0.0) continue;
    const RowSystem::NodeGradients& gradients = rows.row(r);
    for (std::size_t k = 0; k < 2; ++k)
      if (gradients[k].node >= 0) mass_[static_cast<std::size_t>(gradients[k].node)] += tension_[r];
    if (gradients[0].node < 0 || gradients[1].node < 0) continue;
    const auto [low, high] = std::minmax(
        {place_[static_cast<std::size_t>(gradients[0].node)], place_[static_cast<std::size_t>(gradients[1].node)]});
    const auto begin = pattern_.row.begin() + pattern_.column_begin[static_cast<std::size_t>(low)];
    const auto end = pattern_.row.begin() + pattern_.column_begin[static_cast<std::size_t>(low) + 1];
    values_[static_cast<std::size_t>(std::lower_bound(begin, end, high) - pattern_.row.begin())] -= tension_[r];
  }
  for (std::size_t i = 0; i < tense_.size(); ++i)
    values_[static_cast<std::size_t>(pattern_.column_begin[i])] = mass_[static_cast<std::size_t>(tense_[i])];
  coordinate_.resize(tense_.size());
  return ldlt_.factorise(values_);
}

void TensionMetric::invert(std::span<Vec3> displacement) {
  for (std::size_t n = 0; n < displacement.size(); ++n)
    if (place_[n] < 0) displacement[n] *= inverse_mass_[n];
  if (tense_.empty()) return;
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < tense_.size(); ++i)
      coordinate_[i] = displacement[static_cast<std::size_t>(tense_[i])][k];
    ldlt_.solve(coordinate_);
    for (std::size_t i = 0; i < tense_.size(); ++i)
      displacement[static_cast<std::size_t>(tense_[i])][k] = coordinate_[i];
  }
}

}  // namespace muslin
