#include "app/cli/run_kernel_options.h"

#include "core/problem/expressions/expression.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

namespace warpstage::cli {

namespace {

// "y" or "y:20"; nothing where it is neither.
std::optional<PrintedBuffer> parse_print(std::string_view text)
{
    PrintedBuffer print;
    const auto colon = text.find(':');
    print.name = std::string { text.substr(0, colon) };
    if (colon != std::string_view::npos) {
        const auto* const end = text.data() + text.size();
        const auto [after, error] = std::from_chars(text.data() + colon + 1, end, print.count);
        if (error != std::errc {} || after != end || print.count == 0)
            return std::nullopt;
    }
    return print.name.empty() ? std::nullopt : std::optional { print };
}

// "compute_90", "sm_90" or "90".
std::optional<std::uint32_t> parse_architecture(std::string_view text)
{
    for (const std::string_view prefix : { "compute_", "sm_" }) {
        if (text.starts_with(prefix))
            text.remove_prefix(prefix.size());
    }
    std::uint32_t architecture = 0;
    const auto* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data(), end, architecture);
    return error == std::errc {} && after == end ? std::optional { architecture } : std::nullopt;
}

} // namespace

void add_run_kernel(CLI::App& command, RunKernelCommand& run, RawKernel& raw)
{
    command.add_option("FILE", run.file, "A .cu file, which NVRTC compiles, or a .ptx file")->required();
    command.add_option("--kernel", run.kernel, "Kernel to run, as in saxpy or 'reduce<256>'; needed where there are several");
    command.add_option("--grid", run.grid, "Blocks, X[,Y[,Z]]; as all sizes here, an expression of names, as in (n+255)/256")
        ->capture_default_str();
    command.add_option("--block", run.block, "Threads of a block, X[,Y[,Z]]")->capture_default_str();
    command.add_option("--shared", run.shared, "Bytes of dynamic shared memory")->capture_default_str();
    command
        .add_option("--arg", run.arguments,
            "An argument, in the order of the source: [NAME:]TYPE=VALUE or [NAME:]TYPE[COUNT]=CONTENTS, as in n:s32=1024, "
            "x:f32[n]=random:7, y:f32[n]=out; a structure is {MEMBER,...}, a texture "
            "KIND[,OPTION...]:TEXEL[WIDTH[,HEIGHT]]=CONTENTS, as in "
            "tex2d,linear:u8x4[64,64]=random:7; contents: zero, ones, iota, value:V, list:V,V,..., random:SEED[:LOW:HIGH], "
            "each:EXPRESSION, file:PATH, out")
        ->allow_extra_args(false);
    command.add_option("--define", raw.defines, "NAME=VALUE, as #define; of a .cu file")->allow_extra_args(false);
    command.add_option("--arch", raw.architecture, "Virtual architecture that a .cu file is compiled for")->capture_default_str();
    command
        .add_option(
            "--print", raw.prints, "NAME[:COUNT]: print the first elements of a buffer; those of `out` are printed anyway")
        ->allow_extra_args(false);
    command.add_flag("--trace", run.trace, "What warps, banks and sectors did in one block, as `warpstage trace` tells it");
    command.add_option("--trace-block", run.traced_block, "Block to record, by its linear index")->capture_default_str();
    command.add_flag("--json", run.json, "JSON instead of text");
    command.add_option("--budget", run.budget, "Warp instructions of a block after which a kernel counts as endless")
        ->check(CLI::Range(std::uint64_t { 1 }, std::uint64_t { 1 } << 50));
    command.add_option("--warp-width", run.warp_width, "Lanes of a warp on the virtual machine")
        ->check(CLI::IsMember({ 2, 4, 8, 16, 32 }))
        ->capture_default_str();
}

std::string finish_run_kernel(RunKernelCommand& run, const RawKernel& raw)
{
    for (const auto& define : raw.defines) {
        const auto equals = define.find('=');
        const auto name = define.substr(0, equals);
        if (!problem::is_name(name))
            return fmt::format("--define wants NAME=VALUE, as in --define TILE=16, not `{}`.", define);
        run.defines.emplace_back(name, equals == std::string::npos ? "1" : define.substr(equals + 1));
    }
    for (const auto& text : raw.prints) {
        auto print = parse_print(text);
        if (!print)
            return fmt::format("--print wants NAME or NAME:COUNT, as in y or y:20, not `{}`.", text);
        run.prints.push_back(std::move(*print));
    }
    const auto architecture = parse_architecture(raw.architecture);
    if (!architecture)
        return fmt::format("--arch wants a virtual architecture such as compute_75, not `{}`.", raw.architecture);
    run.architecture = *architecture;
    return {};
}

} // namespace warpstage::cli
