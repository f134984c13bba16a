# `cmake --install` and `find_package(muslin)`; tests/consumer proves both.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS muslin muslin_core muslin_render muslin_io EXPORT muslinTargets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/muslin ${PROJECT_BINARY_DIR}/generated/muslin
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT muslinTargets NAMESPACE muslin:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/muslin)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/muslinConfig.cmake.in
  ${PROJECT_BINARY_DIR}/muslinConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/muslin)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/muslinConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/muslinConfig.cmake ${PROJECT_BINARY_DIR}/muslinConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/muslin)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(MUSLIN_BUILD_APP)
  install(TARGETS muslin_app)
endif()
