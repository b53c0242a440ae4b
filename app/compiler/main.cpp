// The compiler of the program in a process of its own, which limits and confines it (core/gpu/nvrtc/compile_process.h):
//   warpstage-compiler                                serves compilations on a socket at its standard input
//   warpstage-compiler limit BYTES [--read FOLDER]... [--write FOLDER]... PROGRAM [ARGUMENT]...
// The latter runs a program, nvcc, with limited memory; with folders it opens only files below them and those of the system. The
// program and all programs that it starts end with warpstage-compiler.
#include "core/base/number.h"
#include "core/base/process/confinement.h"
#include "core/base/process/programs.h"
#include "core/base/process/supervised_run.h"
#include "core/gpu/nvrtc/compile_server.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr const char* kBecome = "become";

// In place of this process.
int become_limited(char** words)
{
    const auto bytes = warpstage::number_in<std::uint64_t>(words[0]);
    if (!bytes)
        return 2;
    std::vector<std::filesystem::path> readable;
    std::vector<std::filesystem::path> writable;
    char** next = words + 1;
    for (; next[0] != nullptr && next[1] != nullptr && std::string_view { next[0] }.starts_with("--"); next += 2)
        (std::string_view { next[0] } == "--read" ? readable : writable).emplace_back(next[1]);
    if (next[0] == nullptr)
        return 2;
    warpstage::limit_memory(*bytes);
    if (!readable.empty() || !writable.empty()) {
        if (const auto confined = warpstage::confine_to(readable, writable); !confined) {
            std::fprintf(stderr, "Cannot confine %s to its folders: %s.\n", next[0], confined.error().message.c_str());
            return 126;
        }
    }
    execv(next[0], next);
    std::fprintf(stderr, "Cannot start %s: %s.\n", next[0], std::strerror(errno));
    return 127;
}

// From outside the confinement, where the processes below the program are known.
int run_limited(const std::vector<std::string>& words)
{
    std::vector<std::string> arguments { kBecome };
    arguments.insert(arguments.end(), words.begin(), words.end());
    const auto end = warpstage::run_supervised(
        { .program = warpstage::own_program().string(), .arguments = arguments }, warpstage::LeftBehind::ends);
    if (end)
        return end->end.status;
    std::fprintf(stderr, "Cannot start a program with limited memory: %s.\n", end.error().message.c_str());
    return 127;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 3 && std::string_view { argv[1] } == "limit")
        return run_limited({ argv + 2, argv + argc });
    if (argc > 3 && std::string_view { argv[1] } == kBecome)
        return become_limited(argv + 2);
    struct stat input { };
    if (argc != 1 || fstat(STDIN_FILENO, &input) != 0 || !S_ISSOCK(input.st_mode)) {
        std::fputs("warpstage-compiler is started by warpstage. Run `warpstage --help`.\n", stderr);
        return 2;
    }
    return warpstage::gpu::serve_compilations(STDIN_FILENO);
}
