// `warpstage exec`: runs a CUDA program on the virtual device, without a GPU.
#include "app/cli/command.h"
#include "app/cli/exec/program_process.h"
#include "core/base/whole_file.h"
#include "core/runtime/launch_record.h"
#include "core/runtime/program/program_file.h"
#include "core/runtime/settings.h"
#include "core/sass/toolkit.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

struct ExecOptions {
    const CLI::App* app = nullptr; // its remaining words: PROGRAM and its arguments
    std::string architecture = "H200";
    engine::VmSettings vm;
    bool report = false;
    fs::path json;
    fs::path csv;
};

// A folder that is removed in the end.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string pattern = (fs::temp_directory_path() / "warpstage-exec-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr)
            refuse(fmt::format("Cannot create a temporary folder in `{}`.", fs::temp_directory_path().string()));
        m_path = pattern;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

// The first of the folders that contains the executable file.
std::optional<fs::path> find_program(const std::vector<fs::path>& folders, const std::string& name)
{
    for (const fs::path& folder : folders) {
        std::error_code ignored;
        if (fs::is_regular_file(folder / name, ignored) && ::access((folder / name).c_str(), X_OK) == 0)
            return folder / name;
    }
    return std::nullopt;
}

// With a slash or in this folder, as gdb and ncu accept it, else from PATH.
fs::path program_path(const std::string& word)
{
    if (const auto here = find_program({ fs::current_path() }, word))
        return *here;
    if (word.find('/') == std::string::npos) {
        if (const auto found = find_program(toolkit_folders(), word))
            return *found;
    }
    std::error_code ignored;
    refuse(fs::exists(word, ignored) ? fmt::format("`{}` is not an executable file.", word)
                                     : fmt::format("There is no program `{}`.", word));
}

// The words after a .cu file: -I, -D and everything after `--` are for nvcc, the others for the program.
struct CompiledProgram {
    fs::path source;
    std::vector<std::string> compiler;
    std::vector<std::string> arguments;
};

CompiledProgram split_words(const std::vector<std::string>& words)
{
    CompiledProgram program { words.front(), {}, {} };
    bool for_compiler = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--" && !for_compiler) {
            for_compiler = true;
        } else if (for_compiler || word.starts_with("-I") || word.starts_with("-D")) {
            program.compiler.push_back(word);
            if (!for_compiler && word.size() == 2 && i + 1 < words.size())
                program.compiler.push_back(words[++i]);
        } else {
            program.arguments.push_back(word);
        }
    }
    return program;
}

// Newer PTX than compute_80 only has instructions that programs ask for by name.
constexpr std::uint32_t kCompiledFor = 80;

fs::path compile(const CompiledProgram& program, const arch::Traits& traits, const fs::path& folder)
{
    const auto nvcc = find_program(toolkit_folders(), "nvcc");
    if (!nvcc)
        refuse("A `.cu` file requires nvcc. Install the CUDA Toolkit, or set CUDA_HOME to its folder.");
    const fs::path output = folder / program.source.stem();
    const std::uint32_t capability = traits.capability.major * 10 + traits.capability.minor;
    std::vector<std::string> arguments { "-cudart", "shared", "-lineinfo", "-o", output.string(), program.source.string() };
    const bool chosen = std::ranges::any_of(program.compiler, [](const std::string& word) {
        return word.starts_with("-arch") || word.starts_with("-gencode") || word.starts_with("--gpu");
    });
    if (!chosen)
        arguments.push_back(fmt::format("-arch=compute_{}", std::min(capability, kCompiledFor)));
    arguments.insert(arguments.end(), program.compiler.begin(), program.compiler.end());
    if (or_refuse(run_in_terminal({ *nvcc, arguments })) != 0)
        refuse(fmt::format("nvcc cannot compile `{}`.", program.source.string()));
    return output;
}

// libcudart of the virtual device: beside the program in a build folder, or installed.
fs::path runtime_folder()
{
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const fs::path& folder : { program / "runtime", program.parent_path() / "lib" / "warpstage" / "runtime" }) {
        if (fs::exists(folder / "libcudart.so.13", ignored))
            return folder;
    }
    refuse("The runtime library of the virtual device is missing. Reinstall warpstage.");
}

std::vector<runtime::LaunchRecord> read_records(const fs::path& file)
{
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    return or_refuse(runtime::parse_records(text.str()));
}

// On a terminal, one line about a launch that takes long.
class LaunchProgress {
public:
    explicit LaunchProgress(fs::path records)
        : m_records(std::move(records))
    {
    }

