#include "core/capture_file/capture_source.h"

#include "core/base/text.h"
#include "core/base/text_limits.h"
#include "core/base/whole_file.h"
#include "core/capture_file/capture_buffers.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::capture_file {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxSourceBytes = std::uintmax_t { 4 } << 20;

std::string readable_text(const fs::path& file)
{
    auto text = read_whole_file(file, kMaxSourceBytes);
    return text && !excess_of(*text, TextFormat::source) ? *std::move(text) : std::string {};
}

// Headers of the compilers and of the CUDA Toolkit.
bool is_of_system(const fs::path& file)
{
    const std::string path = file.lexically_normal().string();
    return path.starts_with("/usr/") || path.starts_with("/opt/") || path.find("/targets/x86_64-linux/") != std::string::npos;
}

// A name as archives of captures have them; empty: the file has another one.
std::string plain_file_name(const fs::path& file)
{
    const std::string name = file.filename().string();
    const bool plain = !name.empty() && name.front() != '.' && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    });
    return plain ? name : std::string {};
}

} // namespace

fs::path source_file_of(const ptx::Module& module, const std::string& kernel)
{
    const auto* const function = module.find(kernel);
    if (function == nullptr)
        return {};
    ptx::SourceLocation location = function->location;
    for (const ptx::Instruction& instruction : function->instructions) {
        if (location.line == 0)
            location = instruction.location;
    }
    return location.line != 0 && location.file < module.files.size() ? fs::path { module.files[location.file] } : fs::path {};
}

CapturedSource captured_source(const ptx::Module& module, const std::string& kernel)
{
    CapturedSource source;
    source.path = source_file_of(module, kernel);
    if (!source.path.empty())
        source.text = readable_text(source.path);
    if (text::trim(source.text).empty())
        source.text = source.path.empty()
            ? "// The source is unknown: the program was compiled without -lineinfo.\n"
            : fmt::format("// The source, {}, could not be read.\n", source.path.filename().string());
    for (const std::string& file : module.files) {
        const std::string name = plain_file_name(file);
        const bool known = std::ranges::any_of(source.headers, [&](const auto& header) { return header.first == name; });
        if (name.empty() || known || file == source.path || is_of_system(file))
            continue;
        if (auto text = readable_text(file); !text.empty())
            source.headers.emplace_back(name, std::move(text));
    }
    return source;
}

bool uses_float_atomics(const ptx::Module& module, const std::string& kernel)
{
    return std::ranges::any_of(module.functions, [&](const ptx::Function& function) {
        const bool runs = function.name == kernel || !function.entry;
        return runs && std::ranges::any_of(function.instructions, [](const ptx::Instruction& instruction) {
            const bool atomic = instruction.text.starts_with("atom.") || instruction.text.starts_with("red.");
            return atomic && std::ranges::any_of(instruction.types, ptx::is_float);
        });
    });
}

} // namespace warpstage::capture_file
