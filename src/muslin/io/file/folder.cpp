#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/folder.hpp>
#include <system_error>

namespace muslin {

Status make_folder(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) return system_error(folder, "make the folder", problem.value());
  return Done{};
}

}  // namespace muslin
