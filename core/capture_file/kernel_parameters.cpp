#include "core/capture_file/kernel_parameters.h"

#include "core/base/text.h"
#include "core/ptx/demangle.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

namespace warpstage::capture_file {

namespace {

bool is_of_identifier(char c)
{
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

std::vector<std::string_view> identifiers(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_of_identifier(text[end]))
            ++end;
        if (end > at)
            words.push_back(text.substr(at, end - at));
        at = std::max(end, at + 1);
    }
    return words;
}

// The parts between commas outside of all brackets.
std::vector<std::string_view> declarations(std::string_view list)
{
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        depth += list[i] == '(' || list[i] == '<' || list[i] == '[' || list[i] == '{' ? 1 : 0;
        depth -= list[i] == ')' || list[i] == '>' || list[i] == ']' || list[i] == '}' ? 1 : 0;
        if (list[i] == ',' && depth == 0)
            parts.push_back(list.substr(std::exchange(begin, i + 1), i - begin));
    }
    if (!text::trim(list.substr(begin)).empty())
        parts.push_back(list.substr(begin));
    return parts;
}

// Between the parenthesis at `open` and its counterpart; empty: it has none.
std::string_view in_parentheses(std::string_view text, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0)
            return text.substr(open + 1, i - open - 1);
    }
    return {};
}

// The parameters of the last function with this name in the source, which declarations precede.
std::vector<std::string_view> declared_in(std::string_view source, std::string_view name)
{
    std::vector<std::string_view> found;
    for (auto at = source.find(name); at != std::string_view::npos && !name.empty(); at = source.find(name, at + 1)) {
        std::size_t open = at + name.size();
        if ((at > 0 && is_of_identifier(source[at - 1])) || open >= source.size() || is_of_identifier(source[open]))
            continue;
        while (open < source.size() && std::isspace(static_cast<unsigned char>(source[open])) != 0)
            ++open;
        const auto end_of_last = source.substr(0, at).find_last_of(";}");
        const auto begin = end_of_last == std::string_view::npos ? 0 : end_of_last;
        const auto before = source.substr(begin, at - begin);
        const bool is_kernel = before.find("__global__") != std::string_view::npos;
        if (is_kernel && open < source.size() && source[open] == '(')
            found = declarations(in_parentheses(source, open));
    }
    return found;
}

std::string plain_name(const std::string& kernel)
{
    const std::string shown = ptx::display_name(kernel);
    const std::string plain = shown.substr(0, shown.find('<'));
    const auto space = plain.rfind("::");
    return space == std::string::npos ? plain : plain.substr(space + 2);
}

} // namespace

std::string element_type_of(std::string_view declaration)
{
    static const std::map<std::string_view, std::string_view> types { { "float", "f32" }, { "double", "f64" }, { "int", "s32" },
        { "uint", "u32" }, { "char", "s8" }, { "uchar", "u8" }, { "short", "s16" }, { "ushort", "u16" }, { "longlong", "s64" },
        { "ulonglong", "u64" }, { "long", "s64" }, { "ulong", "u64" }, { "bool", "u8" }, { "int8_t", "s8" }, { "uint8_t", "u8" },
        { "int16_t", "s16" }, { "uint16_t", "u16" }, { "int32_t", "s32" }, { "uint32_t", "u32" }, { "int64_t", "s64" },
        { "uint64_t", "u64" }, { "size_t", "u64" }, { "half", "f16" }, { "__half", "f16" }, { "__half2", "f16" },
        { "half2", "f16" }, { "__nv_bfloat16", "bf16" }, { "__nv_bfloat162", "bf16" } };
    static const std::map<std::string_view, std::string_view> unsigned_types { { "s8", "u8" }, { "s16", "u16" }, { "s32", "u32" },
        { "s64", "u64" } };
    if (std::ranges::count(declaration, '*') + std::ranges::count(declaration, '[') > 1)
        return {};
    std::string_view type;
    bool is_unsigned = false;
    for (std::string_view word : identifiers(declaration)) {
        is_unsigned = is_unsigned || word == "unsigned";
        // "float4" has elements of float.
        auto known = types.find(word);
        if (known == types.end() && word.size() > 1 && word.back() >= '1' && word.back() <= '4')
            known = types.find(word.substr(0, word.size() - 1));
        // "unsigned long int": the first word counts.
        if (known != types.end() && (type.empty() || type == "s32"))
            type = known->second;
    }
    if (type.empty() && is_unsigned)
        type = "s32";
    if (is_unsigned && unsigned_types.contains(type))
        type = unsigned_types.at(type);
    return std::string { type };
}

std::vector<KernelParameter> kernel_parameters(const std::string& kernel, std::string_view source)
{
    const auto in_source = declared_in(source, plain_name(kernel));
    const std::string signature = ptx::signature(kernel);
    std::vector<std::string_view> in_name;
    if (signature.ends_with(')')) {
        // The list starts at the parenthesis that belongs to the last one.
        int depth = 0;
        std::size_t at = signature.size();
        do {
            --at;
            depth += signature[at] == ')' ? 1 : signature[at] == '(' ? -1 : 0;
        } while (at > 0 && depth != 0);
        in_name = declarations(in_parentheses(signature, at));
    }
    std::vector<KernelParameter> parameters(std::max(in_source.size(), in_name.size()));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (i < in_source.size()) {
            const auto words = identifiers(in_source[i].substr(0, in_source[i].find('=')));
            if (words.size() > 1)
                parameters[i].name = words.back();
            parameters[i].type = element_type_of(in_source[i]);
        }
        if (i < in_name.size())
            parameters[i].type = element_type_of(in_name[i]);
    }
    return parameters;
}

} // namespace warpstage::capture_file
