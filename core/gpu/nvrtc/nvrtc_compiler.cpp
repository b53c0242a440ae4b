#include "core/gpu/nvrtc/nvrtc_compiler.h"

#include "core/base/text.h"
#include "core/gpu/nvrtc/nvrtc_headers.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace warpstage::gpu {

namespace {

// nvrtc.h may be missing even if cuda.h is installed. Its nvrtcResult is an enum of int's size with 0 for success, its
// nvrtcProgram a pointer to an opaque structure.
using Status = int;
using Program = struct ProgramOfNvrtc*;
constexpr Status kDone = 0;
constexpr Status kInvalidOption = 5; // NVRTC_ERROR_INVALID_OPTION
constexpr Status kTextIsWrong = 6; // NVRTC_ERROR_COMPILATION

} // namespace

struct NvrtcCompiler::Functions {
    const char* (*error_string)(Status) = nullptr;
    Status (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
    Status (*destroy)(Program*) = nullptr;
    Status (*compile)(Program, int, const char* const*) = nullptr;
    Status (*log_size)(Program, std::size_t*) = nullptr;
    Status (*log)(Program, char*) = nullptr;
    Status (*ptx_size)(Program, std::size_t*) = nullptr;
    Status (*ptx)(Program, char*) = nullptr;
    Status (*add_name_expression)(Program, const char*) = nullptr;
    Status (*lowered_name)(Program, const char*, const char**) = nullptr;

    // False if the library lacks one.
    bool fill(void* library)
    {
        const auto take = [library](auto& function, const char* name) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
            return function != nullptr;
        };
        return take(error_string, "nvrtcGetErrorString") && take(create, "nvrtcCreateProgram")
            && take(destroy, "nvrtcDestroyProgram") && take(compile, "nvrtcCompileProgram")
            && take(log_size, "nvrtcGetProgramLogSize") && take(log, "nvrtcGetProgramLog") && take(ptx_size, "nvrtcGetPTXSize")
            && take(ptx, "nvrtcGetPTX") && take(add_name_expression, "nvrtcAddNameExpression")
            && take(lowered_name, "nvrtcGetLoweredName");
    }

    // The text from a pair of size and get functions; both include the terminating zero.
    [[nodiscard]] static std::string text_of(
        Program program, Status (*size)(Program, std::size_t*), Status (*content)(Program, char*))
    {
        std::size_t length = 0;
        if (size(program, &length) != kDone || length == 0)
            return {};
        std::string text(length, '\0');
        if (content(program, text.data()) != kDone)
            return {};
        text.resize(text.find_last_not_of('\0') + 1);
        return text;
    }
};

namespace {

std::vector<std::string> options_of(const CompileRequest& request, const std::vector<std::filesystem::path>& toolkit_folders)
{
    auto options = compile_options(request);
    options.push_back(fmt::format("--pre-include={}", kPrelude));
    options.emplace_back("--device-int128"); // as in nvcc
    auto folders = request.include_folders;
    std::ranges::copy(toolkit_folders, std::back_inserter(folders));
    for (const auto& folder : folders)
        options.push_back("--include-path=" + folder.string());
    return options;
}

constexpr std::string_view kNameMap = "__nv_name_map"; // the text in which NVRTC parses name expressions

bool is_host_code(const Diagnostic& diagnostic)
{
    const auto says = [&](std::string_view words) {
        return diagnostic.text.find(words) != std::string::npos;
    };
    return says("host functions are not allowed in JIT mode") || says("host variables are not allowed in JIT mode");
}

bool lacks_header(const Diagnostic& diagnostic)
{
    return diagnostic.text.find("cannot open source file") != std::string::npos;
}

bool lacks_name(const Diagnostic& diagnostic)
{
    return diagnostic.file != kNameMap && diagnostic.text.find("\" is undefined") != std::string::npos;
}

Error text_error(const CompileRequest& request, const std::vector<Diagnostic>& diagnostics)
{
    const auto first = std::ranges::find(diagnostics, Diagnostic::Severity::error, &Diagnostic::severity);
    if (first != diagnostics.end() && first->file == kNameMap)
        return { fmt::format("`{}` is not a kernel of {}: {}.", text::alternatives(request.name_expressions), request.name,
            std::string_view { first->text }.substr(0, first->text.find('\n'))) };
    // An unfinished declaration is taken for a host variable; then another error says what is missing.
    const auto host = std::ranges::find_if(diagnostics, is_host_code);
    const bool only_host_code = std::ranges::all_of(diagnostics, [](const Diagnostic& diagnostic) {
        return diagnostic.severity != Diagnostic::Severity::error || is_host_code(diagnostic) || lacks_name(diagnostic);
    });
    if (host != diagnostics.end() && only_host_code)
        return { fmt::format("{} has host code in line {}, but NVRTC compiles device code only.", request.name, host->line) };
    return compile_error(request, diagnostics);
}

// Owner of an NVRTC program.
class OpenProgram {
public:
    OpenProgram(Program program, Status (*destroy)(Program*))
        : m_program(program)
        , m_destroy(destroy)
    {
    }
    OpenProgram(const OpenProgram&) = delete;
    OpenProgram& operator=(const OpenProgram&) = delete;
    ~OpenProgram() { m_destroy(&m_program); }

