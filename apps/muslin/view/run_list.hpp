#pragma once
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace muslin::app {

/// A run folder to show, and what the page calls it.
struct ServedRun {
  std::string name;
  std::filesystem::path folder;
};

/// The run folders that a server sends. Each keeps its number, which is its place in addresses. May be used from
/// several threads concurrently.
class RunList {
 public:
  explicit RunList(std::vector<ServedRun> runs = {}) : runs_(std::move(runs)) {}

  /// Adds a folder, unless it is in the list already, and returns its number.
  std::size_t add(ServedRun run);
  /// Returns the run with a number as it stands in an address.
  [[nodiscard]] std::optional<ServedRun> find(std::string_view number) const;
  [[nodiscard]] std::vector<ServedRun> all() const;

 private:
  mutable std::mutex mutex_;
  std::vector<ServedRun> runs_;
};

/// Reads the number of an item as it stands in an address: decimal digits only, less than `count`.
[[nodiscard]] std::optional<std::size_t> parse_place(std::string_view number, std::size_t count);

}  // namespace muslin::app
