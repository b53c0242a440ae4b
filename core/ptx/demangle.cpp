#include "core/ptx/demangle.h"

#include "core/ptx/ast.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace warpstage::ptx {

namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)::";

// A name that is shown has at most this many characters.
constexpr std::size_t kMaxShown = 4096;
// Names above these limits are shown mangled. Kernels of Thrust have up to 500 characters.
constexpr std::size_t kMaxLength = 1024;
constexpr std::uint64_t kMaxExpansion = std::uint64_t { 1 } << 27; // characters: 0.4 s of the demangler

// An estimate of the longest text that the mangled name can stand for. A back reference (S_, S0_, T_, …) repeats an earlier part,
// which may consist of back references itself: the text is longest if each level repeats the level before three times, a factor
// of 3 for three references. A pack expansion (Dp, sp) repeats its pattern for each element. The arguments of a conversion
// operator (cv) are read twice. Source: Itanium C++ ABI, section 5.1.
std::uint64_t expansion_of(std::string_view mangled)
{
    std::uint64_t expansion = mangled.size();
    std::size_t references = 0;
    for (std::size_t at = 0; at + 1 < mangled.size() && expansion <= kMaxExpansion; ++at) {
        const auto word = mangled.substr(at, 2);
        const auto end = mangled.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", at + 1);
        if ((word.front() == 'S' || word.front() == 'T') && end != std::string_view::npos && mangled[end] == '_')
            expansion *= ++references % 3 == 0 ? 3U : 1U;
        else if (word == "Dp" || word == "sp")
            expansion *= 1 + mangled.size() / 4;
        else if (word == "cv")
            expansion *= 2;
    }
    return expansion;
}

// Tags of a name, "[abi:v1]": Numba writes the types of the parameters into them.
std::string without_tags(std::string_view text)
{
    constexpr std::string_view kTag = "[abi:";
    std::string rest;
    for (std::size_t at = text.find(kTag); at != std::string_view::npos; at = text.find(kTag)) {
        rest += text.substr(0, at);
        text.remove_prefix(std::min(text.find(']', at), text.size() - 1) + 1);
    }
    return rest.append(text);
}

std::string demangled(const std::string& mangled)
{
    if (mangled.size() > kMaxLength || !mangled.starts_with("_Z") || expansion_of(mangled) > kMaxExpansion)
        return {};
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
    if (status != 0 || !text)
        return {};
    const std::string_view shown(text.get());
    return shown.size() <= kMaxShown ? without_tags(shown) : std::string {};
}

// "_INTERNAL_76aeaa52_4_a_cu__Z1kii::table" -> "table": nvcc writes the file of a `static` variable in front of its name.
void remove_file(std::string& text)
{
    constexpr std::string_view kFile = "_INTERNAL_";
    if (const std::size_t end = text.find("::"); text.starts_with(kFile) && end != std::string::npos)
        text.erase(0, end + 2);
}

void remove_all(std::string& text, std::string_view part)
{
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.erase(at, part.size());
}

bool is_name_character(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The name between the last space and the first parenthesis, both outside all brackets: "void a::f<int (*)(int)>(float)" ->
// "a::f<...>".
std::string_view without_signature(std::string_view text)
{
    std::size_t begin = 0;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (depth == 0 && c == '(')
            return text.substr(begin, i - begin);
        if (depth == 0 && c == ' ')
            begin = i + 1;
        if (c == '<' || c == '(' || c == '[' || c == '{')
            ++depth;
        else if (depth > 0 && (c == '>' || c == ')' || c == ']' || c == '}'))
            --depth;
    }
    return text.substr(begin);
}

// "f<256u, 3ul>" -> "f<256, 3>". Digits within a name ("vec3l") are not an integer.
std::string without_integer_suffixes(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        while (i < text.size() && is_name_character(text[i]))
            ++i;
        const std::string_view word = text.substr(begin, i - begin);
        const std::size_t digits = word.find_first_not_of("0123456789");
        const bool integer =
            digits != std::string_view::npos && digits > 0 && word.find_first_not_of("ul", digits) == std::string_view::npos;
        result += integer ? word.substr(0, digits) : word;
        if (i < text.size())
            result += text[i++];
    }
    return result;
}

} // namespace

std::string signature(const std::string& mangled)
{
    std::string text = demangled(mangled);
    remove_all(text, kAnonymous);
    const std::string_view name = without_signature(text);
    if (name.empty())
        return mangled;
    return without_integer_suffixes(std::string_view(text).substr(static_cast<std::size_t>(name.data() - text.data())));
}

std::string display_name(const std::string& mangled)
{
    std::string text = demangled(mangled);
    remove_all(text, kAnonymous);
    remove_file(text);
    const std::string name = without_integer_suffixes(without_signature(text));
    return name.empty() ? mangled : name;
}

std::string shown_name(const Module& module, const Function& function)
{
    const auto same = std::count_if(module.functions.begin(), module.functions.end(),
        [&](const Function& f) { return f.entry == function.entry && f.display_name == function.display_name; });
    return same > 1 ? signature(function.name) : function.display_name;
}

} // namespace warpstage::ptx
