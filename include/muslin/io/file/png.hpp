#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/render/image.hpp>
#include <string>

namespace muslin {

/// Returns the bytes of a PNG file. Equal pixels give equal bytes. The image must have at least one pixel.
[[nodiscard]] std::string encode_png(const Image& image);

/// Writes a PNG file, which appears complete or not at all.
[[nodiscard]] Status write_png(const std::filesystem::path& path, const Image& image);

}  // namespace muslin