    void show()
    {
        constexpr std::uintmax_t kMost = 1U << 20; // a program with that many launches has short ones
        std::error_code failed;
        const auto bytes = fs::file_size(m_records, failed);
        if (failed || bytes > kMost || ::isatty(STDERR_FILENO) != 1)
            return;
        if (bytes != m_bytes) {
            clear();
            m_bytes = bytes;
            m_since = std::chrono::steady_clock::now();
            return;
        }
        const auto time = std::chrono::steady_clock::now() - m_since;
        constexpr std::chrono::seconds kLong { 2 };
        const auto records = read_records(m_records);
        if (time < kLong || records.empty() || records.back().finished)
            return;
        const auto& record = records.back();
        fmt::print(stderr, "\r\033[Klaunch {}: {}, grid {}, block {}: {} s", record.number, record.kernel,
            text::extent(record.grid), text::extent(record.block),
            std::chrono::duration_cast<std::chrono::seconds>(time).count());
        std::fflush(stderr);
        m_shown = true;
    }

    void clear()
    {
        if (m_shown)
            fmt::print(stderr, "\r\033[K");
        m_shown = false;
    }

private:
    fs::path m_records;
    std::uintmax_t m_bytes = 0;
    std::chrono::steady_clock::time_point m_since = std::chrono::steady_clock::now();
    bool m_shown = false;
};

void write_report(const fs::path& file, const std::string& text)
{
    if (const auto written = write_whole_file(file, text); !written)
        refuse(fmt::format("Cannot write `{}`: {}.", file.string(), written.error().message));
}

void report(const ExecOptions& options, const std::vector<runtime::LaunchRecord>& records, std::string_view gpu)
{
    if (options.report)
        fmt::print(stderr, "{}", runtime::to_text(records, gpu));
    if (!options.json.empty()) {
        nlohmann::json json { { "gpu", gpu }, { "launches", nlohmann::json::array() } };
        for (const auto& record : records)
            json["launches"].push_back(to_json(record));
        write_report(options.json, json.dump(2) + '\n');
    }
    if (!options.csv.empty())
        write_report(options.csv, runtime::to_csv(records));
}

int exec(const Common& /*common*/, const ExecOptions& options)
{
    const auto words = options.app->remaining();
    if (words.empty())
        refuse("`warpstage exec` requires a program or a `.cu` file.");
    if (words.front().starts_with('-'))
        refuse(fmt::format("Unknown option `{}`. Run `warpstage exec --help` for a list of options.", words.front()));
    const auto architecture = or_refuse(arch::parse_architecture(options.architecture));
    const TemporaryFolder folder;
    ProgramCommand command { .program = {}, .arguments = { words.begin() + 1, words.end() } };
    if (words.front().ends_with(".cu")) {
        const auto program = split_words(words);
        command.program = compile(program, *architecture.traits, folder.path());
        command.arguments = program.arguments;
    } else {
        command.program = program_path(words.front());
    }
    or_refuse(runtime::check_program(or_refuse(runtime::read_program_file(command.program)), words.front()));

    const bool observed = options.report || !options.json.empty() || !options.csv.empty();
    const fs::path file = folder.path() / "launches.jsonl";
    command.libraries = runtime_folder();
    command.environment = { { runtime::kSettingsVariable,
        runtime::write_settings({ options.architecture, options.vm.checks, options.vm.scheduling,
            observed ? runtime::Observation::sampled : runtime::Observation::none, file.string() }) } };
    LaunchProgress progress(file);
    const int status = or_refuse(run_in_terminal(command, [&] { progress.show(); }));
    progress.clear();
    const auto records = read_records(file);
    report(options, records, architecture.assumed_gpu().name);
    const bool faulted = std::ranges::any_of(records, [](const auto& record) { return record.fault.has_value(); });
    return faulted ? kDiffers : status;
}

} // namespace

void add_exec(CommandLine& line)
{
    auto& app = line.add("exec",
        "Run a CUDA program on the virtual device, without a GPU. After the options: PROGRAM [ARGUMENTS] for a program that nvcc "
        "has linked with -cudart shared, or FILE.cu [-I FOLDER] [-D NAME] [ARGUMENTS] [-- NVCC-OPTIONS]. Exit status: that of "
        "the program, or 1 if a kernel has a fault");
    app.fallthrough(false);
    app.prefix_command();
    auto& options = line.options_of(app, exec);
    options.app = &app;
    add_architecture(app, options.architecture, "; the program sees this device");
    add_vm_settings(app, options.vm);
    app.add_flag("--report", options.report,
        "Print each launch to standard error: instructions, lanes, wavefronts, sectors, estimated time and limiter");
    app.add_option("--report-json", options.json, "Write the report to this file as JSON");
    app.add_option("--report-csv", options.csv, "Write the report to this file as CSV");
}

} // namespace warpstage::cli
