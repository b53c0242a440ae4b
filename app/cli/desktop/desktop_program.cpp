#include "app/cli/desktop/desktop_program.h"

#include "core/base/process/program_run.h"
#include "core/base/process/programs.h"
#include "core/base/text.h"
#include "core/base/user_folders.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kDesktopProgram = "warpstage-desktop";

Error missing_for_desktop(std::string_view what, std::string_view it = "it")
{
    return { fmt::format(
        "{} missing: windows, reports, PNG and PDF files need {}, and everything else works without {}.", what, it, it) };
}

// The program that is started; whether its libraries exist is not known.
Result<fs::path> desktop_file()
{
    const auto self = own_program();
    if (const auto named = environment("WARPSTAGE_DESKTOP")) {
        const fs::path program { *named };
        std::error_code failed;
        if (fs::equivalent(program, self, failed))
            return Error {
                "WARPSTAGE_DESKTOP names the program `warpstage` itself. It requires the path of `warpstage-desktop`."
            };
        if (find_program({ program.parent_path() }, program.filename().string()))
            return program;
        return missing_for_desktop(fmt::format("The program {}, which WARPSTAGE_DESKTOP names, is", *named));
    }
    if (auto found = find_program({ self.parent_path() }, kDesktopProgram))
        return *std::move(found);
    return missing_for_desktop(fmt::format("The program {} beside warpstage is", kDesktopProgram));
}

// A program that is started with this variable does not run: the dynamic linker prints its libraries, "libglfw.so.3 => not
// found".
Result<std::vector<std::string>> missing_libraries(const fs::path& program)
{
    const auto listed = run_program(program, {}, { .environment = { { "LD_TRACE_LOADED_OBJECTS", "1" } } });
    if (!listed)
        return listed.error();
    if (listed->status != 0) // such as "error while loading shared libraries: /lib/libEGL.so.1: file too short"
        return Error { fmt::format("{} cannot be started: {}", program.filename().string(), text::trim(listed->output)) };
    std::vector<std::string> missing;
    for (const auto line : text::split(listed->output, '\n'))
        if (const auto arrow = line.find(" => not found"); arrow != std::string_view::npos)
            missing.emplace_back(text::trim(line.substr(0, arrow)));
    return missing;
}

} // namespace

Result<fs::path> desktop_program()
{
    auto program = desktop_file();
    if (!program)
        return program.error();
    const auto missing = missing_libraries(*program);
    if (!missing)
        return missing.error();
    if (missing->empty())
        return *std::move(program);
    if (missing->size() == 1)
        return missing_for_desktop(fmt::format("The library {} is", missing->front()));
    return missing_for_desktop(fmt::format("The libraries {} are", fmt::join(*missing, ", ")), "them");
}

Error start_desktop_program(char** argv)
{
    const auto program = desktop_program();
    if (!program)
        return program.error();
    ::execv(program->c_str(), argv);
    return { fmt::format("Cannot start {}: {}.", program->string(), std::strerror(errno)) };
}

} // namespace warpstage::cli
