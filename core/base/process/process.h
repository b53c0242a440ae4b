// Another program that this process starts: the only place that does.
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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

// Own: the programs that the program starts end with it.
enum class ProcessGroup : std::uint8_t { same, own };

enum class EndsWith : std::uint8_t {
    nothing, // continues when its owner and this process have ended
    owner, // is killed with its owner; if this process is killed, it must notice that a stream was closed
    thread // is also killed by the system when the thread that started it ends, which is the case when this process is killed
};

struct ProcessStart {
    std::string program; // without a folder: searched for in PATH
    std::vector<std::string> arguments {};
    StandardStreams streams {};
    ProcessGroup group = ProcessGroup::same;
    EndsWith ends_with = EndsWith::owner;
    std::vector<std::pair<std::string, std::string>> environment {}; // in addition to that of this process, or instead
};

struct ProcessEnd {
    int status = 0; // exit status; 128 plus the number of the signal that ended the program
    int signal = 0; // 0: none
};

class Process {
public:
    // Errors: only the reason, such as "No such file or directory".
    [[nodiscard]] static Result<Process> start(const ProcessStart& start);

    Process(Process&& other) noexcept;
    Process& operator=(Process&& other) noexcept;
    ~Process(); // kills it, unless it ends with nothing

    [[nodiscard]] pid_t id() const { return m_id; } // 0: it has ended
    // Never blocks; nothing while it runs.
    [[nodiscard]] std::optional<ProcessEnd> ended();
    // Waits for its end.
    ProcessEnd wait();
    // Kills it.
    void end();

private:
    Process(pid_t id, const ProcessStart& start);

    pid_t m_id = 0;
    ProcessGroup m_group = ProcessGroup::same;
    EndsWith m_ends_with = EndsWith::owner;
    ProcessEnd m_end;
};

// The reason why no process or thread was started, for messages: names the limit that was reached.
[[nodiscard]] std::string start_failure(int error);

} // namespace warpstage
