// Starts another program.
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage {

inline constexpr int kSameStream = -1; // the stream of this process
inline constexpr int kNullDevice = -2; // /dev/null

// Descriptors that become the standard streams of the program.
struct StandardStreams {
    int input = kSameStream;
    int output = kSameStream;
    int errors = kSameStream;
};

enum class ProcessGroup : std::uint8_t { same, own };

// A program without a folder is looked for in PATH. Errors: only the reason, such as "No such file or directory".
[[nodiscard]] Result<pid_t> start_process(const std::string& program, const std::vector<std::string>& arguments,
    const StandardStreams& streams, ProcessGroup group = ProcessGroup::same);

} // namespace warpstage
