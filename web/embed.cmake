# cmake -D "files=a;b" -D output=page.cpp -P embed.cmake: writes a C++ source with the bytes of the files.
set(arrays)
set(entries)
foreach(file IN LISTS files)
  cmake_path(GET file FILENAME name)
  string(MAKE_C_IDENTIFIER ${name} identifier)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND arrays "constexpr char ${identifier}[] = {${bytes}};\n")
  string(APPEND entries "    {\"${name}\", {${identifier}, sizeof ${identifier}}},\n")
endforeach()
file(WRITE ${output} "// The page of the viewer, made from web/ by embed.cmake.
#include <array>

#include \"page.hpp\"

namespace muslin::app {
namespace {

${arrays}
constexpr auto kFiles = std::to_array<PageFile>({
${entries}});

}  // namespace

std::span<const PageFile> page_files() { return kFiles; }

}  // namespace muslin::app
")
