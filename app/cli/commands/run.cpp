// `warpstage run`: a kernel of the user's own, on a GPU or on the virtual machine.
#include "app/cli/command.h"
#include "app/cli/run/job_options.h"
#include "core/analysis/recording/traced_kernel.h"
#include "core/arch/traits.h"
#include "core/engine/gpu/gpu_engine.h"
#include "core/kernel_run/job_report.h"
#include "core/problem/expressions/expression.h"

namespace warpstage::cli {

namespace {

struct KernelOptions {
    std::filesystem::path file; // .cu or .ptx
    std::string kernel; // empty: the only one of the file
    std::string grid = "1"; // "X[,Y[,Z]]"
    std::string block = "1";
    std::string shared = "0"; // bytes
    std::vector<std::string> arguments; // see core/kernel_run/argument_spec.h
    std::vector<Define> defines;
    std::uint32_t architecture = 75; // compute_75
    std::vector<kernel_run::PrintedBuffer> prints;
    bool trace = false;
    std::uint64_t traced_block = 0;
    bool json = false;
    std::vector<std::string> symbols; // see core/kernel_run/symbols.h
    std::vector<std::string> printed_symbols;
    std::uint64_t budget = std::uint64_t { 1 } << 40; // warp instructions of one block
    std::uint32_t warp_width = 32;
};

void print_diagnostics(const std::vector<gpu::Diagnostic>& diagnostics)
{
    for (const auto& diagnostic : diagnostics)
        fmt::print(stderr, "{}", gpu::to_text(diagnostic));
}

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

Result<kernel_run::JobOutcome> run_job(const Common& common, const KernelOptions& options, const kernel_run::KernelJob& job)
{
    constexpr std::uint32_t kRepetitions = 5;
    constexpr std::uint32_t kGpuWarp = 32;
    if (common.engine == engine::EngineKind::gpu && options.warp_width != kGpuWarp)
        return Error { fmt::format(
            "--warp-width {} is for the virtual machine: the warps of a GPU have {} lanes.", options.warp_width, kGpuWarp) };
    const bool uses_symbols = !options.symbols.empty() || !options.printed_symbols.empty();
    if (common.engine == engine::EngineKind::gpu && uses_symbols)
        return Error { "--set-symbol and --print-symbol are for the virtual machine; use them with --engine vm." };
    if (common.engine != engine::EngineKind::vm && options.warp_width == kGpuWarp && common.vm == engine::VmSettings {}
        && !uses_symbols) {
        const auto gpu = engine::make_gpu_engine(common.gpu);
        if (gpu)
            return kernel_run::run_on_gpu(job, **gpu, kRepetitions);
        if (common.engine == engine::EngineKind::gpu)
            return gpu.error();
    }
    return kernel_run::run_on_vm(job, { options.budget, options.warp_width, common.vm });
}

analysis::TracedKernel record_job(const Common& common, const KernelOptions& options, const kernel_run::KernelJob& job)
{
    auto request = analysis::recording_request(job.source.lesson, {}, job.plan, arch::traits_of({ 9, 0 }));
    request.block = options.traced_block;
    request.warp_width = options.warp_width;
    request.instruction_budget = options.budget;
    request.checks = common.vm.checks;
    return { or_refuse(analysis::record(request)), job.launch().grid, job.launch().block, request.traits };
}

int run_kernel(const Common& common, const KernelOptions& options)
{
    if (!options.defines.empty() && options.file.extension() == ".ptx")
        refuse(fmt::format("--define is for CUDA text; {} is compiled already.", options.file.filename().string()));
    auto loaded = kernel_run::load_source({ options.file, options.kernel, options.defines, options.architecture });
    if (!loaded.source) {
        const int status = report_refusal(loaded.source.error().message);
        print_diagnostics(loaded.diagnostics);
        return status;
    }
    const auto job = or_refuse(kernel_run::make_job(*std::move(loaded.source),
        { options.grid, options.block, options.shared, options.arguments, names_of(options.defines), options.symbols,
            options.printed_symbols }));
    for (const auto& symbol : job.unset_symbols)
        fmt::print(stderr,
            "warpstage: warning: kernel `{0}` reads the variable `{1}`, which has no initial value and is zero. If a program "
            "sets it "
            "with cudaMemcpyToSymbol, use --set-symbol {1}:TYPE[COUNT]=CONTENTS.\n",
            job.kernel_name(), symbol);
    const auto shown = or_refuse(kernel_run::shown_buffers(job, options.prints));
    std::optional<analysis::TracedKernel> traced;
    if (options.trace)
        traced = record_job(common, options, job);
    const auto outcome = or_refuse(run_job(common, options, job));

    print_diagnostics(loaded.diagnostics); // warnings
    if (options.json) {
        auto json = to_json(job, outcome, shown);
        if (traced)
            json["trace"] = to_json(*traced);
        print_json(json);
    } else {
        // What a kernel wrote before it did wrong helps to find out why.
        fmt::print("{}", outcome.fault ? outcome.output : to_text(job, outcome, shown));
        if (traced)
            fmt::print("\n{}", to_text(*traced, job.source.lesson->id, *job.source.lesson));
    }
    if (outcome.fault) {
        fmt::print(stderr, "warpstage: {}\n", *outcome.fault);
        return kDiffers;
    }
    return kSuccess;
}

} // namespace

void add_run(CommandLine& line)
{
    auto& app = line.add("run", "Runs a kernel of your own, on a GPU or on the virtual machine");
    auto& options = line.options_of(app, run_kernel);
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
    add_parsed_list(app, "--define", options.defines, parse_define, "NAME=VALUE, as #define; of a .cu file");
    add_parsed(
        app, "--arch", options.architecture, parse_virtual_architecture, "Virtual architecture that a .cu file is compiled for")
        ->default_str("compute_75");
    add_parsed_list(app, "--print", options.prints, parse_print,
        "NAME[:COUNT]: print the first elements of a buffer; those of `out` are printed anyway");
    app.add_option("--set-symbol", options.symbols,
           "NAME:TYPE=VALUE or NAME:TYPE[COUNT]=CONTENTS: what a __constant__ or __device__ variable holds before the launch, as "
           "in scale:f32=2 or weights:f32[9]=ones")
        ->allow_extra_args(false);
    app.add_option("--print-symbol", options.printed_symbols,
           "NAME:TYPE[COUNT]: print a __constant__ or __device__ variable after the run (default: its first 8 elements)")
        ->allow_extra_args(false);
    app.add_flag("--trace", options.trace, "What warps, banks and sectors did in one block, as `warpstage trace` tells it");
    add_recorded_block(app, options.traced_block, "--trace-block");
    add_json(app, options.json);
    app.add_option("--budget", options.budget, "Warp instructions of a block after which a kernel counts as endless")
        ->check(CLI::Range(std::uint64_t { 1 }, std::uint64_t { 1 } << 50));
    add_warp_width(app, options.warp_width, "Lanes of a warp on the virtual machine");
    add_vm_settings(app, line.common().vm);
}

} // namespace warpstage::cli
