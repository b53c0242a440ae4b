#include "app/cli/exec/program_run.h"

#include "app/cli/command.h"
#include "app/cli/standard_streams.h"
#include "core/arch/architecture.h"
#include "core/base/json_text.h"
#include "core/base/process/interrupt.h"
#include "core/base/process/programs.h"
#include "core/base/process/supervised_run.h"
#include "core/base/temporary_folder.h"
#include "core/base/user_folders.h"
#include "core/kernel_run/program_source.h"
#include "core/runtime/program/program_file.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

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

SupervisedEnd run_in_terminal(
    const ProcessStart& start, LeftBehind left_behind, const std::function<void()>& tick = [] {})
{
    auto end = run_supervised(start, left_behind, tick);
    if (!end)
        refuse(fmt::format("Cannot start `{}`: {}.", start.program, end.error().message));
    return *end;
}

// Names the signal that ended the program, as a shell does for programs that it has started. Ctrl+C and a closed pipe need no
// words.
void report_signal(const ProcessEnd& end, const fs::path& program)
{
    if (end.signal == 0 || end.signal == SIGINT || end.signal == SIGPIPE)
        return;
    const std::string_view hint =
        end.signal == SIGKILL ? " This happens when the memory of the computer is full: choose a smaller input." : "";
    warn(fmt::format("Signal {} ({}) ended `{}`.{}", end.signal, strsignal(end.signal), program.filename().string(), hint));
}

// The variable with which the loader finds libraries in the folder first.
std::pair<std::string, std::string> searched_first(const fs::path& folder)
{
    const auto before = environment("LD_LIBRARY_PATH");
    return { "LD_LIBRARY_PATH", folder.string() + (before ? ":" + *before : "") };
}

// The words after a .cu file: more source files, then arguments of the program; -I, -D and everything after `--` are for nvcc.
struct CompiledProgram {
    std::vector<fs::path> sources; // a .cu file and all that follow it and can be compiled or linked with it
    std::vector<std::string> compiler;
    std::vector<std::string> arguments;
};

bool is_source(const fs::path& word)
{
    constexpr std::array<std::string_view, 6> kEndings { ".cu", ".cpp", ".cc", ".cxx", ".c", ".o" };
    std::error_code ignored;
    return std::ranges::find(kEndings, word.extension().string()) != kEndings.end() && fs::is_regular_file(word, ignored);
}

CompiledProgram split_words(const std::vector<std::string>& words)
{
    CompiledProgram program { { words.front() }, {}, {} };
    bool for_compiler = false;
    bool for_program = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--" && !for_compiler) {
            for_compiler = true;
        } else if (for_compiler || word.starts_with("-I") || word.starts_with("-D")) {
            program.compiler.push_back(word);
            if (!for_compiler && word.size() == 2 && i + 1 < words.size())
                program.compiler.push_back(words[++i]);
        } else if (!for_program && is_source(word)) {
            program.sources.emplace_back(word);
        } else {
            for_program = true;
            program.arguments.push_back(word);
        }
    }
    return program;
}

// Newer PTX than compute_80 only has instructions that programs ask for by name.
constexpr std::uint32_t kCompiledFor = 80;

