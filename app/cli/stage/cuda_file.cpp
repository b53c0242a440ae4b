#include "app/cli/stage/cuda_file.h"

#include "app/views/view.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/kernel_run/kernel_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxSourceBytes = std::uint64_t { 1 } << 20;
constexpr std::size_t kMaxKernels = 24; // variants of a lesson

bool is_of_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Type names of C++ and of lesson.toml; empty: unsupported.
std::string type_of(const std::string& words)
{
    static const std::map<std::string, std::string, std::less<>> types { { "float", "f32" }, { "double", "f64" },
        { "int", "s32" }, { "signed", "s32" }, { "unsigned", "u32" }, { "unsigned int", "u32" }, { "uint", "u32" },
        { "int32_t", "s32" }, { "uint32_t", "u32" }, { "size_t", "u64" }, { "long long", "s64" }, { "int64_t", "s64" },
        { "uint64_t", "u64" }, { "unsigned long long", "u64" }, { "short", "s16" }, { "unsigned short", "u16" }, { "char", "s8" },
        { "signed char", "s8" }, { "unsigned char", "u8" }, { "uint8_t", "u8" }, { "bool", "u8" } };
    const auto known = types.find(words);
    return known == types.end() ? std::string {} : known->second;
}

std::optional<CudaParameter> parameter_of(std::string_view written)
{
    CudaParameter parameter;
    std::vector<std::string> words;
    std::string word;
    const auto end_word = [&] {
        static constexpr std::array<std::string_view, 6> kQualifiers { "const", "volatile", "__restrict__", "__restrict",
            "restrict", "std" };
        if (!word.empty() && std::ranges::find(kQualifiers, word) == kQualifiers.end())
            words.push_back(word);
        word.clear();
    };
    for (const char c : written) {
        if (is_of_word(c)) {
            word += c;
            continue;
        }
        end_word();
        if (c == '*' && std::exchange(parameter.pointer, true))
            return std::nullopt; // a pointer to a pointer
        if (c == '&' || c == '<' || c == '=')
            return std::nullopt;
        if (c == '[')
            parameter.pointer = true;
    }
    end_word();
    if (words.size() < 2)
        return std::nullopt;
    parameter.name = words.back();
    words.pop_back();
    parameter.type = type_of(fmt::format("{}", fmt::join(words, " ")));
    return parameter.type.empty() ? std::nullopt : std::optional(std::move(parameter));
}

std::string without_comments(std::string_view source)
{
    std::string text;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const std::string_view two = source.substr(i, 2);
        if (two != "//" && two != "/*") {
            text += source[i];
            continue;
        }
        const auto end = two == "//" ? source.find('\n', i) : source.find("*/", i + 2);
        if (end == std::string_view::npos)
            break;
        i = two == "//" ? end : end + 1;
        text += two == "//" ? '\n' : ' ';
    }
    return text;
}

// Reads a text from a position on.
class Reader {
public:
    Reader(std::string_view text, std::size_t at)
        : m_text(text)
        , m_at(at)
    {
    }

    [[nodiscard]] std::size_t at() const { return m_at; }
    [[nodiscard]] bool at_end() const { return m_at >= m_text.size(); }
    [[nodiscard]] char next()
    {
        while (!at_end() && static_cast<unsigned char>(m_text[m_at]) <= ' ')
            ++m_at;
        return at_end() ? '\0' : m_text[m_at];
    }
    std::string word()
    {
        const char first = next();
        std::string word;
        for (char c = first; is_of_word(c); c = at_end() ? '\0' : m_text[m_at]) {
            word += c;
            ++m_at;
        }
        return word;
    }
    // The text between a parenthesis and its counterpart.
    std::string_view parenthesized()
    {
        const std::size_t begin = m_at + 1;
        int depth = 0;
        for (; !at_end(); ++m_at) {
            depth += m_text[m_at] == '(' ? 1 : m_text[m_at] == ')' ? -1 : 0;
            if (depth == 0)
                return m_text.substr(begin, m_at++ - begin);
        }
        return {};
    }

private:
    std::string_view m_text;
    std::size_t m_at;
};

