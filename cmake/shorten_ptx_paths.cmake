# nvcc writes the absolute path of each source into `.file`, and a number computed from it into the names of what only one file knows
# (`_INTERNAL_1234abcd_10_kernels_cu_`; in sections for debuggers each character is a number of a `.b8`). Only the file name is kept and the
# number is replaced by zeros, so that the PTX does not depend on the build folder.
file(READ ${PTX} text)
string(REGEX REPLACE "(\t\\.file\t[0-9]+ \")[^\"\n]*/" "\\1" text "${text}")
string(REPEAT "[0-9a-f]" 8 number)
string(REGEX REPLACE "(_INTERNAL_|_GLOBAL__N__)${number}_" "\\100000000_" text "${text}")
string(REPEAT "[0-9]+," 8 number)
string(REGEX REPLACE "(,73,78,84,69,82,78,65,76,95,|,71,76,79,66,65,76,95,95,78,95,95,)${number}95," "\\148,48,48,48,48,48,48,48,95," text "${text}")
file(WRITE ${PTX} "${text}")
