#pragma once
#include <span>
#include <string_view>

namespace muslin::app {

/// A file of the page, which is part of the program.
struct PageFile {
  std::string_view name;
  std::string_view content;
};

/// Returns the files of the page: `index.html` and what it needs. There is none if the program was built without Node.
[[nodiscard]] std::span<const PageFile> page_files();

}  // namespace muslin::app
