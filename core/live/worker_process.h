// A process of our own program that may die: a fault of the GPU poisons the process that met it for good, so an edited kernel
// meets its real sizes there first. It waits with its CUDA context made, since that takes longer than the trial itself.
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::live {

class WorkerProcess {
public:
    // Its standard input and output are ours; its standard error is the program's. Errors: it cannot be started.
    [[nodiscard]] static Result<WorkerProcess> start(
        const std::filesystem::path& program, const std::vector<std::string>& arguments);

    WorkerProcess(WorkerProcess&& other) noexcept;
    WorkerProcess& operator=(WorkerProcess&& other) noexcept;
    ~WorkerProcess(); // kills it

    // Sends a line and waits for one. Errors, after which the process is gone: it ended by itself (with the signal or status), it
    // gave no answer in time, or somebody asked to stop.
    [[nodiscard]] Result<std::string> ask(
        const std::string& line, std::chrono::milliseconds limit, const std::stop_token& stop = {});

    [[nodiscard]] bool running() const { return m_process > 0; }

private:
    WorkerProcess(pid_t process, int socket);
    void end();
    [[nodiscard]] std::string how_it_ended();

    pid_t m_process = 0; // 0: gone
    int m_socket = -1;
    std::string m_received; // beyond the last line that was taken
};

} // namespace warpstage::live
