# Functions that define the libraries and the test programs of the project.

set(WARPSTAGE_HOT_FLAG -O3)
set(WARPSTAGE_COLD_FLAG -O1)

# Headers of the standard library and of fmt, which nearly every file includes, compiled once: the target warpstage_base owns them. The
# debug preset compiles without, so that a file that misses an #include is found.
set(WARPSTAGE_PRECOMPILED <algorithm> <array> <charconv> <chrono> <cmath> <cstdint> <cstring> <filesystem> <fstream> <functional> <limits>
  <map> <memory> <mutex> <numeric> <optional> <set> <span> <stop_token> <string> <string_view> <system_error> <thread> <tuple>
  <unordered_map> <utility> <variant> <vector> <fmt/format.h>)
# Tests include these besides: the target test_base owns them.
set(WARPSTAGE_PRECOMPILED_TESTS <gtest/gtest.h> <gmock/gmock.h>)
set(CMAKE_PCH_WARN_INVALID OFF) # where flags differ, the headers are read as text, which is slower and no mistake

# warpstage_precompiled(TARGET OWNER header...): uses the precompiled headers of OWNER, or compiles them for it.
function(warpstage_precompiled target owner)
  target_link_libraries(${target} PRIVATE fmt::fmt)
  if(target STREQUAL owner)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# warpstage_library(NAME [HOT | COLD] [PLAIN] [SOURCES file...] [PUBLIC target...] [PRIVATE target...])
