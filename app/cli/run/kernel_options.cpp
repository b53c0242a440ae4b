#include "app/cli/run/kernel_options.h"

#include "app/cli/option_groups.h"
#include "core/problem/expressions/expression.h"

namespace warpstage::cli {

namespace {

// Integer definitions may be used in sizes: --define TILE=16 --block TILE,TILE.
kernel_run::Names names_of(const std::vector<Define>& defines)
{
    kernel_run::Names names;
    for (const auto& [name, value] : defines) {
        if (const auto number = problem::evaluate(value, names))
            names.emplace(name, *number);
    }
    return names;
}

} // namespace

void print_diagnostics(const std::vector<gpu::Diagnostic>& diagnostics)
{
    for (const auto& diagnostic : diagnostics)
        fmt::print(stderr, "{}", gpu::to_text(diagnostic));
}

std::optional<LoadedJob> load_job(const KernelOptions& options, int& status)
{
    if (!options.defines.empty() && options.file.extension() == ".ptx")
        refuse(fmt::format("`--define` requires a .cu file, but {} is already compiled.", options.file.filename().string()));
    auto loaded = kernel_run::load_source({ options.file, options.kernel, options.defines, options.architecture });
    if (!loaded.source) {
        status = report_refusal(loaded.source.error().message);
        print_diagnostics(loaded.diagnostics);
        return std::nullopt;
    }
    return LoadedJob { or_refuse(kernel_run::make_job(*std::move(loaded.source),
                           { options.grid, options.block, options.shared, options.arguments, names_of(options.defines),
                               options.symbols, options.printed_symbols })),
        std::move(loaded.diagnostics) };
}

void add_kernel_options(CLI::App& app, KernelOptions& options, const std::string& architecture)
{
    app.add_option("FILE", options.file, "A .cu file, compiled with NVRTC, or a .ptx file")->required();
    app.add_option("--kernel", options.kernel,
        "Kernel to run, for example saxpy, 'reduce<256>', 'twice(int*)' or _Z5twicePi; required if the file contains more than "
        "one kernel");
    app.add_option("--grid", options.grid,
           "Grid size in blocks, X[,Y[,Z]]; expressions can use arguments and definitions, for example (n+255)/256")
        ->capture_default_str();
    app.add_option("--block", options.block, "Block size in threads, X[,Y[,Z]]")->capture_default_str();
    app.add_option("--shared", options.shared, "Dynamic shared memory per block in bytes")->capture_default_str();
    app.add_option("--arg", options.arguments,
           "Kernel argument, in the order of the parameters: [NAME:]TYPE=VALUE or [NAME:]TYPE[COUNT]=CONTENTS, for example "
           "n:s32=1024, x:f32[n]=random:7, y:f32[n]=out; structure: {MEMBER,...}; texture or surface: "
           "KIND[,OPTION...]:TEXEL[WIDTH[,HEIGHT][,DEPTH]]=CONTENTS, for example tex2d,linear:u8x4[64,64]=random:7; contents: "
           "zero, ones, iota, value:V, list:V,V,..., random:SEED[:LOW:HIGH], each:EXPRESSION, file:PATH, out")
        ->allow_extra_args(false);
    app.add_option("--set-symbol", options.symbols,
           "Initial value of a __constant__ or __device__ variable, NAME:TYPE=VALUE or NAME:TYPE[COUNT]=CONTENTS, for example "
           "scale:f32=2 or weights:f32[9]=ones")
        ->allow_extra_args(false);
    add_parsed_list(app, "--define", options.defines, parse_define, "Preprocessor definition for a .cu file, NAME=VALUE");
    add_parsed(app, architecture, options.architecture, parse_virtual_architecture,
        "Virtual architecture for which a .cu file is compiled")
        ->default_str("compute_75");
}

} // namespace warpstage::cli
