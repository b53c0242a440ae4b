#include "app/cli/run/kernel_options.h"

#include "app/cli/option_groups.h"
#include "core/problem/expressions/expression.h"

namespace warpstage::cli {

namespace {

// Those that are whole numbers may stand in sizes: --define TILE=16 --block TILE,TILE.
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
        refuse(fmt::format("--define is for CUDA text; {} is compiled already.", options.file.filename().string()));
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
    app.add_option("FILE", options.file, "A .cu file, which NVRTC compiles, or a .ptx file")->required();
    app.add_option("--kernel", options.kernel,
        "Kernel to run, as in saxpy, 'reduce<256>', 'twice(int*)' or _Z5twicePi; needed where there are several");
    app.add_option("--grid", options.grid, "Blocks, X[,Y[,Z]]; as all sizes here, an expression of names, as in (n+255)/256")
        ->capture_default_str();
    app.add_option("--block", options.block, "Threads of a block, X[,Y[,Z]]")->capture_default_str();
    app.add_option("--shared", options.shared, "Bytes of dynamic shared memory")->capture_default_str();
    app.add_option("--arg", options.arguments,
           "An argument, in the order of the source: [NAME:]TYPE=VALUE or [NAME:]TYPE[COUNT]=CONTENTS, as in n:s32=1024, "
           "x:f32[n]=random:7, y:f32[n]=out; a structure is {MEMBER,...}, a texture "
           "KIND[,OPTION...]:TEXEL[WIDTH[,HEIGHT]]=CONTENTS, as in "
           "tex2d,linear:u8x4[64,64]=random:7; contents: zero, ones, iota, value:V, list:V,V,..., random:SEED[:LOW:HIGH], "
           "each:EXPRESSION, file:PATH, out")
        ->allow_extra_args(false);
    app.add_option("--set-symbol", options.symbols,
           "NAME:TYPE=VALUE or NAME:TYPE[COUNT]=CONTENTS: what a __constant__ or __device__ variable holds before the launch, as "
           "in scale:f32=2 or weights:f32[9]=ones")
        ->allow_extra_args(false);
    add_parsed_list(app, "--define", options.defines, parse_define, "NAME=VALUE, as #define; of a .cu file");
    add_parsed(app, architecture, options.architecture, parse_virtual_architecture,
        "Virtual architecture that a .cu file is compiled for")
        ->default_str("compute_75");
}

} // namespace warpstage::cli
