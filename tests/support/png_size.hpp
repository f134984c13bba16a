#pragma once
#include <filesystem>
#include <utility>

namespace muslin::test {

/// Reads width and height from the header of a PNG file; returns 0 x 0 if the file is not a PNG.
[[nodiscard]] std::pair<int, int> png_size(const std::filesystem::path& path);

}  // namespace muslin::test
