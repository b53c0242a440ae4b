#include "core/live/worker_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace warpstage::live {

namespace {

using Clock = std::chrono::steady_clock;

// Maximum latency of a stop request.
constexpr std::chrono::milliseconds kSlice { 10 };

} // namespace

Result<WorkerProcess> WorkerProcess::start(
    const std::filesystem::path& program, const std::vector<std::string>& arguments, WorkerWords names)
{
    std::array<int, 2> ends { -1, -1 };
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return Error { fmt::format("Cannot start the {}: {}.", names.name, std::strerror(errno)) };
    auto process = Process::start(
        { .program = program.string(), .arguments = arguments, .streams = { .input = ends[1], .output = ends[1] } });
    close(ends[1]);
    if (!process) {
        close(ends[0]);
        return Error { fmt::format("Cannot start the {}, {}: {}.", names.name, program.string(), process.error().message) };
    }
    return WorkerProcess { *std::move(process), ends[0], std::move(names) };
}

WorkerProcess::WorkerProcess(Process process, int socket, WorkerWords words)
    : m_process(std::move(process))
    , m_socket(socket)
    , m_words(std::move(words))
{
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : m_process(std::move(other.m_process))
    , m_socket(std::exchange(other.m_socket, -1))
    , m_words(std::move(other.m_words))
    , m_received(std::move(other.m_received))
{
}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept
{
    if (this != &other) {
        end();
        m_process = std::move(other.m_process);
        m_socket = std::exchange(other.m_socket, -1);
        m_words = std::move(other.m_words);
        m_received = std::move(other.m_received);
    }
    return *this;
}

WorkerProcess::~WorkerProcess()
{
    end();
}

void WorkerProcess::end()
{
    m_process.end();
    if (m_socket >= 0)
        close(std::exchange(m_socket, -1));
}

// Called after the worker has closed its end of the socket.
std::string WorkerProcess::how_it_ended()
{
    const auto ended = m_process.wait();
    end();
    if (ended.signal != 0)
        return fmt::format("The {} crashed: {}.", m_words.name, strsignal(ended.signal));
    return fmt::format("The {} ended with status {}.", m_words.name, ended.status);
}

Result<std::string> WorkerProcess::ask(const std::string& line, std::chrono::milliseconds limit, const std::stop_token& stop)
{
    VERIFY(running());
    const auto deadline = Clock::now() + limit;
    const auto message = line + '\n';
    std::size_t sent = 0;
    while (true) {
        if (const auto end_of_line = m_received.find('\n'); end_of_line != std::string::npos) {
            auto answer = m_received.substr(0, end_of_line);
            m_received.erase(0, end_of_line + 1);
            return answer;
        }
        if (stop.stop_requested()) {
            end();
            return Error { "The trial was stopped." };
        }
        if (Clock::now() >= deadline) {
            end();
            return Error { fmt::format("The kernel did not end within {} s {} and was stopped. Check for an infinite loop.",
                std::chrono::duration<double>(limit).count(), m_words.where) };
        }
        pollfd waiting { m_socket, static_cast<short>(sent < message.size() ? POLLIN | POLLOUT : POLLIN), 0 };
        if (poll(&waiting, 1, static_cast<int>(kSlice.count())) <= 0)
            continue;
        if ((waiting.revents & POLLOUT) != 0) {
            const auto written = send(m_socket, message.data() + sent, message.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (written > 0)
                sent += static_cast<std::size_t>(written);
        }
        if ((waiting.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
            std::array<char, 4096> bytes {};
            const auto count = recv(m_socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
            if (count > 0)
                m_received.append(bytes.data(), static_cast<std::size_t>(count));
            else if (count == 0 || (errno != EAGAIN && errno != EINTR))
                return Error { how_it_ended() };
        }
    }
}

} // namespace warpstage::live
