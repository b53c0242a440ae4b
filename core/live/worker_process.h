// A separate process of this program for kernels that are not trusted. For tests on a GPU: after a fault a process cannot use the
// GPU any more, so the full sizes run there first; it waits with an initialized CUDA context, because that takes longer than the
// trial itself. For grading: it limits and confines itself.
#pragma once

#include "core/base/process/process.h"
#include "core/base/result.h"

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::live {

// How the process is named in messages.
struct WorkerWords {
    std::string name = "worker process of the GPU trial";
    std::string where = "on the GPU"; // the kernels run
};

class WorkerProcess {
public:
    // Its standard input and output are connected to this object; its standard error is the program's. Errors: it cannot be
    // started.
    [[nodiscard]] static Result<WorkerProcess> start(
        const std::filesystem::path& program, const std::vector<std::string>& arguments, WorkerWords words = {});

    WorkerProcess(WorkerProcess&& other) noexcept;
    WorkerProcess& operator=(WorkerProcess&& other) noexcept;
    ~WorkerProcess(); // kills it

    // Sends a line and waits for the reply. Errors, after which the process has ended: it exited (with the signal or status), it
    // did not reply in time, or a stop was requested.
    [[nodiscard]] Result<std::string> ask(
        const std::string& line, std::chrono::milliseconds limit, const std::stop_token& stop = {});

    [[nodiscard]] bool running() const { return m_process.id() != 0; }

private:
    WorkerProcess(Process process, int socket, WorkerWords words);
    void end();
    [[nodiscard]] std::string how_it_ended();

    Process m_process;
    int m_socket = -1;
    WorkerWords m_words;
    std::string m_received; // received data after the last complete line
};

} // namespace warpstage::live
