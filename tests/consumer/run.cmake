# Installs the build into a fresh prefix, then configures, builds and runs the consumer against it.
set(work ${build}/consumer)
file(REMOVE_RECURSE ${work})
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/prefix)
run(${CMAKE_COMMAND} -S ${source} -B ${work}/build -G Ninja -D CMAKE_PREFIX_PATH=${work}/prefix
  -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${work}/build)
execute_process(COMMAND ${work}/build/own_response COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${work}/build/consumer WORKING_DIRECTORY ${work} COMMAND_ERROR_IS_FATAL ANY)
