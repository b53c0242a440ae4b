# nvcc always writes the absolute path of each source into `.file`. Only the file name is kept, so that the PTX does not depend on the build
# folder.
file(READ ${PTX} text)
string(REGEX REPLACE "(\t\\.file\t[0-9]+ \")[^\"\n]*/" "\\1" text "${text}")
file(WRITE ${PTX} "${text}")
