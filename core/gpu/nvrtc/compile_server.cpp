#include "core/gpu/nvrtc/compile_server.h"

#include "core/base/process/confinement.h"
#include "core/base/process/passed_descriptor.h"
#include "core/gpu/nvrtc/compile_message.h"
#include "core/gpu/nvrtc/compile_process.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

namespace warpstage::gpu {

namespace {

std::string read_to_end(int stream)
{
    std::string bytes;
    std::array<char, 65536> part {};
    while (true) {
        const auto count = read(stream, part.data(), part.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return bytes;
        bytes.append(part.data(), static_cast<std::size_t>(count));
    }
}

void write_all(int stream, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto count = send(stream, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return; // the other end was closed
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

// Whether SIGIO, whose default action ends the process, is sent when the other end of the stream is closed.
void end_with(int stream, bool on)
{
    std::signal(SIGIO, SIG_DFL);
    fcntl(stream, F_SETOWN, getpid());
    const int flags = fcntl(stream, F_GETFL);
    fcntl(stream, F_SETFL, on ? flags | O_ASYNC : flags & ~O_ASYNC);
    pollfd closed { stream, 0, 0 }; // before the signal was switched on
    if (on && poll(&closed, 1, 0) > 0 && (closed.revents & (POLLHUP | POLLERR)) != 0)
        _exit(1);
}

// Without Landlock a text that includes nothing needs no confinement. A backslash may divide a word over lines.
bool includes_files(const std::string& source)
{
    std::string joined;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const bool windows = source.compare(i, 3, "\\\r\n") == 0;
        if (windows || source.compare(i, 2, "\\\n") == 0)
            i += windows ? 2 : 1;
        else
            joined += source[i];
    }
    return joined.find("include") != std::string::npos || joined.find("import") != std::string::npos
        || joined.find("embed") != std::string::npos;
}

Result<void> confine(const CompileRequest& request, const NvrtcCompiler& compiler)
{
    if (!can_confine() && !confined_by_container()) {
        if (!includes_files(request.source))
            return {};
        return Error { fmt::format("{} includes files, but this system cannot confine the compiler to the folder of the lesson: "
                                   "Landlock (Linux 5.13) is missing. Remove the #include lines.",
            request.name) };
    }
    auto readable = request.include_folders;
    for (const auto& folder : cuda_include_folders())
        readable.push_back(folder);
    std::error_code ignored;
    readable.push_back(std::filesystem::canonical(compiler.info().library, ignored).parent_path());
    return confine_to(readable);
}

Compilation compile_limited(const CompileRequest& request, const Result<NvrtcCompiler>& compiler)
{
    if (!compiler)
        return { compiler.error(), {}, true };
    if (request.confined)
        if (auto confined = confine(request, *compiler); !confined)
            return { confined.error() };
    limit_memory(kCompilerMemory);
    if (request.confined)
        limit_processor_time(std::chrono::ceil<std::chrono::seconds>(kCompilerTime));
    return compiler->compile(request);
}

[[noreturn]] void serve(int stream, const Result<NvrtcCompiler>& compiler)
{
    const auto request = request_of(read_to_end(stream));
    end_with(stream, true);
    const auto compilation = request ? compile_limited(*request, compiler) : Compilation { request.error() };
    end_with(stream, false);
    write_all(stream, to_bytes(compilation));
    _exit(0);
}

// The first compilation of a process takes several times as long as later ones.
void warm_up(const NvrtcCompiler& compiler)
{
    CompileRequest request;
    request.source = "__global__ void nothing() {}";
    request.name = "nothing.cu";
    static_cast<void>(compiler.compile(request));
}

} // namespace

int serve_compilations(int requests)
{
    std::signal(SIGCHLD, SIG_IGN); // no process waits for the compilations
    const auto compiler = NvrtcCompiler::load();
    if (compiler)
        warm_up(*compiler);
    while (const auto stream = receive_descriptor(requests)) {
        const pid_t process = fork();
        if (process == 0) {
            close(requests);
            serve(*stream, compiler);
        }
        close(*stream); // if there is no process for it, the other end receives no answer
    }
    return 0;
}

} // namespace warpstage::gpu
