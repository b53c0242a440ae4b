#include "core/gpu/nvrtc/compile_process.h"

#include "core/base/process/passed_descriptor.h"
#include "core/base/process/programs.h"
#include "core/base/user_folders.h"
#include "core/gpu/nvrtc/compile_message.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace warpstage::gpu {

namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kDelay { 10 }; // until a stop is noticed
constexpr const char* kProgram = "warpstage-compiler";

// A compiler without memory says so, or crashes.
Error out_of_memory(const CompileRequest& request)
{
    return { fmt::format("The compiler needs more than {} GiB of memory{} for {}, or crashes on it. Check for templates that "
                         "instantiate themselves.",
        kCompilerMemory >> 30U,
        request.confined ? fmt::format(" or {:g} s of processor time", std::chrono::duration<double>(kCompilerTime).count()) : "",
        request.name) };
}

bool says_out_of_memory(const Diagnostic& diagnostic)
{
    return diagnostic.severity == Diagnostic::Severity::error && diagnostic.text.find("out of memory") != std::string::npos;
}

Compilation ended(Error reason)
{
    Compilation compilation { std::move(reason) };
    compilation.was_ended = true;
    return compilation;
}

// One end of the stream of a compilation; closing it ends the compilation.
class AnswerStream {
public:
    explicit AnswerStream(int socket)
        : m_socket(socket)
    {
    }
    AnswerStream(const AnswerStream&) = delete;
    AnswerStream& operator=(const AnswerStream&) = delete;
    ~AnswerStream() { close(m_socket); }

    enum class Progress { waiting, ended, failed };

    // Sends what the socket takes; the end of the request when all of it was sent.
    void send_part()
    {
        const auto count = send(m_socket, m_unsent.data(), m_unsent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0)
            m_unsent.remove_prefix(static_cast<std::size_t>(count));
        if (m_unsent.empty())
            shutdown(m_socket, SHUT_WR);
    }

    Progress receive_part()
    {
        std::array<char, 65536> bytes {};
        const auto count = recv(m_socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (count > 0)
            m_received.append(bytes.data(), static_cast<std::size_t>(count));
        if (count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR)))
            return Progress::waiting;
        return count == 0 ? Progress::ended : Progress::failed;
    }

    // Errors: the reason why there is no answer.
    Result<std::string> exchange(std::string_view request, const CompileRequest& of, Clock::time_point deadline,
        std::chrono::milliseconds limit, const std::stop_token& stop)
    {
        m_unsent = request;
        while (true) {
            if (stop.stop_requested())
                return Error { "The compilation was stopped." };
            if (Clock::now() >= deadline)
                return Error { fmt::format(
                    "{} did not compile within {:g} s, so the compiler was stopped. Check for templates that "
                    "instantiate themselves.",
                    of.name, std::chrono::duration<double>(limit).count()) };
            pollfd waiting { m_socket, static_cast<short>(m_unsent.empty() ? POLLIN : POLLIN | POLLOUT), 0 };
            if (poll(&waiting, 1, static_cast<int>(kDelay.count())) <= 0)
                continue;
            if ((waiting.revents & POLLOUT) != 0 && !m_unsent.empty())
                send_part();
            if ((waiting.revents & (POLLIN | POLLHUP | POLLERR)) != 0 && receive_part() != Progress::waiting)
                break;
            if (m_received.size() > kMaxCompilerOutput)
                return Error { fmt::format(
                    "The compiler's output for {} exceeds {} MiB, so it was stopped.", of.name, kMaxCompilerOutput >> 20U) };
        }
        if (m_received.empty())
            return out_of_memory(of);
        return std::move(m_received);
    }

private:
    int m_socket;
    std::string_view m_unsent;
    std::string m_received;
};

} // namespace

Result<fs::path> compiler_program()
{
    if (const auto named = environment("WARPSTAGE_COMPILER"))
        return fs::path { *named };
    if (auto found = find_program(program_folders(), kProgram))
        return *std::move(found);
    return Error { fmt::format("The program {} is missing beside warpstage. Reinstall warpstage.", kProgram) };
}

CompileProcess::~CompileProcess()
{
    end();
}

void CompileProcess::end()
{
    if (m_requests >= 0)
        close(std::exchange(m_requests, -1)); // it ends then, and the system ends its compilations with their streams
    m_process.reset();
}

Result<void> CompileProcess::started()
{
    if (m_process)
        return {};
    const auto program = compiler_program();
    if (!program)
        return program.error();
    const auto failed = [&](std::string_view reason) {
        return Error { fmt::format("Cannot start {}: {}.", program->string(), reason) };
    };
    std::array<int, 2> ends { -1, -1 };
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return failed(std::strerror(errno));
    auto process = Process::start({ .program = program->string(), .streams = { .input = ends[1] } });
    close(ends[1]);
    if (!process) {
        close(ends[0]);
        return failed(process.error().message);
    }
    m_process = *std::move(process);
    m_requests = ends[0];
    return {};
}

void CompileProcess::prepare()
{
    const std::scoped_lock lock(m_mutex);
    static_cast<void>(started()); // compile() reports the reason
}

Result<int> CompileProcess::connect()
{
    const std::scoped_lock lock(m_mutex);
    for (int attempt = 0; attempt < 2; ++attempt) { // the second one replaces a process that was killed from outside
        if (auto running = started(); !running)
            return running.error();
        std::array<int, 2> ends { -1, -1 };
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            return Error { fmt::format("Cannot talk to the compiler: {}.", std::strerror(errno)) };
        const bool sent = send_descriptor(m_requests, ends[1]);
        close(ends[1]);
        if (sent)
            return ends[0];
        close(ends[0]);
        end();
    }
    return Error { "The compiler's process ends as soon as it is started. Run `warpstage doctor`." };
}

Compilation CompileProcess::compile(const CompileRequest& request, const std::stop_token& stop)
{
    const auto deadline = Clock::now() + m_time_limit;
    const auto socket = connect();
    if (!socket)
        return { socket.error() };
    AnswerStream stream { *socket };
    const auto bytes = to_bytes(request);
    const auto answer = stream.exchange(bytes, request, deadline, m_time_limit, stop);
    if (!answer) {
        auto without_answer = ended(answer.error());
        without_answer.timed_out = Clock::now() >= deadline && !stop.stop_requested();
        return without_answer;
    }
    auto compilation = compilation_of(*answer);
    if (!compilation)
        return { compilation.error() };
    if (!compilation->result && std::ranges::any_of(compilation->diagnostics, says_out_of_memory))
        return ended(out_of_memory(request));
    return *std::move(compilation);
}

} // namespace warpstage::gpu
