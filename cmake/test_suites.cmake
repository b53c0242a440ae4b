# Read by CTest when it starts: a GoogleTest program as one test for each of its suites, "views.Overlay". A process of its own for each
# of 3,500 tests took longer than most tests, and what a suite computes once it computed for each of its tests.

# warpstage_test_suites(NAME PROGRAM LEFT_OUT [property value]...): LEFT_OUT is a list of suites that are not run.
function(warpstage_test_suites name program left_out)
  if(NOT EXISTS ${program})
    add_test(${name}_NOT_BUILT ${program})
    return()
  endif()
  execute_process(COMMAND ${program} --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE failed TIMEOUT 60)
  if(failed)
    message(FATAL_ERROR "${program} --gtest_list_tests: ${failed}")
  endif()
  # Lines that begin with a letter are suites, "Sizes/Stage.  # TypeParam = ...".
  string(REGEX MATCHALL "(^|\n)[^ \n][^ \n]*\\.( |\n)" suites "\n${listed}")
  foreach(suite IN LISTS suites)
    string(STRIP "${suite}" suite)
    if(suite MATCHES "^DISABLED_|/DISABLED_")
      continue()
    endif()
    string(REGEX REPLACE "\\.$" "" suite "${suite}")
    list(FIND left_out "${suite}" place) # CTest knows no IN_LIST
    if(place GREATER -1)
      continue()
    endif()
    add_test("${name}.${suite}" ${program} "--gtest_filter=${suite}.*")
    # Skipped: every test of the suite was; a failure would be listed behind the skipped ones.
    set_tests_properties("${name}.${suite}" PROPERTIES
      SKIP_REGULAR_EXPRESSION "\\[  PASSED  \\] 0 tests\\.\n\\[  SKIPPED \\] [0-9]+ tests?, listed below:\n(\\[  SKIPPED \\] [^\n]*\n)+$"
      ${ARGN})
  endforeach()
endfunction()
