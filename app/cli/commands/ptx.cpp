// `warpstage ptx`: lists the kernels of PTX and CUDA files and the instructions that the virtual machine does not support.
#include "app/cli/option_groups.h"
#include "app/cli/run/compile_options.h"
#include "core/kernel_run/ptx_report.h"

namespace warpstage::cli {

namespace {

struct PtxOptions {
    std::vector<std::filesystem::path> files; // then the words after `--`, of which the first is an option
    CompileOptions compilation;
    bool json = false;
};

int list_ptx(const Common& /*common*/, const PtxOptions& options)
{
    int status = kSuccess;
    auto json = nlohmann::json::array();
    bool is_first = true;
    auto compilation = options.compilation;
    const auto words = std::ranges::find_if(options.files, [](const auto& file) { return file.string().starts_with('-'); });
    for (auto word = words; word != options.files.end(); ++word)
        compilation.words.push_back(word->string());
    const auto cuda = compilation.resolved();
    for (const auto& path : std::span { options.files.begin(), words }) {
        const auto [file, diagnostics] = kernel_run::read_kernels(path, cuda);
        if (!file) {
            status = report_refusal(file.error().message);
            print_diagnostics(diagnostics);
            continue;
        }
        if (status == kSuccess && std::ranges::any_of(file->functions, [](const auto& of) { return !of.refused.empty(); }))
            status = kDiffers;
        if (options.json) {
            json.push_back(to_json(*file));
        } else {
            fmt::print("{}{}", is_first ? "" : "\n", to_text(*file));
            is_first = false;
        }
    }
    if (options.json)
        print_json(json);
    return status;
}

} // namespace

void add_ptx(CommandLine& line)
{
    auto& app = line.add("ptx",
        "List the kernels of PTX and CUDA files: parameters, registers, memory, instructions, and instructions that the virtual "
        "machine does not support; exit status 1 if a kernel uses one");
    auto& options = line.options_of(app, list_ptx);
    app.add_option("FILE", options.files, "PTX files, or .cu files, compiled with NVRTC or nvcc")->required();
    add_compile_options(app, options.compilation, "--arch");
    add_compiler_words(app, options.compilation); // CLI11 accepts `--` because of it, but gives the words to FILE
    add_json(app, options.json);
}

} // namespace warpstage::cli