    [[nodiscard]] Program get() const { return m_program; }

private:
    Program m_program;
    Status (*m_destroy)(Program*);
};

} // namespace

NvrtcCompiler::NvrtcCompiler(NvrtcInfo info, std::shared_ptr<const Functions> functions)
    : m_info(std::move(info))
    , m_functions(std::move(functions))
{
}

Result<NvrtcCompiler> NvrtcCompiler::load()
{
    return load(nvrtc_libraries());
}

Result<NvrtcCompiler> NvrtcCompiler::load(std::span<const std::filesystem::path> libraries)
{
    for (const auto& path : libraries) {
        const auto info = find_nvrtc(std::span { &path, 1 });
        if (!info)
            continue;
        // find_nvrtc() keeps it open; this only gets the handle again.
        void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        auto functions = std::make_shared<Functions>();
        if (library != nullptr && functions->fill(library))
            return NvrtcCompiler { *info, std::move(functions) };
    }
    return Error { "A .cu file requires NVRTC, the CUDA compiler as a library, which was not found. Install the CUDA Toolkit (or "
                   "only its package cuda-nvrtc) or set CUDA_HOME to its folder; .ptx files run without it." };
}

Compilation NvrtcCompiler::compile(const CompileRequest& request) const
{
    const auto& call = *m_functions;
    const auto failed = [&](Status status) {
        return Error { fmt::format(
            "NVRTC {}.{} could not compile {}: {}.", m_info.major, m_info.minor, request.name, call.error_string(status)) };
    };
    std::vector<const char*> header_texts;
    std::vector<const char*> header_names;
    for (const auto& header : stand_in_headers()) {
        header_texts.push_back(header.text);
        header_names.push_back(header.name);
    }
    Program created = nullptr;
    // Editors on Windows write a byte order mark, which NVRTC does not accept.
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    const auto* const source = request.source.c_str() + (request.source.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    if (const auto status = call.create(&created, source, request.name.c_str(), static_cast<int>(header_names.size()),
            header_texts.data(), header_names.data());
        status != kDone)
        return { failed(status) };
    const OpenProgram program { created, call.destroy };
    for (const auto& expression : request.name_expressions) {
        if (const auto status = call.add_name_expression(program.get(), expression.c_str()); status != kDone)
            return { failed(status) };
    }
    const auto toolkit_folders = cuda_include_folders();
    const auto options = options_of(request, toolkit_folders);
    std::vector<const char*> words;
    for (const auto& option : options)
        words.push_back(option.c_str());
    const auto status = call.compile(program.get(), static_cast<int>(words.size()), words.data());
    auto diagnostics = parse_nvrtc_log(Functions::text_of(program.get(), call.log_size, call.log));
    remove_toolkit_warnings(diagnostics, toolkit_folders);
    if (status == kTextIsWrong) {
        const bool requires_nvcc =
            std::ranges::any_of(diagnostics, is_host_code) || std::ranges::any_of(diagnostics, lacks_header);
        const bool lacks_names = std::ranges::any_of(diagnostics, lacks_name);
        return { text_error(request, diagnostics), std::move(diagnostics), requires_nvcc, lacks_names };
    }
    if (status != kDone) {
        auto error = failed(status);
        if (!diagnostics.empty())
            error.message += " Compiler output: " + diagnostics.front().text + ".";
        return { std::move(error), std::move(diagnostics), status == kInvalidOption };
    }

    CompiledPtx compiled;
    compiled.text = Functions::text_of(program.get(), call.ptx_size, call.ptx);
    for (const auto& expression : request.name_expressions) {
        const char* name = nullptr;
        if (const auto asked = call.lowered_name(program.get(), expression.c_str(), &name); asked != kDone || name == nullptr)
            return { failed(asked), std::move(diagnostics) };
        compiled.lowered_names.emplace_back(name);
    }
    return { std::move(compiled), std::move(diagnostics) };
}

} // namespace warpstage::gpu
