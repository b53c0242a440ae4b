#include "app/cli/run/compile_options.h"

#include "app/cli/option_groups.h"
#include "app/cli/standard_streams.h"

namespace warpstage::cli {

bool CompileOptions::given() const
{
    return !cuda.defines.empty() || !cuda.include_folders.empty() || !standard.empty() || !words.empty();
}

kernel_run::CudaOptions CompileOptions::resolved() const
{
    if (!words.empty() && !words.front().starts_with('-'))
        refuse(fmt::format("Unexpected argument `{}`. Options of the compiler begin with `-` and follow `--`.", words.front()));
    auto resolved = cuda;
    if (!standard.empty())
        resolved.flags.push_back("-std=" + standard);
    resolved.flags.insert(resolved.flags.end(), words.begin(), words.end());
    return resolved;
}

void add_compile_options(CLI::App& app, CompileOptions& options, const std::string& architecture)
{
    using kernel_run::Compiler;
    add_parsed_list(
        app, "-D,--define", options.cuda.defines, parse_define, "Preprocessor definition for a .cu file, NAME[=VALUE]");
    app.add_option("-I,--include", options.cuda.include_folders, "Folder of headers for a .cu file; may be repeated")
        ->allow_extra_args(false);
    app.add_option("--std", options.standard, "C++ standard of a .cu file, for example c++20 (default: c++17)");
    add_parsed(app, architecture, options.cuda.architecture, parse_virtual_architecture,
        "Virtual architecture for which a .cu file is compiled, for example compute_90a")
        ->default_str("compute_75");
    add_choice<Compiler>(app, "--compiler", options.cuda.compiler,
        { { "auto", Compiler::automatic }, { "nvrtc", Compiler::nvrtc }, { "nvcc", Compiler::nvcc } },
        "Compiler of a .cu file: auto, nvrtc or nvcc; auto selects NVRTC, and nvcc if NVRTC is not installed or refuses the "
        "file, for example because of host code")
        ->default_str("auto");
}

void add_compiler_words(CLI::App& app, CompileOptions& options)
{
    app.add_option("OPTION", options.words, "Options of the compiler, after `--`, for example -- --use_fast_math");
}

void print_diagnostics(const std::vector<gpu::Diagnostic>& diagnostics)
{
    for (const auto& diagnostic : diagnostics)
        print_error(printable(gpu::to_text(diagnostic)));
}

nlohmann::json diagnostics_json(const std::vector<gpu::Diagnostic>& diagnostics)
{
    auto json = nlohmann::json::array();
    for (const auto& diagnostic : diagnostics)
        json.push_back({ { "file", diagnostic.file }, { "line", diagnostic.line }, { "column", diagnostic.column },
            { "severity", gpu::name_of(diagnostic.severity) }, { "text", diagnostic.text },
            { "source_line", diagnostic.source_line } });
    return json;
}

} // namespace warpstage::cli
