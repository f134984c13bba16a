# Unity builds: all sources of a folder are compiled as one translation unit, so that the headers they share (Eigen above
# all) are parsed once and their templates are instantiated once. Names of a folder's sources must therefore be unique,
# also in unnamed namespaces. The dev preset compiles file by file, for quick rebuilds and for clang-tidy.

# muslin_compile_by_folder(source...): puts the sources into unity groups, one per folder.
function(muslin_compile_by_folder)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# GCC stops inlining when a translation unit has grown by 40 %, which a whole folder reaches early: the cascade of clusters
# took 9 % more instructions than file by file.
if(MUSLIN_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(muslin_compile_options INTERFACE --param=inline-unit-growth=200)
endif()
