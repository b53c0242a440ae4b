# nvcc writes the absolute path of each source into `.file`, whatever path it was given. Only the name stays, so that the PTX is the
# same wherever it was built and names no folder of the machine that built it.
file(READ ${PTX} text)
string(REGEX REPLACE "(\t\\.file\t[0-9]+ \")[^\"\n]*/" "\\1" text "${text}")
file(WRITE ${PTX} "${text}")