# One library a folder: target warpstage_NAME. Headers are included by their path from the project's root. A release build compiles it
# with -O2; HOT with -O3: it runs for each warp instruction or each access; COLD with -O1, in three quarters of the time: it runs
# at the start, at a key press, at a command, or in a frame that differs from the one before. Where a program is loaded through a network,
# cmake/web.cmake selects others.
# PLAIN: without precompiled headers, with which GCC 12 takes moved variants and strings of this library for uninitialized.
function(warpstage_library name)
  cmake_parse_arguments(ARG "HOT;COLD;PLAIN" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  if(ARG_SOURCES)
    add_library(warpstage_${name} STATIC ${ARG_SOURCES})
    target_include_directories(warpstage_${name} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(warpstage_${name} PUBLIC ${ARG_PUBLIC} PRIVATE warpstage_options ${ARG_PRIVATE})
    target_compile_options(warpstage_${name} PRIVATE
      "$<$<AND:$<CONFIG:Release>,$<BOOL:${ARG_HOT}>>:${WARPSTAGE_HOT_FLAG}>" "$<$<AND:$<CONFIG:Release>,$<BOOL:${ARG_COLD}>>:${WARPSTAGE_COLD_FLAG}>")
    if(NOT ARG_PLAIN)
      warpstage_precompiled(warpstage_${name} warpstage_base ${WARPSTAGE_PRECOMPILED})
    endif()
  else()
    add_library(warpstage_${name} INTERFACE)
    target_include_directories(warpstage_${name} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(warpstage_${name} INTERFACE ${ARG_PUBLIC})
  endif()
endfunction()

# warpstage_names_json_places(file...): errors of JSON in these files name the place of the value, for which each value keeps its parent.
# Such a file is not joined with others, because its JSON type is another one, which must not be a parameter or result of its functions.
function(warpstage_names_json_places)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_DEFINITIONS JSON_DIAGNOSTICS=1 SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# warpstage_desktop_part(LIBRARY PART ABSENT): functions that LIBRARY calls are in PART, which is linked with Qt or GLFW. A program with
# the property WARPSTAGE_WITHOUT_DESKTOP is linked with ABSENT instead.
function(warpstage_desktop_part library part absent)
  target_link_libraries(warpstage_${library} INTERFACE
    $<IF:$<BOOL:$<TARGET_PROPERTY:WARPSTAGE_WITHOUT_DESKTOP>>,warpstage_${absent},warpstage_${part}>)
endfunction()

set(WARPSTAGE_LSAN_OPTIONS "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/sanitizer/leaks.supp:print_suppressions=0")

set(WARPSTAGE_TSAN_OPTIONS "TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/sanitizer/races.supp:halt_on_error=0")

# A program built with sanitizers does not close libraries: see there.
function(warpstage_keep_libraries target)
  if(WARPSTAGE_SANITIZE OR WARPSTAGE_SANITIZE_THREADS)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/sanitizer/keep_libraries.cpp)
  endif()
endfunction()

# A test is compiled more often than its few milliseconds are run: -O1 takes a quarter longer, -O3 half as long again.
function(warpstage_compile_as_test target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O0>)
  warpstage_precompiled(${target} test_base ${WARPSTAGE_PRECOMPILED} ${WARPSTAGE_PRECOMPILED_TESTS})
endfunction()

# warpstage_test(NAME SOURCES file... [LINK target...] [LABELS label...] [PROPERTIES name value...] [NIGHTLY suite...] [LSAN option])
# One GoogleTest program a folder: target test_NAME. CTest starts it once for each suite (cmake/test_suites.cmake); once for each test
# where the label is gpu, for a test that fails there may leave the GPU's context unusable; these are left out without WARPSTAGE_DEVICE_TESTS.
# NIGHTLY: suites that take long and rarely fail: run with WARPSTAGE_SLOW_TESTS. LSAN: for LeakSanitizer, in the debug build.
# Tests find their fixtures under WARPSTAGE_FIXTURES and the built lessons under WARPSTAGE_ASSETS.
function(warpstage_test name)
  cmake_parse_arguments(ARG "" "LSAN" "SOURCES;LINK;LABELS;PROPERTIES;NIGHTLY" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE warpstage_options ${ARG_LINK} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(test_${name} PRIVATE
    WARPSTAGE_FIXTURES="${PROJECT_SOURCE_DIR}/tests/fixtures"
    WARPSTAGE_ASSETS="${PROJECT_BINARY_DIR}/assets"
    WARPSTAGE_SOURCE="${PROJECT_SOURCE_DIR}")
  warpstage_compile_as_test(test_${name})
  warpstage_keep_libraries(test_${name})
  if(WARPSTAGE_SANITIZE)
    list(APPEND ARG_PROPERTIES ENVIRONMENT "${WARPSTAGE_LSAN_OPTIONS}:${ARG_LSAN}")
  endif()
  if(WARPSTAGE_SANITIZE_THREADS)
    list(APPEND ARG_PROPERTIES ENVIRONMENT "${WARPSTAGE_TSAN_OPTIONS}")
  endif()
  list(APPEND ARG_PROPERTIES ENVIRONMENT_MODIFICATION "WARPSTAGE_COMPILER=set:${PROJECT_BINARY_DIR}/warpstage-compiler")
  if(ARG_LABELS) # an empty value would be dropped
    list(APPEND ARG_PROPERTIES LABELS "${ARG_LABELS}")
  endif()
  if("gpu" IN_LIST ARG_LABELS AND NOT WARPSTAGE_DEVICE_TESTS)
    set_target_properties(test_${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
    return()
  endif()
  if("gpu" IN_LIST ARG_LABELS)
    if(ARG_PROPERTIES)
      list(PREPEND ARG_PROPERTIES PROPERTIES)
    endif()
    gtest_discover_tests(test_${name} TEST_PREFIX "${name}." ${ARG_PROPERTIES} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
      NO_PRETTY_VALUES) # of a string it would be an address, another one in each run
    return()
  endif()
  if(WARPSTAGE_SLOW_TESTS)
    set(ARG_NIGHTLY)
  endif()
  list(TRANSFORM ARG_PROPERTIES REPLACE "(.+)" "[==[\\1]==]")
  list(JOIN ARG_PROPERTIES " " properties)
  set(suites ${CMAKE_CURRENT_BINARY_DIR}/test_${name}_suites.cmake)
  file(GENERATE OUTPUT ${suites} CONTENT "include([==[${PROJECT_SOURCE_DIR}/cmake/test_suites.cmake]==])
warpstage_test_suites(${name} [==[$<TARGET_FILE:test_${name}>]==] [==[${ARG_NIGHTLY}]==] ${properties})
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${suites})
endfunction()
