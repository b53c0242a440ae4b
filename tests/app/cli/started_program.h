// Starts the program as a separate process.
#pragma once

#include <chrono>
#include <string>

namespace warpstage::cli {

struct Ended {
    int status = -1; // 128 plus the signal's number if a signal ended it
    std::string output;
};

// The captured streams, in shell syntax.
inline constexpr const char* kBothStreams = "2>&1";
inline constexpr const char* kOutputOnly = "2>/dev/null";
inline constexpr const char* kErrorsOnly = "2>&1 >/dev/null";

// Both streams of the program, which receives SIGINT after this time, as by Ctrl+C.
[[nodiscard]] Ended interrupted_after(std::chrono::milliseconds time, const std::string& words);
// Both streams of the program in a pseudoterminal, by the command `script`.
[[nodiscard]] Ended run_in_terminal(const std::string& words);

[[nodiscard]] Ended run(const std::string& words, const char* streams = kBothStreams);

// Both streams of the program after these words of the shell: "env -i", "ulimit -n 16;".
[[nodiscard]] Ended run_in(const std::string& environment, const std::string& words);

} // namespace warpstage::cli
