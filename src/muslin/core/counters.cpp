#include <algorithm>
#include <muslin/core/counters.hpp>

namespace muslin {
namespace {

/// Returns the values under another description of the same group: a file may come from a program with other counters.
Counters::Group redescribed(const Counters::Group& group, const CounterGroupPtr& info) {
  Counters::Group result{info, std::vector<double>(info->counters.size(), 0.0)};
  for (std::size_t i = 0; i < result.values.size(); ++i)
    for (std::size_t k = 0; k < group.values.size(); ++k)
      if (group.info->counters[k].name == info->counters[i].name) result.values[i] = group.values[k];
  return result;
}

}  // namespace

const Counters::Group* Counters::find(std::string_view key) const {
  const auto found = std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) { return g.info->key == key; });
  return found == groups_.end() ? nullptr : &*found;
}

Counters::Group& Counters::group(const CounterGroupPtr& info) {
  const Group* const known = find(info->key);
  if (known == nullptr) {
    groups_.push_back({info, std::vector<double>(info->counters.size(), 0.0)});
    return groups_.back();
  }
  Group& group = groups_[static_cast<std::size_t>(known - groups_.data())];
  if (group.info != info) group = redescribed(group, info);
  return group;
}

void combine(Counters& total, const Counters& step, const StepWeight& weight) {
  for (const Counters::Group& from : step.groups()) {
    Counters::Group& to = total.group(from.info);
    for (std::size_t i = 0; i < to.values.size(); ++i)
      detail::combine_number(from.info->counters[i].combine, to.values[i], from.values[i], weight);
  }
}

}  // namespace muslin
