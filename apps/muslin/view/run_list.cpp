#include "run_list.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace muslin::app {

std::size_t RunList::add(ServedRun run) {
  const std::lock_guard lock(mutex_);
  const auto known =
      std::find_if(runs_.begin(), runs_.end(), [&](const ServedRun& each) { return each.folder == run.folder; });
  const auto place = static_cast<std::size_t>(known - runs_.begin());
  if (known == runs_.end()) runs_.push_back(std::move(run));
  return place;
}

std::optional<ServedRun> RunList::find(std::string_view number) const {
  const std::lock_guard lock(mutex_);
  const auto place = parse_place(number, runs_.size());
  if (!place) return std::nullopt;
  return runs_[*place];
}

std::vector<ServedRun> RunList::all() const {
  const std::lock_guard lock(mutex_);
  return runs_;
}

std::optional<std::size_t> parse_place(std::string_view number, std::size_t count) {
  std::size_t place = 0;
  const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), place);
  if (number.empty() || problem != std::errc{} || end != number.data() + number.size() || place >= count)
    return std::nullopt;
  return place;
}

}  // namespace muslin::app
