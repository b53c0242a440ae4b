# The web edition: WebAssembly with SIMD and exceptions, one thread. Libraries are headers only, those of this computer.
add_compile_options(-fwasm-exceptions -msimd128)
add_link_options(-fwasm-exceptions)
# The size of the module is the time until the first picture; the operators of the virtual machine alone keep -O3: core/simt. With -Oz, emcc
# passes -fno-inline-functions, whatever follows.
string(REPLACE "-O3" "-Oz" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
set(WARPSTAGE_HOT_FLAG -Os -finline-functions)
set(WARPSTAGE_COLD_FLAG -Oz)

# Functions that the standard library lacks, and the headers of fmt, nlohmann-json and toml++ alone: the others in their folder are
# those of this computer's C library.
set(header_folder ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${header_folder})
foreach(name fmt nlohmann toml++)
  if(NOT EXISTS /usr/include/${name})
    message(FATAL_ERROR "No /usr/include/${name}: tools/install-dependencies installs it.")
  endif()
  file(CREATE_LINK /usr/include/${name} ${header_folder}/${name} SYMBOLIC)
endforeach()
include_directories(BEFORE SYSTEM ${PROJECT_SOURCE_DIR}/core/portable)

file(STRINGS /usr/include/fmt/core.h fmt_version REGEX "#define FMT_VERSION ")
if(fmt_version MATCHES "FMT_VERSION ([0-9]+)" AND CMAKE_MATCH_1 LESS 110000)
  add_library(fmt_functions STATIC ${PROJECT_SOURCE_DIR}/core/portable/fmt.cpp)
  target_include_directories(fmt_functions SYSTEM PUBLIC ${header_folder})
else()
  add_library(fmt_functions INTERFACE)
  target_include_directories(fmt_functions SYSTEM INTERFACE ${header_folder})
  target_compile_definitions(fmt_functions INTERFACE FMT_HEADER_ONLY)
endif()
add_library(fmt::fmt ALIAS fmt_functions)
add_library(json_headers INTERFACE)
target_include_directories(json_headers SYSTEM INTERFACE ${header_folder})
add_library(nlohmann_json::nlohmann_json ALIAS json_headers)

find_package(Python3 REQUIRED COMPONENTS Interpreter)
