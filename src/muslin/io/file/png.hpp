#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/render/image.hpp>
#include <string>

namespace muslin {

/// The bytes of a PNG file; the same for the same pixels. The image has at least one pixel.
[[nodiscard]] std::string encode_png(const Image& image);

/// Writes a PNG file. It appears whole or not at all.
[[nodiscard]] Status write_png(const std::filesystem::path& path, const Image& image);

}  // namespace muslin
