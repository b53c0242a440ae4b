# Files that the program reads at run time are in build/<preset>/assets, with the same layout as in an installation. The target
# `warpstage_assets` builds all of them; it is part of `all`.

set(WARPSTAGE_ASSETS_FOLDER ${PROJECT_BINARY_DIR}/assets)
add_custom_target(warpstage_assets ALL)

# warpstage_assets_copy(file... DESTINATION folder): copies files of the current source folder to assets/<folder> when they change.
function(warpstage_assets_copy)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "DESTINATION" "")
  set(outputs)
  foreach(name IN LISTS ARG_UNPARSED_ARGUMENTS)
    cmake_path(GET name FILENAME file_name)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${name})
    set(output ${WARPSTAGE_ASSETS_FOLDER}/${ARG_DESTINATION}/${file_name})
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -E copy ${source} ${output}
      DEPENDS ${source}
      COMMENT "Asset ${ARG_DESTINATION}/${file_name}"
      VERBATIM)
    list(APPEND outputs ${output})
  endforeach()
  file(MAKE_DIRECTORY ${WARPSTAGE_ASSETS_FOLDER}/${ARG_DESTINATION})
  string(MAKE_C_IDENTIFIER "${ARG_DESTINATION}" suffix)
  add_custom_target(warpstage_assets_${suffix} DEPENDS ${outputs})
  add_dependencies(warpstage_assets warpstage_assets_${suffix})
endfunction()

# warpstage_exercise(folder): an exercise is a lesson with requirements and a solution; the PTX of reference.cu, if there is one, computes the
# expected result.
function(warpstage_exercise folder)
  set(files ${folder}/lesson.toml ${folder}/notes.md ${folder}/kernels.cu ${folder}/exercise.toml ${folder}/solution.cu ${folder}/grading.toml)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/reference.cu)
    list(APPEND files ${folder}/reference.cu)
  endif()
  warpstage_assets_copy(${files} DESTINATION ${folder})
  set(all_ptx ${WARPSTAGE_ASSETS_FOLDER}/${folder}/kernels.ptx)
  warpstage_compile_kernels(${CMAKE_CURRENT_SOURCE_DIR}/${folder}/kernels.cu ${all_ptx})
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/reference.cu)
    list(APPEND all_ptx ${WARPSTAGE_ASSETS_FOLDER}/${folder}/kernels.reference.ptx)
    warpstage_compile_kernels(${CMAKE_CURRENT_SOURCE_DIR}/${folder}/reference.cu ${WARPSTAGE_ASSETS_FOLDER}/${folder}/kernels.reference.ptx)
  endif()
  string(MAKE_C_IDENTIFIER "${folder}" suffix)
  add_custom_target(warpstage_ptx_${suffix} DEPENDS ${all_ptx})
  add_dependencies(warpstage_assets warpstage_ptx_${suffix})
endfunction()

# warpstage_lesson(folder [BUILD name architecture]...): a lesson's files, its translations and the PTX of its kernels; for each BUILD also
# kernels.<name>.ptx, compiled for that architecture with its flags in WARPSTAGE_BUILD_FLAGS.
function(warpstage_lesson folder)
  set(files ${folder}/lesson.toml ${folder}/kernels.cu ${folder}/notes.md)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/host.cu)
    list(APPEND files ${folder}/host.cu)
  endif()
  file(GLOB translations CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${folder}/lesson.*.toml ${folder}/notes.*.md)
  warpstage_assets_copy(${files} ${translations} DESTINATION ${folder})
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/kernels.cu)
  set(all_ptx ${WARPSTAGE_ASSETS_FOLDER}/${folder}/kernels.ptx)
  warpstage_compile_kernels(${source} ${all_ptx})
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest keyword name architecture)
    set(flags ${WARPSTAGE_BUILD_FLAGS})
    list(FILTER flags INCLUDE REGEX "^${name}=")
    list(TRANSFORM flags REPLACE "^${name}=" "")
    set(ptx ${WARPSTAGE_ASSETS_FOLDER}/${folder}/kernels.${name}.ptx)
    warpstage_compile_kernels(${source} ${ptx} ${architecture} ${flags})
    list(APPEND all_ptx ${ptx})
  endwhile()
  string(MAKE_C_IDENTIFIER "${folder}" suffix)
  add_custom_target(warpstage_ptx_${suffix} DEPENDS ${all_ptx})
  add_dependencies(warpstage_assets warpstage_ptx_${suffix})
endfunction()
