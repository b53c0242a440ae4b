#include "core/kernel_run/form/source_text.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/ptx/demangle.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <utility>

namespace warpstage::kernel_run {

bool is_of_name(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

namespace {

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
class SourceReader {
public:
    SourceReader(std::string_view text, std::size_t at)
        : m_text(text)
        , m_at(std::min(at, text.size()))
    {
    }

    [[nodiscard]] std::size_t at() const { return m_at; }
    char next()
    {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0)
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    std::string word()
    {
        std::string word;
        for (char c = next(); is_of_name(c); c = m_at < m_text.size() ? m_text[m_at] : '\0') {
            word += c;
            ++m_at;
        }
        return word;
    }
    // The text between the bracket here and its counterpart; empty if the counterpart is missing.
    std::string_view bracketed(char open, char close)
    {
        const std::size_t begin = m_at + 1;
        int depth = 0;
        for (; m_at < m_text.size(); ++m_at) {
            depth += m_text[m_at] == open ? 1 : m_text[m_at] == close ? -1 : 0;
            if (depth == 0)
                return m_text.substr(begin, m_at++ - begin);
        }
        return {};
    }
    void skip() { ++m_at; }

private:
    std::string_view m_text;
    std::size_t m_at;
};

// "const float* __restrict__ x" and "int tile[8]": the name is the last word.
std::optional<SourceParameter> parameter_in(std::string_view written)
{
    written = text::trim(written.substr(0, written.find('=')));
    const auto bracket = written.find('[');
    const auto head = text::trim(written.substr(0, bracket));
    std::size_t begin = head.size();
    while (begin > 0 && is_of_name(head[begin - 1]))
        --begin;
    if (begin == 0)
        return std::nullopt;
    SourceParameter parameter { std::string { text::trim(head.substr(0, begin)) }, std::string { head.substr(begin) } };
    if (bracket != std::string_view::npos)
        parameter.type += "*";
    return parameter;
}

std::optional<std::vector<SourceParameter>> parameters_in(std::string_view list)
{
    std::vector<SourceParameter> parameters;
    if (text::trim(list).empty() || text::trim(list) == "void")
        return parameters;
    for (const auto one : split_list(list)) {
        auto parameter = parameter_in(one);
        if (!parameter)
            return std::nullopt;
        parameters.push_back(*std::move(parameter));
    }
    return parameters;
}

// The parameters of `template <…>` directly before the position.
std::vector<SourceParameter> template_before(std::string_view text, std::size_t at)
{
    const auto before = text.find_last_of(";}{", at);
    const auto begin = before == std::string_view::npos ? 0 : before + 1;
    const auto word = text.substr(begin, at - begin).find("template");
    if (word == std::string_view::npos)
        return {};
    SourceReader reader(text, begin + word);
    reader.word();
    if (reader.next() != '<')
        return {};
    return parameters_in(reader.bracketed('<', '>')).value_or(std::vector<SourceParameter> {});
}

// The function whose __global__ ends at `at`; nothing if it is only declared.
std::optional<SourceKernel> kernel_at(std::string_view text, std::size_t at)
{
    SourceReader reader(text, at);
    SourceKernel kernel;
    for (std::string word = reader.word(); !word.empty(); word = reader.word()) {
        if (word == "__launch_bounds__" && reader.next() == '(')
            kernel.bounds = reader.bracketed('(', ')');
        else
            kernel.name = std::move(word);
    }
    if (kernel.name.empty() || kernel.name == "void" || reader.next() != '(')
        return std::nullopt;
    auto parameters = parameters_in(reader.bracketed('(', ')'));
    if (!parameters || reader.next() != '{')
        return std::nullopt;
    kernel.parameters = *std::move(parameters);
    kernel.body = reader.bracketed('{', '}');
    return kernel;
}

// The number after "#define NAME" or "const int NAME =", "constexpr int NAME =".
void read_constants(std::string_view text, std::map<std::string, std::int64_t, std::less<>>& constants)
{
    const auto add = [&](const std::string& name, SourceReader& reader) {
        reader.next();
        const auto rest = text.substr(reader.at());
        const auto end = rest.find_first_of(" \t\r\n;,)}");
        std::string_view number = rest.substr(0, end);
        while (!number.empty() && (number.back() == 'u' || number.back() == 'U' || number.back() == 'l' || number.back() == 'L'))
            number.remove_suffix(1);
        if (const auto value = number_in<std::int64_t>(number); value && !name.empty())
            constants.insert_or_assign(name, *value);
    };
    constexpr std::string_view kDefine = "#define";
    for (auto at = text.find(kDefine); at != std::string_view::npos; at = text.find(kDefine, at + 1)) {
        SourceReader reader(text, at + kDefine.size());
        const std::string name = reader.word();
        add(name, reader);
    }
    for (auto at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
        auto begin = text.find_last_of(";{}\n", at);
        begin = begin == std::string_view::npos ? 0 : begin + 1;
        const auto declaration = parameter_in(text.substr(begin, at - begin));
        const bool integer = declaration && parameter_type(declaration->type).element.find_first_of("su") == 0;
        if (integer && !parameter_type(declaration->type).pointer) {
            SourceReader reader(text, at + 1);
            add(declaration->name, reader);
        }
    }
}

// "unsigned long long", "short int": by signedness and width.
std::string integer_type(const std::vector<std::string>& words)
{
    static constexpr std::array<std::string_view, 7> kWords { "unsigned", "signed", "int", "long", "short", "char", "__int64" };
    const auto count = [&](std::string_view word) {
        return std::ranges::count(words, word);
    };
    if (words.empty()
        || !std::ranges::all_of(words, [](const auto& word) { return std::ranges::find(kWords, word) != kWords.end(); }))
        return {};
    const std::string sign = count("unsigned") > 0 ? "u" : "s";
    if (count("char") > 0)
        return sign + "8";
    if (count("short") > 0)
        return sign + "16";
    return sign + (count("long") > 0 || count("__int64") > 0 ? "64" : "32");
}

std::string named_type(std::string_view word)
{
    static const std::map<std::string_view, std::string_view> types { { "float", "f32" }, { "double", "f64" }, { "bool", "u8" },
        { "uint", "u32" }, { "uchar", "u8" }, { "ushort", "u16" }, { "ulong", "u64" }, { "longlong", "s64" },
        { "ulonglong", "u64" }, { "int8_t", "s8" }, { "uint8_t", "u8" }, { "int16_t", "s16" }, { "uint16_t", "u16" },
        { "int32_t", "s32" }, { "uint32_t", "u32" }, { "int64_t", "s64" }, { "uint64_t", "u64" }, { "size_t", "u64" },
        { "ptrdiff_t", "s64" }, { "half", "f16" }, { "__half", "f16" }, { "__nv_bfloat16", "bf16" }, { "nv_bfloat16", "bf16" } };
    const auto known = types.find(word);
    return known == types.end() ? integer_type({ std::string { word } }) : std::string { known->second };
}

} // namespace

std::vector<std::string_view> split_list(std::string_view text)
{
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        depth += c == '(' || c == '[' || c == '<' || c == '{' ? 1 : c == ')' || c == ']' || c == '>' || c == '}' ? -1 : 0;
        if (c != ',' || (depth > 0 && i < text.size()))
            continue;
        parts.push_back(text::trim(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    return parts;
}

ParameterType parameter_type(std::string_view type)
{
    ParameterType known;
    std::vector<std::string> words;
    std::string word;
    std::size_t stars = 0;
    const auto end_word = [&] {
        static constexpr std::array<std::string_view, 8> kQualifiers { "volatile", "__restrict__", "__restrict", "restrict",
            "struct", "std", "static", "constexpr" };
        if (word == "const")
            known.constant = known.constant || stars == 0;
        else if (!word.empty() && std::ranges::find(kQualifiers, word) == kQualifiers.end())
            words.push_back(word);
        word.clear();
    };
    for (const char c : type) {
        if (is_of_name(c)) {
            word += c;
            continue;
        }
        end_word();
        stars += c == '*' ? 1 : 0;
        if (c == '&' || c == '<' || c == '[' || c == '(')
            return {};
    }
    end_word();
    known.pointer = stars > 0;
    if (stars > 1 || words.empty())
        return known;
    known.element = words.size() == 1 ? named_type(words.front()) : integer_type(words);
    if (known.element.empty() && words.size() == 1) {
        std::string_view vector { words.front() };
        const bool complex = vector == "cuComplex" || vector == "cuFloatComplex";
        if (complex)
            vector = "float2";
        const char lanes = vector.back();
        if (lanes >= '2' && lanes <= '4') {
            known.element = named_type(vector.substr(0, vector.size() - 1));
            known.lanes = static_cast<std::uint32_t>(lanes - '0');
        }
    }
    if (!known.pointer && known.lanes > 1)
        known.element.clear(); // a structure by value
    return known;
}

std::vector<std::string> demangled_types(const std::string& mangled)
{
    const std::string signature = ptx::signature(mangled);
    const auto open = signature.rfind('(');
    if (open == std::string::npos || !signature.ends_with(')'))
        return {};
    const auto list = std::string_view { signature }.substr(open + 1, signature.size() - open - 2);
    std::vector<std::string> types;
    if (!list.empty())
        for (const auto type : split_list(list))
            types.emplace_back(type);
    return types;
}

SourceText read_source(std::string_view source)
{
    constexpr std::string_view kGlobal = "__global__";
    SourceText read;
    read.text = without_comments(source);
    for (auto at = read.text.find(kGlobal); at != std::string::npos; at = read.text.find(kGlobal, at + 1)) {
        if (auto kernel = kernel_at(read.text, at + kGlobal.size())) {
            kernel->template_parameters = template_before(read.text, at);
            read.kernels.push_back(*std::move(kernel));
        }
    }
    read_constants(read.text, read.constants);
    return read;
}

} // namespace warpstage::kernel_run
