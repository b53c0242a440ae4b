// Starts the program as a separate process.
#pragma once

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

[[nodiscard]] Ended run(const std::string& words, const char* streams = kBothStreams);

} // namespace warpstage::cli
