# Writes OUTPUT, a header with the current commit. Runs at each build, but changes the file only if the commit has changed, to avoid
# recompilation.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=10 OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit "unknown")
endif()
set(text "#pragma once\n\n#define WARPSTAGE_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