fs::path compile(const CompiledProgram& program, const arch::Traits& traits, const fs::path& folder)
{
    for (const fs::path& file : program.sources) {
        std::error_code ignored;
        if (!fs::exists(file, ignored))
            refuse(fmt::format("The file `{}` does not exist.", file.string()));
        if (!fs::is_regular_file(file, ignored)) // nvcc would wait for the other end of a pipe
            refuse(fmt::format("`{}` is a folder, a pipe or a device. Give the path of a file.", file.string()));
    }
    const auto nvcc = find_program(toolkit_folders(), "nvcc");
    if (!nvcc)
        refuse("A `.cu` file requires nvcc. Install the CUDA Toolkit, or set CUDA_HOME to its folder.");
    std::vector<kernel_run::ProgramSource> sources;
    for (const fs::path& file : program.sources) {
        auto source = file.extension() == ".o" ? std::nullopt : kernel_run::read_program_source(file);
        if (source)
            sources.push_back(*std::move(source));
    }
    for (const kernel_run::ProgramSource& source : sources)
        if (const std::string problem = kernel_run::host_library_problem(source); !problem.empty())
            refuse(problem);
    const fs::path output = folder / program.sources.front().stem();
    const std::uint32_t capability = traits.capability.major * 10 + traits.capability.minor;
    std::vector<std::string> arguments { "-cudart", "shared", "-lineinfo", "-o", output.string() };
    for (const fs::path& file : program.sources)
        arguments.push_back(file.string());
    const bool chosen = std::ranges::any_of(program.compiler, [](const std::string& word) {
        return word.starts_with("-arch") || word.starts_with("-gencode") || word.starts_with("--gpu");
    });
    if (!chosen)
        arguments.push_back(fmt::format("-arch=compute_{}", std::min(capability, kCompiledFor)));
    const bool links_device_code = std::ranges::any_of(program.compiler, [](const std::string& word) {
        return word.starts_with("-rdc") || word.starts_with("--relocatable-device-code") || word == "-dc";
    });
    const auto device_files =
        std::ranges::count(program.sources, ".cu", [](const fs::path& file) { return file.extension().string(); });
    if (!links_device_code
        && (device_files > 1 || std::ranges::any_of(sources, &kernel_run::ProgramSource::launches_from_kernels)))
        arguments.emplace_back("-rdc=true");
    arguments.insert(arguments.end(), program.compiler.begin(), program.compiler.end());
    const auto compiled = run_in_terminal(
        { .program = nvcc->string(), .arguments = std::move(arguments), .environment = { { "TMPDIR", folder.string() } } },
        LeftBehind::ends); // its own files are removed with ours
    if (compiled.interrupted || compiled.end.signal == SIGINT)
        std::_Exit(kInterrupted); // without a word; the temporary folder is removed nevertheless
    if (compiled.end.status != 0) {
        for (const kernel_run::ProgramSource& source : sources)
            for (const std::string& sentence : kernel_run::removed_names(source))
                warn(sentence);
        refuse(fmt::format("nvcc cannot compile `{}`.", program.sources.front().string()));
    }
    return output;
}

