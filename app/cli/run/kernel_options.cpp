#include "app/cli/run/kernel_options.h"

#include "core/problem/expressions/expression.h"

namespace warpstage::cli {

namespace {

constexpr const char* kOne = "1";

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

kernel_run::SourceRequest source_request(const KernelOptions& options)
{
    kernel_run::SourceRequest request { options.file, options.launches.front().kernel.value_or(""),
        options.compilation.resolved() };
    for (std::size_t i = 1; i < options.launches.size(); ++i)
        request.further.push_back(options.launches[i].kernel.value_or(""));
    return request;
}

kernel_run::LaunchRequest launch_request(const KernelOptions& options)
{
    const auto& first = options.launches.front();
    kernel_run::LaunchRequest request { first.grid.value_or(kOne), first.block.value_or(kOne), first.shared.value_or("0"),
        first.arguments, names_of(options.compilation.cuda.defines), options.symbols, options.printed_symbols };
    for (std::size_t i = 1; i < options.launches.size(); ++i) {
        const auto& launch = options.launches[i];
        request.further.push_back(
            { launch.grid.value_or(kOne), launch.block.value_or(kOne), launch.shared.value_or("0"), launch.arguments });
    }
    request.buffers = options.buffers;
    return request;
}

// An option of the current launch. Its value is taken when it is parsed, because `--then` may follow.
CLI::Option* add_launch_option(CLI::App& app, const std::string& name, KernelOptions& options,
    std::optional<std::string> LaunchOptions::*member, const std::string& help)
{
    const auto take = [&options, name, member](const std::string& text) {
        auto& value = options.launches.back().*member;
        if (value)
            refuse(
                fmt::format("`{}` is given twice for one launch. Write `--then` before the options of the next launch.", name));
        value = text;
    };
    return app.add_option_function<std::string>(name, take, help)->trigger_on_parse();
}

} // namespace

std::optional<LoadedJob> load_job(const KernelOptions& options, bool json, int& status)
{
    const auto request = source_request(options);
    if (options.compilation.given() && options.file.extension() == ".ptx")
        refuse(fmt::format(
            "Options of the compiler require a .cu file, but {} is already compiled.", options.file.filename().string()));
    auto loaded = kernel_run::load_source(request);
    if (!loaded.source) {
        status = report_refusal(loaded.source.error().message);
        print_diagnostics(loaded.diagnostics);
        if (json)
            print_json({ { "error",
                { { "sentence", loaded.source.error().message }, { "diagnostics", diagnostics_json(loaded.diagnostics) } } } });
        return std::nullopt;
    }
    return LoadedJob { or_refuse(kernel_run::make_job(*std::move(loaded.source), launch_request(options))),
        std::move(loaded.diagnostics) };
}

Result<kernel_run::KernelJob> job_of_copy(const KernelOptions& options, const std::filesystem::path& copy)
{
    auto request = source_request(options);
    const auto folder = request.file.parent_path();
    request.compilation.include_folders.insert(
        request.compilation.include_folders.begin(), folder.empty() ? std::filesystem::path { "." } : folder);
    request.file = copy;
    auto loaded = kernel_run::load_source(request);
    if (!loaded.source)
        return loaded.source.error();
    return kernel_run::make_job(*std::move(loaded.source), launch_request(options));
}

void add_kernel_options(CLI::App& app, KernelOptions& options, const std::string& architecture)
{
    app.add_option("FILE", options.file, "A .cu file, compiled with NVRTC or nvcc, or a .ptx file")->required();
    add_launch_option(app, "--kernel", options, &LaunchOptions::kernel,
        "Kernel to run, for example saxpy, 'reduce<256>', 'twice(int*)' or _Z5twicePi; required if the file contains more "
        "than one kernel");
    add_launch_option(app, "--grid", options, &LaunchOptions::grid,
        "Grid size in blocks, X[,Y[,Z]]; expressions can use arguments and definitions, for example (n+255)/256")
        ->default_str(kOne);
    add_launch_option(app, "--block", options, &LaunchOptions::block, "Block size in threads, X[,Y[,Z]]")->default_str(kOne);
    add_launch_option(app, "--shared", options, &LaunchOptions::shared, "Dynamic shared memory per block in bytes")
        ->default_str("0");
    app.add_option_function<std::string>(
           "--arg", [&options](const std::string& text) { options.launches.back().arguments.push_back(text); },
           "Kernel argument, in the order of the parameters: [NAME:]TYPE=VALUE or [NAME:]TYPE[COUNT]=CONTENTS, for example "
           "n:s32=1024, x:f32[n]=random:7, y:f32[n]=out; structure: {MEMBER,...}; texture or surface: "
           "KIND[,OPTION...]:TEXEL[SIZES]=CONTENTS, for example tex2d,linear:u8x4[64,64]=random:7; address in a buffer of a "
           "preceding argument or launch: @x or @x+256 (elements); array of pointers: ptr[2]=list:@x,@y; contents: zero, ones, "
           "iota, value:V, list:V,V,..., random:SEED[:LOW:HIGH], each:EXPRESSION, file:PATH, out, unwritten")
        ->trigger_on_parse();
    app.add_option("--buffer", options.buffers,
           "Buffer that no parameter is, as NAME:TYPE[COUNT]=CONTENTS, before the launches. Its address is @NAME in the "
           "arguments: for a float**, --buffer a:f32[8]=iota --buffer b:f32[8]=ones --arg rows:ptr[2]=list:@a,@b")
        ->allow_extra_args(false);
    app.add_flag_callback(
           "--then", [&options] { options.launches.emplace_back(); },
           "Begin the options of the next launch: --kernel, --grid, --block, --shared and --arg; launches run in order")
        ->trigger_on_parse();
    app.add_option("--set-symbol", options.symbols,
           "Initial value of a __constant__ or __device__ variable, NAME:TYPE=VALUE or NAME:TYPE[COUNT]=CONTENTS, for example "
           "scale:f32=2 or weights:f32[9]=ones")
        ->allow_extra_args(false);
    add_compile_options(app, options.compilation, architecture);
    add_compiler_words(app, options.compilation);
}

} // namespace warpstage::cli
