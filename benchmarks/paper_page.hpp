#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>

/// @file
/// The page of a paper as it was written last. It is the only memory of `./dev bench paper`: a case that does not run
/// again keeps its row there, in any checkout.

namespace muslin::bench {

class PaperPage {
 public:
  /// Reads a page; one that does not exist has no rows.
  [[nodiscard]] static PaperPage read(const std::filesystem::path& path);

  /// Returns the cells of a case, without its label and the bars at both ends. No value if it was not measured, or with
  /// another command.
  [[nodiscard]] std::optional<std::string> row(const std::string& claim, const std::string& name,
                                               const std::string& command) const;

 private:
  std::map<std::tuple<std::string, std::string, std::string>, std::string> rows_;
};

}  // namespace muslin::bench
