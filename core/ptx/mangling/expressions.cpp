#include "core/ptx/mangling/scan.h"

#include <algorithm>
#include <array>

namespace warpstage::ptx::mangling {

namespace {

using namespace std::string_view_literals;

constexpr std::array kUnary { "ad"sv, "aw"sv, "co"sv, "de"sv, "ng"sv, "nt"sv, "ps"sv, "sz"sv, "az"sv, "te"sv, "nx"sv, "tw"sv,
    "sp"sv };
constexpr std::array kBinary { "aN"sv, "aS"sv, "aa"sv, "an"sv, "cm"sv, "dV"sv, "dv"sv, "eO"sv, "eo"sv, "eq"sv, "ge"sv, "gt"sv,
    "ix"sv, "lS"sv, "le"sv, "ls"sv, "lt"sv, "mI"sv, "mL"sv, "mi"sv, "ml"sv, "ne"sv, "oR"sv, "oo"sv, "or"sv, "pL"sv, "pl"sv,
    "pm"sv, "rM"sv, "rS"sv, "rm"sv, "rs"sv, "ss"sv, "ds"sv };

template <std::size_t n> bool contains(const std::array<std::string_view, n>& words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

Size expressions_until_end(Scan& scan)
{
    Size size = kNode;
    std::uint64_t count = 0;
    while (!scan.failed && !scan.take("E")) {
        size = size + expression(scan) + kNode;
        ++count;
    }
    count_list(scan, count);
    return size;
}

// A name that depends on template parameters.
Size dependent_name(Scan& scan)
{
    static_cast<void>(scan.take("on"));
    const Size name = unqualified_name(scan);
    return scan.peek() == 'I' ? name + template_args(scan) : name;
}

// "fp_", "fpK3_", "fL0p_": a parameter of the function, printed as "{parm#1}".
Size function_parameter(Scan& scan)
{
    if (scan.take("fL")) {
        number(scan);
        if (!scan.take("p"))
            return fail(scan);
    } else if (!scan.take("fp")) {
        return fail(scan);
    }
    while (scan.peek() == 'r' || scan.peek() == 'V' || scan.peek() == 'K')
        ++scan.at;
    number(scan);
    return scan.take("_") || scan.take("T") ? kNode : fail(scan);
}

// "std::is_same<T, int>::value": a scope and a name, or in the form of Clang several scopes, E and a name.
Size scoped_name(Scan& scan)
{
    Size size = type(scan);
    do {
        static_cast<void>(scan.take("E"));
        size = size + dependent_name(scan);
    } while (!scan.failed && scan.peek() == 'E' && scan.peek(1) >= '0' && scan.peek(1) <= '9');
    return size;
}

Size conversion(Scan& scan)
{
    const Size target = type(scan);
    return target + (scan.take("_") ? expressions_until_end(scan) : expression(scan));
}

// The operands of the operators that do not simply have one or two.
Size special_operation(Scan& scan, std::string_view word)
{
    if (word == "st"sv || word == "at"sv || word == "ti"sv)
        return type(scan);
    if (word == "cv"sv)
        return conversion(scan);
    if (word == "dc"sv || word == "sc"sv || word == "cc"sv || word == "rc"sv) {
        const Size target = type(scan);
        return target + expression(scan);
    }
    if (word == "cl"sv || word == "cp"sv || word == "il"sv)
        return expressions_until_end(scan);
    if (word == "tl"sv) {
        const Size target = type(scan);
        return target + expressions_until_end(scan);
    }
    if (word == "dt"sv || word == "pt"sv) {
        const Size object = expression(scan);
        return object + (scan.peek() == 's' || scan.peek() == 'g' ? expression(scan) : dependent_name(scan));
    }
    if (word == "sr"sv)
        return scoped_name(scan);
    if (word == "sZ"sv)
        return scan.peek() == 'T' ? template_param(scan) : function_parameter(scan);
    if (word == "qu"sv) {
        const Size first = expression(scan);
        const Size second = expression(scan);
        return first + second + expression(scan);
    }
    return fail(scan);
}

} // namespace

Size expr_primary(Scan& scan)
{
    const Level level(scan);
    if (scan.failed || !scan.take("L"))
        return fail(scan);
    Size size = kNode;
    if (scan.peek() == '_' || scan.peek() == 'Z') {
        static_cast<void>(scan.take("_"));
        if (!scan.take("Z"))
            return fail(scan);
        size = size + encoding(scan);
    } else {
        size = size + type(scan);
        const std::size_t begin = scan.at;
        while (scan.peek() != 'E' && scan.peek() != '\0')
            ++scan.at;
        size.text += scan.at - begin;
    }
    return scan.take("E") ? size : fail(scan);
}

Size expression(Scan& scan)
{
    const Level level(scan);
    if (scan.failed)
        return {};
    scan.any_part = true; // versions number substitutions in expressions differently
    const char c = scan.peek();
    if (c == 'L')
        return expr_primary(scan);
    if (c == 'T')
        return template_param(scan);
    if (c == 'f')
        return function_parameter(scan);
    if ((c >= '0' && c <= '9') || (c == 'o' && scan.peek(1) == 'n'))
        return dependent_name(scan);
    if (scan.take("gs"))
        return kNode + expression(scan);
    const std::string_view word = scan.text.substr(std::min(scan.at, scan.text.size()), 2);
    scan.at += word.size();
    if (word == "pp"sv || word == "mm"sv) {
        static_cast<void>(scan.take("_"));
        return kNode + expression(scan);
    }
    if (contains(kUnary, word))
        return kNode + expression(scan) * (word == "sp"sv ? scan.pack_length : 1);
    if (contains(kBinary, word)) {
        const Size left = expression(scan);
        return kNode + left + expression(scan);
    }
    return kNode + special_operation(scan, word);
}

} // namespace warpstage::ptx::mangling