// libcudart of the virtual device: beside the program in a build folder, or installed.
fs::path runtime_folder()
{
    std::error_code ignored;
    for (const fs::path& folder : program_folders()) {
        if (fs::exists(folder / "runtime" / "libcudart.so.13", ignored))
            return folder / "runtime";
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

// The last record of the file; nothing if it has none.
std::optional<runtime::LaunchRecord> last_record(const fs::path& file, std::uintmax_t bytes)
{
    constexpr std::uintmax_t kMax = 1U << 16; // a record with the longest name of a kernel
    std::ifstream stream(file);
    stream.seekg(static_cast<std::streamoff>(bytes - std::min(bytes, kMax)));
    std::stringstream text;
    text << stream.rdbuf();
    const std::string lines = text.str();
    const std::size_t end = lines.rfind('\n');
    if (end == std::string::npos)
        return std::nullopt;
    const std::size_t before = end == 0 ? std::string::npos : lines.rfind('\n', end - 1);
    const auto records = runtime::parse_records(std::string_view(lines).substr(before == std::string::npos ? 0 : before + 1));
    return records && !records->empty() ? std::optional { records->back() } : std::nullopt;
}

// One line about a launch, or many launches, that take long: on a terminal it is kept up to date, elsewhere it is printed once.
class LaunchProgress {
public:
    explicit LaunchProgress(fs::path records)
        : m_records(std::move(records))
    {
    }

    void show()
    {
        constexpr std::chrono::seconds kLongOnTerminal { 2 };
        constexpr std::chrono::seconds kLong { 10 };
        std::error_code failed;
        const auto bytes = fs::file_size(m_records, failed);
        if (failed || bytes == m_bytes)
            return;
        m_bytes = bytes;
        const auto record = last_record(m_records, bytes);
        if (!record || record->finished)
            return clear();
        if (::isatty(STDERR_FILENO) == 1) {
            if (record->before + record->emulated < kLongOnTerminal)
                return;
            print_error("\r\033[K" + runtime::progress_line(*record));
            m_shown = true;
        } else if (record->emulated >= kLong && m_printed != record->number) {
            m_printed = record->number;
            print_error(runtime::progress_text(*record) + '\n');
        } else if (record->before + record->emulated >= kLong && m_printed == 0) {
            m_printed = record->number;
            print_error(runtime::launches_text(*record) + '\n');
        }
    }

    void clear()
    {
        if (m_shown)
            print_error("\r\033[K");
        m_shown = false;
    }

private:
    fs::path m_records;
    std::uintmax_t m_bytes = 0;
    std::uint64_t m_printed = 0; // the number of the launch
    bool m_shown = false;
};

// Whether the program opens the libraries of CUDA while it runs, as an interpreter does for its modules. These look up functions
// of NVRTC and nvJitLink among those of the loaded libraries first.
bool opens_cuda(const runtime::ProgramFile& program)
{
    return std::ranges::none_of(program.libraries, [](const std::string& library) { return library.starts_with("libcuda"); });
}

// The variable with which the loader loads the library in front of all others.
std::pair<std::string, std::string> preloaded(const fs::path& library)
{
    const char* before = std::getenv("LD_PRELOAD");
    return { "LD_PRELOAD", library.string() + (before == nullptr ? "" : fmt::format(":{}", before)) };
}

// For modules of Python that keep machine code for a GPU, or make it without NVRTC and nvJitLink.
void set_up_modules(ProcessStart& command)
{
    const fs::path cache = user_folder("XDG_CACHE_HOME", ".cache");
    std::error_code ignored; // PyCUDA does not create its folder
    fs::create_directories(cache / "pycuda", ignored);
    const fs::path tools = runtime_folder() / "tools";
    const std::string assembler = (tools / "ptxas").string();
    for (const auto& [name, value] : {
             std::pair { "CUPY_CACHE_DIR", (cache / "cupy").string() },
             std::pair { "CUPY_ACCELERATORS", std::string {} }, // without CUB, whose kernels in CuPy are machine code
             std::pair { "NVCC", (tools / "nvcc").string() }, // CuPy otherwise takes that of the CUDA Toolkit
             std::pair { "PYCUDA_CACHE_DIR", (cache / "pycuda").string() },
             std::pair { "TRITON_CACHE_DIR", (cache / "triton").string() }, std::pair { "TRITON_PTXAS_PATH", assembler },
             std::pair { "TRITON_PTXAS_BLACKWELL_PATH", assembler }, // for compute capability 9.0 and later
         })
        if (!environment(name))
            command.environment.emplace_back(name, value);
    command.environment.emplace_back("PATH", fmt::format("{}:{}", tools.string(), environment("PATH").value_or(""))); // for nvcc
}

// `folder`: for the compiled program.
ProcessStart program_command(std::string_view command_name, const std::vector<std::string>& words,
    const std::string& architecture_name, const fs::path& folder, runtime::StaticRuntime own)
{
    if (words.empty())
        refuse(fmt::format("`warpstage {}` requires a program or a `.cu` file.", command_name));
    if (words.front().starts_with('-'))
        refuse(fmt::format("Unknown option `{}`. Run `warpstage {} --help` for a list of options.", words.front(), command_name));
    const auto architecture = or_refuse(arch::parse_architecture(architecture_name));
    if (folder.empty())
        refuse(fmt::format("Cannot create a temporary folder in `{}`.", fs::temp_directory_path().string()));
    ProcessStart command { .program = {}, .arguments = { words.begin() + 1, words.end() } };
    if (words.front().ends_with(".cu")) {
        const auto program = split_words(words);
        command.program = compile(program, *architecture.traits, folder).string();
        command.arguments = program.arguments;
    } else {
        command.program = program_path(words.front()).string();
    }
    const auto file = or_refuse(runtime::read_program_file(command.program));
    or_refuse(runtime::check_program(file, words.front(), own));
    if (runtime::uses_nvrtc(file) || opens_cuda(file))
        command.environment.push_back(preloaded(runtime_folder() / "libwarpstage_device.so"));
    if (opens_cuda(file))
        set_up_modules(command);
    return command;
}

} // namespace

ProgramOutcome run_on_virtual_device(
    std::string_view command_name, const std::vector<std::string>& words, runtime::Settings settings)
{
    const TemporaryFolder folder;
    auto command =
        program_command(command_name, words, settings.architecture, folder.path(), runtime::StaticRuntime::is_replaced);
    const fs::path file = folder.path() / "launches.jsonl";
    settings.record_file = file.string();
    command.environment.push_back(searched_first(runtime_folder()));
    command.environment.emplace_back(runtime::kSettingsVariable, runtime::write_settings(settings));
    LaunchProgress progress(file);
    const ProcessEnd end = run_in_terminal(command, LeftBehind::remains, [&] { progress.show(); }).end;
    progress.clear();
    report_signal(end, command.program);
    return { end.status, read_records(file) };
}

int run_interposed(std::string_view command_name, const std::vector<std::string>& words, const std::string& architecture,
    const runtime::CaptureSettings& settings)
{
    const TemporaryFolder folder;
    auto command = program_command(command_name, words, architecture, folder.path(), runtime::StaticRuntime::stays);
    const fs::path library = runtime_folder() / "libwarpstage_capture.so";
    command.environment = { preloaded(library), { "WARPSTAGE_CAPTURE", json_text(to_json(settings)) } };
    const ProcessEnd end = run_in_terminal(command, LeftBehind::remains).end;
    report_signal(end, command.program);
    return end.status;
}

} // namespace warpstage::cli
