// Functions for the fuzzers and the replay of kept inputs: any bytes may be passed; they must not crash, hang or use much memory.
//   parse: PTX text -> syntax tree and control flow
//   run: PTX text -> every kernel lowered and run: two blocks of 40 threads, small buffers for pointers, a small budget
//   demangle: a mangled name
//   expression: an expression of a lesson or of the command line, evaluated
//   rules: a CSV file of accesses, each evaluated for the rules
//   lesson: the files of a lesson, each after a line "=== name"
//   capture: an archive, or the files of a lesson, which are packed: unpacked and loaded
//   exercise: the files of an exercise, each after a line "=== name"
//   array: a file of numbers after a line with its ending and type
//   published: published.toml
//   session: a .warpstage file
//   script: a script of the stage; parsed, not played
//   link: a link or a presenter's state
//   kernels: a presenter's edited kernels, run as a page runs them
//   results: JSON of bench, compared with itself, of sweep or of limits
//   answers: the answers of the launch form beside a `.cu` file
#pragma once

#include <string_view>

namespace warpstage::fuzz {

#define TARGET(name, folder, examples) void name(std::string_view text);
#include "tests/fuzz/targets.inc"
#undef TARGET

} // namespace warpstage::fuzz
