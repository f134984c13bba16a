# What most sources include is parsed once for a target. Off for GCC: what its builds compile has all its includes, and
# its precompiled headers differ each time they are made, so that nothing would come out of the compiler cache.
set(MUSLIN_COMMON_HEADERS Eigen/Core Eigen/Geometry algorithm array cmath filesystem functional map memory optional span
  string vector)

if(MUSLIN_PRECOMPILED_HEADERS AND NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  message(FATAL_ERROR "MUSLIN_PRECOMPILED_HEADERS needs Clang")
endif()

# muslin_precompile_headers(target header...): the common headers and these, none of which may be ours.
#
# Not by target_precompile_headers(): what that makes names this checkout. Read from standard input and in the root
# folder, the same headers give the same bytes everywhere, and all checkouts share one cache.
function(muslin_precompile_headers target)
  if(NOT MUSLIN_PRECOMPILED_HEADERS)
    return()
  endif()
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${target}_headers.hpp)
  set(precompiled ${header}.pch)
  list(TRANSFORM ARGN REPLACE "(.+)" "#include <\\1>" OUTPUT_VARIABLE own)
  list(TRANSFORM MUSLIN_COMMON_HEADERS REPLACE "(.+)" "#include <\\1>" OUTPUT_VARIABLE common)
  list(JOIN own "\n" own)
  list(JOIN common "\n" common)
  file(CONFIGURE OUTPUT ${header} CONTENT "${own}\n${common}\n" @ONLY)

  string(TOUPPER ${CMAKE_BUILD_TYPE} type)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  get_target_property(is_position_independent ${target} POSITION_INDEPENDENT_CODE)
  if(is_position_independent)
    list(APPEND flags -fPIC)
  endif()
  set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)  # never none
  add_custom_command(OUTPUT ${precompiled}
    COMMAND sh -c "exec \"$@\" < '${header}' > '${precompiled}'" sh ${CMAKE_CXX_COMPILER} -std=c++20 ${flags}
      $<FILTER:$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>,EXCLUDE,include-pch> "-D$<JOIN:${definitions},;-D>"
      -isystem $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>
      -Xclang -fno-pch-timestamp -fpch-instantiate-templates
      -MD -MF ${precompiled}.d -MT ${precompiled} -x c++-header - -o -
    DEPENDS ${header} DEPFILE ${precompiled}.d WORKING_DIRECTORY / COMMENT "Precompiling headers of ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target}_headers DEPENDS ${precompiled})
  muslin_use_precompiled_headers(${target} ${target})
endfunction()

# muslin_use_precompiled_headers(target other): those of another target that is compiled in the same way.
function(muslin_use_precompiled_headers target other)
  if(MUSLIN_PRECOMPILED_HEADERS)
    get_target_property(folder ${other} BINARY_DIR)
    add_dependencies(${target} ${other}_headers)
    target_compile_options(${target} PRIVATE "SHELL:-include-pch ${folder}/${other}_headers.hpp.pch")
  endif()
endfunction()