// The function whose __global__ ends at `at`. Nothing: it is only declared, or has an unsupported parameter.
std::optional<CudaKernel> kernel_at(std::string_view text, std::size_t at)
{
    Reader reader(text, at);
    CudaKernel kernel;
    for (std::string word = reader.word(); !word.empty(); word = reader.word()) {
        if (word == "__launch_bounds__" && reader.next() == '(')
            static_cast<void>(reader.parenthesized());
        else
            kernel.name = word;
    }
    if (kernel.name.empty() || kernel.name == "void" || reader.next() != '(')
        return std::nullopt;
    const std::string_view written = reader.parenthesized();
    if (reader.next() != '{')
        return std::nullopt;
    if (text::trim(written).empty())
        return kernel;
    for (const std::string_view one : text::split(written, ',')) {
        auto parameter = parameter_of(one);
        if (!parameter)
            return std::nullopt;
        kernel.parameters.push_back(*std::move(parameter));
    }
    return kernel;
}

bool is_template(std::string_view text, std::size_t global)
{
    const auto before = text.find_last_of(";}", global);
    const std::string_view between =
        text.substr(before == std::string_view::npos ? 0 : before, global - (before == std::string_view::npos ? 0 : before));
    return between.find("template") != std::string_view::npos;
}

std::string id_of(const fs::path& file)
{
    std::string id;
    for (char c : file.stem().string()) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        id += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ? c : '_';
    }
    return id.empty() ? std::string { "kernels" } : id;
}

std::string toml_text(std::string_view words)
{
    std::string text;
    for (const char c : words)
        if (c != '"' && c != '\\' && static_cast<unsigned char>(c) >= ' ')
            text += c;
    return "\"" + text + "\"";
}

// Parameters with the same name and type share a buffer; otherwise the buffer's name is prefixed with the kernel's.
std::string buffer_name(std::map<std::string, std::string>& types, const CudaKernel& kernel, const CudaParameter& parameter)
{
    const auto [known, added] = types.emplace(parameter.name, parameter.type);
    if (added || known->second == parameter.type)
        return parameter.name;
    std::string own = kernel.name + "_" + parameter.name;
    types.emplace(own, parameter.type);
    return own;
}

Result<void> link_source(const fs::path& file, const fs::path& link)
{
    std::error_code error;
    fs::remove(link, error);
    fs::create_symlink(fs::absolute(file, error), link, error);
    if (error)
        return Error { fmt::format("Cannot write `{}`: {}.", link.string(), error.message()) };
    return {};
}

Result<void> write(const fs::path& file, std::string_view text)
{
    if (auto written = write_whole_file(file, text); !written)
        return Error { fmt::format("Cannot write `{}`: {}.", file.string(), written.error().message) };
    return {};
}

} // namespace

std::vector<CudaKernel> kernels_of(std::string_view source)
{
    constexpr std::string_view kGlobal = "__global__";
    const std::string text = without_comments(source);
    std::vector<CudaKernel> kernels;
    for (auto at = text.find(kGlobal); at != std::string::npos && kernels.size() < kMaxKernels; at = text.find(kGlobal, at + 1)) {
        if (is_template(text, at))
            continue;
        if (auto kernel = kernel_at(text, at + kGlobal.size()))
            kernels.push_back(*std::move(kernel));
    }
    return kernels;
}

