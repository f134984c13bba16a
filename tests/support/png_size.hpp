#pragma once
#include <filesystem>
#include <utility>

namespace muslin::test {

/// Width and height from the header that every PNG begins with; 0 x 0 if it is none.
[[nodiscard]] std::pair<int, int> png_size(const std::filesystem::path& path);

}  // namespace muslin::test
