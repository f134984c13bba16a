#pragma once
#include <algorithm>
#include <filesystem>
#include <string>

namespace muslin {

/// Returns the extension of a file with its dot and with the letters A to Z in lower case: ".obj" for "Shirt.OBJ".
[[nodiscard]] inline std::string lower_extension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

}  // namespace muslin
