#include "check_mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <muslin/io/file/text_scanner.hpp>
#include <muslin/io/mesh/ply.hpp>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const bool allow_non_finite : {false, true}) {
    muslin::TextScanner file(bytes, "fuzz");
    muslin::test::check_mesh(muslin::read_ply(file, {.allow_non_finite = allow_non_finite}));
  }
  return 0;
}
