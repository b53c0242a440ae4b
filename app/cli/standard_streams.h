// Standard output and standard error of the process: closed ones, full disks, readers that have left.
#pragma once

#include <string>
#include <string_view>

namespace warpstage::cli {

// Gives descriptors 0 to 2 that are closed a placeholder, so that no file that the program opens becomes one of them.
void open_standard_streams();

// Writes to standard error. Unlike fmt::print it does not throw if that fails: messages must not end a lecture.
void print_error(std::string_view text);
// Control characters of a text from a file would act on the terminal: all but line ends and tabs are replaced.
[[nodiscard]] std::string printable(std::string_view text);
// "warpstage: SENTENCE" on a line of standard error.
void warn(std::string_view sentence);

// Whether everything printed so far reached standard output; if not, a message says why, once.
[[nodiscard]] bool finish_output();

} // namespace warpstage::cli
