# Functions that define the libraries and the test programs of the project.

# warpstage_library(NAME [SOURCES file...] [PUBLIC target...] [PRIVATE target...])
# One library per folder: target warpstage_NAME. Headers are included by their path from the project's root.
function(warpstage_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  if(ARG_SOURCES)
    add_library(warpstage_${name} STATIC ${ARG_SOURCES})
    target_include_directories(warpstage_${name} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(warpstage_${name} PUBLIC ${ARG_PUBLIC} PRIVATE warpstage_options ${ARG_PRIVATE})
  else()
    add_library(warpstage_${name} INTERFACE)
    target_include_directories(warpstage_${name} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(warpstage_${name} INTERFACE ${ARG_PUBLIC})
  endif()
endfunction()

set(WARPSTAGE_LSAN_OPTIONS "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/sanitizer/leaks.supp:print_suppressions=0")

# A program built with sanitizers does not close libraries: see there.
function(warpstage_keep_libraries target)
  if(WARPSTAGE_SANITIZE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/sanitizer/keep_libraries.cpp)
  endif()
endfunction()

# warpstage_test(NAME SOURCES file... [LINK target...] [LABELS label...] [PROPERTIES name value...] [LSAN option])
# LSAN: options for LeakSanitizer, in the debug build. One GoogleTest program per folder: target test_NAME. Tests find their fixtures under
# WARPSTAGE_FIXTURES and the built lessons under WARPSTAGE_ASSETS.
function(warpstage_test name)
  cmake_parse_arguments(ARG "" "LSAN" "SOURCES;LINK;LABELS;PROPERTIES" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE warpstage_options ${ARG_LINK} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(test_${name} PRIVATE
    WARPSTAGE_FIXTURES="${PROJECT_SOURCE_DIR}/tests/fixtures"
    WARPSTAGE_ASSETS="${PROJECT_BINARY_DIR}/assets"
    WARPSTAGE_SOURCE="${PROJECT_SOURCE_DIR}")
  # A test is compiled more often than its few milliseconds are run, and -O3 takes 1.5 times as long to compile.
  target_compile_options(test_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(WARPSTAGE_SANITIZE)
    warpstage_keep_libraries(test_${name})
    list(APPEND ARG_PROPERTIES ENVIRONMENT "${WARPSTAGE_LSAN_OPTIONS}:${ARG_LSAN}")
  endif()
  if(ARG_LABELS) # an empty value would be dropped
    list(APPEND ARG_PROPERTIES LABELS "${ARG_LABELS}")
  endif()
  if(ARG_PROPERTIES)
    list(PREPEND ARG_PROPERTIES PROPERTIES)
  endif()
  gtest_discover_tests(test_${name} TEST_PREFIX "${name}." ${ARG_PROPERTIES} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    NO_PRETTY_VALUES) # for a string it would be an address, different in each run
endfunction()
