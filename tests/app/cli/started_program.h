// The program as a user starts it.
#pragma once

#include <string>

namespace warpstage::cli {

struct Ended {
    int status = -1; // 128 and the signal's number where one ended it
    std::string output;
};

// Which streams are read, as the shell says it.
inline constexpr const char* kBothStreams = "2>&1";
inline constexpr const char* kOutputOnly = "2>/dev/null";
inline constexpr const char* kErrorsOnly = "2>&1 >/dev/null";

[[nodiscard]] Ended run(const std::string& words, const char* streams = kBothStreams);

} // namespace warpstage::cli
