# Builds the page of the viewer. What npm installs and Vite writes goes into the build folder; nothing runs while web/ is
# unchanged. Sets MUSLIN_HAS_PAGE if the page can be built.
set(MUSLIN_OLDEST_NODE 18.13)  # Debian 12 has 18.20
set(MUSLIN_HAS_PAGE FALSE)
if(MUSLIN_BUILD_VIEWER)
  find_program(MUSLIN_NODE NAMES node nodejs)
  find_program(MUSLIN_NPM npm)
  if(MUSLIN_NODE AND MUSLIN_NPM)
    execute_process(COMMAND ${MUSLIN_NODE} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX REPLACE "^v" "" node_version "${node_version}")
    if(node_version VERSION_GREATER_EQUAL MUSLIN_OLDEST_NODE)
      set(MUSLIN_HAS_PAGE TRUE)
    endif()
  endif()
  if(NOT MUSLIN_HAS_PAGE)
    message(STATUS "The viewer is left out: it needs Node ${MUSLIN_OLDEST_NODE} or newer, and npm")
  endif()
endif()

set(MUSLIN_WEB_SOURCE ${CMAKE_CURRENT_LIST_DIR})
set(MUSLIN_WEB_BUILD ${PROJECT_BINARY_DIR}/web)

# muslin_install_packages(): the packages of package-lock.json, in the build folder. No package runs a script of its own.
function(muslin_install_packages)
  file(MAKE_DIRECTORY ${MUSLIN_WEB_BUILD})
  set(lists ${MUSLIN_WEB_SOURCE}/package.json ${MUSLIN_WEB_SOURCE}/package-lock.json)
  add_custom_command(OUTPUT ${MUSLIN_WEB_BUILD}/node_modules/.package-lock.json
    COMMAND ${CMAKE_COMMAND} -E copy ${lists} ${MUSLIN_WEB_BUILD}
    COMMAND ${MUSLIN_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch ${MUSLIN_WEB_BUILD}/node_modules/.package-lock.json
    DEPENDS ${lists} WORKING_DIRECTORY ${MUSLIN_WEB_BUILD}
    COMMENT "Installing the packages of the viewer (-D MUSLIN_BUILD_VIEWER=OFF builds without it)" VERBATIM)
endfunction()

# muslin_test_page(program): the tests of the page, under Node and, with the program, in a browser.
function(muslin_test_page program)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${MUSLIN_WEB_SOURCE}/tests/*)
  list(APPEND tests ${MUSLIN_WEB_SOURCE}/vitest.config.ts)
  add_custom_command(OUTPUT ${MUSLIN_WEB_BUILD}/tests.stamp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${MUSLIN_WEB_BUILD}/tests
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${MUSLIN_WEB_SOURCE}/tests ${MUSLIN_WEB_BUILD}/tests
    COMMAND ${CMAKE_COMMAND} -E copy ${MUSLIN_WEB_SOURCE}/vitest.config.ts ${MUSLIN_WEB_BUILD}
    COMMAND ${CMAKE_COMMAND} -E touch ${MUSLIN_WEB_BUILD}/tests.stamp
    DEPENDS ${tests} COMMENT "Copying the tests of the page" VERBATIM)
  add_custom_target(muslin_page_tests ALL DEPENDS ${MUSLIN_WEB_BUILD}/tests.stamp)
  add_test(NAME page COMMAND ${MUSLIN_NPM} run --silent test WORKING_DIRECTORY ${MUSLIN_WEB_BUILD})
  set_tests_properties(page PROPERTIES LABELS fast TIMEOUT 600)
  find_program(MUSLIN_CHROMIUM NAMES chromium chromium-browser google-chrome)
  if(NOT MUSLIN_CHROMIUM)
    message(STATUS "The page is not tested in a browser: there is no Chromium")
    return()
  endif()
  add_test(NAME page_in_browser COMMAND ${MUSLIN_NPM} run --silent test:browser WORKING_DIRECTORY ${MUSLIN_WEB_BUILD})
  set_tests_properties(page_in_browser PROPERTIES LABELS fast TIMEOUT 900
    ENVIRONMENT "MUSLIN_PROGRAM=${program};MUSLIN_CHROMIUM=${MUSLIN_CHROMIUM}")
endfunction()

# muslin_build_page(source): a C++ source that contains the files of the page.
function(muslin_build_page source)
  muslin_install_packages()
  set(page index.html viewer.js viewer.css)
  list(TRANSFORM page PREPEND ${MUSLIN_WEB_BUILD}/dist/)
  set(configuration ${MUSLIN_WEB_SOURCE}/index.html ${MUSLIN_WEB_SOURCE}/vite.config.ts ${MUSLIN_WEB_SOURCE}/tsconfig.json)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${MUSLIN_WEB_SOURCE}/src/*)
  add_custom_command(OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${MUSLIN_WEB_BUILD}/src
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${MUSLIN_WEB_SOURCE}/src ${MUSLIN_WEB_BUILD}/src
    COMMAND ${CMAKE_COMMAND} -E copy ${configuration} ${MUSLIN_WEB_BUILD}
    COMMAND ${MUSLIN_NPM} run build --silent -- --logLevel warn
    DEPENDS ${sources} ${configuration} ${MUSLIN_WEB_BUILD}/node_modules/.package-lock.json
    WORKING_DIRECTORY ${MUSLIN_WEB_BUILD} COMMENT "Building the page of the viewer" VERBATIM)
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -D "files=${page}" -D output=${source} -P ${MUSLIN_WEB_SOURCE}/embed.cmake
    DEPENDS ${page} ${MUSLIN_WEB_SOURCE}/embed.cmake COMMENT "Embedding the page of the viewer" VERBATIM)
endfunction()
