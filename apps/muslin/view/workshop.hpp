#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "front_page.hpp"
#include "run_launcher.hpp"
#include "run_list.hpp"

namespace muslin::app {

/// What the page asked for could not be done.
struct Refusal {
  std::string message;
  int line = 0;  ///< of the scene text, from 1; 0 if the cause has none
};

/// Checks scenes and starts runs for the page. Each run is an ordinary run folder in the current folder. May be used
/// from several threads concurrently.
class Workshop {
 public:
  /// Both must outlive the object. Runs that are started, by a program muslin, are added to the list.
  Workshop(const FrontPage& front, RunList& runs, std::filesystem::path program)
      : front_(front), runs_(runs), launcher_(std::move(program)) {}

  /// What the page asks for, as JSON (docs/viewer.md). Each returns the JSON of the answer.
  /// @{
  [[nodiscard]] std::string check(const std::string& request, int& status) const;
  [[nodiscard]] std::string start(const std::string& request, int& status);
  /// @}
  /// Interrupts the run with a number as it stands in an address. Returns false if it is not under way, or was not
  /// started here.
  [[nodiscard]] bool stop(std::string_view number);
  /// Describes the runs that were started here as JSON.
  [[nodiscard]] std::string describe();

  /// Returns the JSON Schema of scenes.
  [[nodiscard]] static std::string schema();
  /// Returns the text of a scene, and the same with every default (the resolved copy).
  /// @{
  [[nodiscard]] std::optional<std::string> text_of_scene(std::string_view number) const;
  [[nodiscard]] std::optional<std::string> resolve_scene(std::string_view number) const;
  /// @}

 private:
  struct Order;
  [[nodiscard]] Result<Order> read_order(const std::string& request) const;
  [[nodiscard]] std::filesystem::path next_folder(const std::string& name);
  [[nodiscard]] std::string await_record(const std::filesystem::path& folder);

  const FrontPage& front_;
  RunList& runs_;
  std::mutex starting_;
  RunLauncher launcher_;
};

}  // namespace muslin::app