std::string lesson_text_of(const std::vector<CudaKernel>& kernels, const std::string& id, const std::string& title)
{
    std::map<std::string, std::string> buffers; // name -> type
    std::string variants;
    for (const CudaKernel& kernel : kernels) {
        std::vector<std::string> arguments;
        for (const CudaParameter& parameter : kernel.parameters) {
            if (parameter.pointer)
                arguments.push_back(toml_text(buffer_name(buffers, kernel, parameter)));
            else // an element count, or a factor
                arguments.push_back(toml_text(parameter.type + (parameter.type.starts_with('f') ? "=2" : "=n")));
        }
        variants += fmt::format("\n[[variant]]\nid = {0}\nlabel = {0}\nsummary = {1}\n[[variant.launch]]\nkernel = {0}\n"
                                "grid = \"(n + block - 1) / block\"\nblock = \"block\"\narguments = [{2}]\n",
            toml_text(kernel.name), toml_text("Kernel " + kernel.name + " of " + title + "."), fmt::join(arguments, ", "));
    }
    std::string text = fmt::format(
        "# Created when {1} was opened. Adapt launches, sizes and contents to the kernels.\n"
        "id = \"{0}\"\nnumber = 100\ntitle = {2}\nsummary = {3}\n\n"
        "[[parameter]]\nid = \"n\"\nlabel = \"elements\"\nminimum = 1\nmaximum = \"2^24\"\ninitial = 65536\n"
        "choices = [1024, 65536, \"2^20\"]\n\n"
        "[[parameter]]\nid = \"block\"\nlabel = \"threads per block\"\ninitial = 256\nchoices = [64, 128, 256, 512]\n\n"
        "[merit]\nwork = \"n\"\nunit = \"elements/s\"\n",
        id, title, toml_text(title), toml_text("The kernels of " + title + ", launched with one thread per element."));
    for (const auto& [name, type] : buffers)
        text += fmt::format("\n[[buffer]]\nname = {}\ntype = \"{}\"\ncount = \"n\"\ncontents = \"{}\"\n", toml_text(name), type,
            type.starts_with('f') ? "random:7:0:1" : "each:i % 100");
    if (!buffers.empty()) // the expected results are unknown
        text += fmt::format("\n[check]\nresult = {}\nexpected = 0\nabsolute = 1e30\n", toml_text(buffers.begin()->first));
    return text + variants;
}

Result<std::shared_ptr<const lesson::Lesson>> open_cuda_file(const fs::path& file, const fs::path& folder)
{
    using Opened = std::shared_ptr<const lesson::Lesson>;
    const auto loaded = [](const fs::path& place) -> Result<Opened> {
        auto lesson = lesson::load_lesson(place, views::cue_figures());
        if (!lesson)
            return lesson.error();
        return std::make_shared<const lesson::Lesson>(*std::move(lesson));
    };
    std::error_code ignored;
    if (file.filename() == "kernels.cu" && fs::exists(file.parent_path() / "lesson.toml", ignored))
        return loaded(file.parent_path());
    const auto source = kernel_run::read_text(file, kMaxSourceBytes);
    if (!source)
        return source.error();
    const auto kernels = kernels_of(*source);
    if (kernels.empty())
        return Error { fmt::format("`{}` has no __global__ function whose parameters are only numbers and pointers to numbers. "
                                   "Use `warpstage run` for other kernels.",
            file.filename().string()) };
    auto compiled = kernel_run::load_source({ file, kernels.front().name, {}, 75 });
    if (!compiled.source) {
        std::string reason = compiled.source.error().message;
        for (const auto& diagnostic : compiled.diagnostics)
            if (diagnostic.severity == gpu::Diagnostic::Severity::error) {
                reason = fmt::format("{}, line {}: {}", file.filename().string(), diagnostic.line, diagnostic.text);
                break;
            }
        return Error { reason };
    }
    const std::string id = id_of(file);
    const fs::path place = folder / id;
    fs::create_directories(place, ignored);
    const fs::path toml = place / "lesson.toml";
    if (!fs::exists(toml, ignored))
        if (auto written = write(toml, lesson_text_of(kernels, id, file.filename().string())); !written)
            return written.error();
    if (auto written = write(place / "notes.md", "# " + file.filename().string() + "\n"); !written)
        return written.error();
    if (auto written = write(place / "kernels.ptx", compiled.source->lesson->ptx_text); !written)
        return written.error();
    if (auto linked = link_source(file, place / "kernels.cu"); !linked)
        return linked.error();
    return loaded(place);
}

} // namespace warpstage::cli
