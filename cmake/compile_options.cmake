# Options that every target of this project is compiled with.
add_library(muslin_compile_options INTERFACE)

target_compile_options(muslin_compile_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Wundef)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # GCC 12 warns of overlaps inside std::string that cannot happen (its bug 105651)
  target_compile_options(muslin_compile_options INTERFACE -Wno-restrict)
endif()
if(MUSLIN_WARNINGS_AS_ERRORS)
  target_compile_options(muslin_compile_options INTERFACE -Werror)
endif()

# The certificates of detect/ are proved for IEEE arithmetic, round to nearest, each operation rounded by itself.
# Contracted multiply-adds or -ffast-math would void the proofs, and with them the same bits from every compiler.
target_compile_options(muslin_compile_options INTERFACE -ffp-contract=off -fno-fast-math)

# A target with the property MUSLIN_WITHOUT_SANITIZERS is compiled without them, and linked to what is compiled with them.
if(MUSLIN_SANITIZERS)
  set(without $<BOOL:$<TARGET_PROPERTY:MUSLIN_WITHOUT_SANITIZERS>>)
  target_compile_options(muslin_compile_options INTERFACE
    $<$<NOT:${without}>:-fsanitize=${MUSLIN_SANITIZERS};-fno-sanitize-recover=all>
    # The address sanitizer finds what these find, at a fraction of their cost: each member access and each index into an
    # array is a test of them, and makes a fifth of the code.
    $<$<NOT:${without}>:-fno-sanitize=null,alignment,object-size,vptr,pointer-overflow>
    -fno-omit-frame-pointer)
  target_link_options(muslin_compile_options INTERFACE -fsanitize=${MUSLIN_SANITIZERS})
endif()
