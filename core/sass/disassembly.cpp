#include "core/sass/disassembly.h"

#include "core/base/process/program_run.h"
#include "core/base/temporary_folder.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <vector>

namespace warpstage::sass {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kLimit { 20 };
constexpr std::size_t kMaxOutput = std::size_t { 64 } << 20U; // bytes
constexpr std::size_t kMaxWords = 300; // maximum length of an error message in bytes

Result<std::string> run_tool(const fs::path& tool, const std::vector<std::string>& arguments, const std::stop_token& stop)
{
    auto run = run_program(tool, arguments, { kLimit, kMaxOutput }, stop);
    if (!run)
        return run.error();
    if (run->status != 0)
        return Error { fmt::format(
            "{}: {}", tool.filename().string(), text::sentence(std::string { text::trim(run->output) }.substr(0, kMaxWords))) };
    return std::move(run->output);
}

// "Used 25 registers" in the output of `ptxas -v`; 0: not found.
std::uint32_t registers_in(std::string_view output)
{
    constexpr std::string_view kBefore = "Used ";
    const auto at = output.find(kBefore);
    std::uint32_t registers = 0;
    if (at != std::string_view::npos)
        std::from_chars(output.data() + at + kBefore.size(), output.data() + output.size(), registers);
    return registers;
}

} // namespace

Result<Listing> disassemble(const Toolkit& toolkit, const DisassemblyRequest& request, const std::stop_token& stop)
{
    const TemporaryFolder scratch;
    if (scratch.path().empty())
        return Error { "Cannot create a folder for temporary files. Check that the disk is not full." };
    const auto ptx = scratch.path() / "kernel.ptx";
    const auto cubin = scratch.path() / "kernel.cubin";
    if (!(std::ofstream(ptx, std::ios::binary) << request.ptx).flush())
        return Error { ptx.string() + " cannot be written. Check that the disk is not full." };
    const auto made = run_tool(toolkit.ptxas,
        { "-arch", request.target, "-lineinfo", "-v", "--entry", request.kernel, "-o", cubin.string(), ptx.string() }, stop);
    if (!made)
        return made.error();
    const auto printed = run_tool(toolkit.nvdisasm, { "-g", "-c", cubin.string() }, stop);
    if (!printed)
        return printed.error();
    auto listing = parse(*printed, request.source);
    if (listing)
        listing->registers = registers_in(*made);
    return listing;
}

} // namespace warpstage::sass
