#include "core/ptx/mangling/types.h"

#include "core/ptx/mangling/scan.h"

namespace warpstage::ptx::mangling {

namespace {

Size array_type(Scan& scan)
{
    Size size = kNode;
    if (!scan.take("A"))
        return fail(scan);
    if (scan.peek() >= '0' && scan.peek() <= '9') {
        const std::size_t begin = scan.at;
        number(scan);
        size.text += scan.at - begin;
    } else if (scan.peek() != '_') {
        size = size + expression(scan);
    }
    return scan.take("_") ? size + type(scan) : fail(scan);
}

Size function_type(Scan& scan)
{
    if (!scan.take("F"))
        return fail(scan);
    static_cast<void>(scan.take("Y")); // extern "C"
    return kNode + types_until_end(scan);
}

Size qualified_type(Scan& scan)
{
    Size size;
    for (;;) {
        const char c = scan.peek();
        if (c == 'r' || c == 'V' || c == 'K')
            ++scan.at;
        else if (!scan.take("Do") && !scan.take("Dx"))
            break;
        size = size + kNode;
    }
    // The qualifiers of a function type belong to it: there is one candidate for both.
    return size + (scan.peek() == 'F' ? function_type(scan) : type(scan));
}

Size decltype_of(Scan& scan)
{
    scan.at += 2;
    const Size size = kNode + expression(scan);
    return scan.take("E") ? size : fail(scan);
}

Size vector_type(Scan& scan)
{
    Size size = kNode;
    if (scan.take("_")) {
        size = size + expression(scan);
    } else {
        number(scan);
        size = size + kNode;
    }
    return scan.take("_") ? size + type(scan) : fail(scan);
}

// D with a second letter.
Size extended_type(Scan& scan, bool& candidate)
{
    const char c = scan.peek(1);
    if (c == 'T' || c == 't')
        return decltype_of(scan);
    scan.at += 2;
    switch (c) {
    case 'p':
        return kNode + type(scan) * scan.pack_length;
    case 'v':
        return vector_type(scan);
    case 'a':
    case 'c':
        scan.any_part = true;
        return kNode; // `auto`: versions differ in whether it is a candidate
    case 'F':
        scan.any_part = true;
        number(scan);
        return scan.take("_") || scan.take("b") || scan.take("x") ? kNode : fail(scan);
    case 'd':
    case 'e':
    case 'f':
    case 'h':
    case 'i':
    case 'n':
    case 's':
    case 'u':
        candidate = false;
        return kNode;
    default:
        return fail(scan);
    }
}

Size named_type(Scan& scan, bool& candidate)
{
    const char next = scan.peek(1);
    if (scan.peek() != 'S')
        return name_of_type(scan);
    if (next == '_' || (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z')) {
        const Size known = known_type(scan);
        candidate = scan.peek() == 'I';
        return candidate ? known + template_args(scan) : known;
    }
    const std::size_t begin = scan.at;
    const Size size = name_of_type(scan);
    candidate = next == 't' || scan.at - begin > 2;
    return size;
}

Size parameter_type(Scan& scan)
{
    const Size parameter = template_param(scan);
    if (scan.peek() != 'I')
        return parameter;
    add_candidate(scan, parameter);
    return parameter + template_args(scan);
}

Size vendor_type(Scan& scan)
{
    if (scan.peek(1) < '0' || scan.peek(1) > '9')
        return fail(scan);
    const bool qualifier = scan.peek() == 'U';
    ++scan.at;
    scan.any_part = true;
    Size size = unqualified_name(scan);
    if (scan.peek() == 'I')
        size = size + template_args(scan);
    return qualifier ? size + type(scan) : size;
}

Size type_without_candidate(Scan& scan, bool& candidate)
{
    constexpr std::string_view kBuiltin = "vwbcahstijlmxynofdegz";
    const char c = scan.peek();
    if (kBuiltin.find(c) != std::string_view::npos) {
        ++scan.at;
        candidate = false;
        return kNode;
    }
    switch (c) {
    case 'r':
    case 'V':
    case 'K':
        return qualified_type(scan);
    case 'u':
    case 'U':
        return vendor_type(scan);
    case 'F':
        return function_type(scan);
    case 'A':
        return array_type(scan);
    case 'T':
        return parameter_type(scan);
    case 'M': {
        ++scan.at;
        const Size owner = type(scan);
        return kNode + owner + type(scan);
    }
    case 'P':
    case 'R':
    case 'O':
    case 'C':
    case 'G':
        ++scan.at;
        return kNode + type(scan);
    case 'D':
        return scan.peek(1) == 'o' || scan.peek(1) == 'x' ? qualified_type(scan) : extended_type(scan, candidate);
    default:
        return named_type(scan, candidate);
    }
}

} // namespace

Size type(Scan& scan)
{
    const Level level(scan);
    if (scan.failed || scan.peek() == '\0')
        return fail(scan);
    bool candidate = true;
    const Size size = type_without_candidate(scan, candidate);
    if (candidate)
        add_candidate(scan, size);
    return size;
}

Size types_until_end(Scan& scan)
{
    Size size;
    std::uint64_t types = 0;
    while (!scan.failed && !scan.take("E")) {
        // Behind the parameters of a member function.
        if ((scan.peek() == 'R' || scan.peek() == 'O') && scan.peek(1) == 'E') {
            ++scan.at;
            continue;
        }
        size = size + type(scan) + kNode;
        ++types;
    }
    count_list(scan, types);
    return size;
}

} // namespace warpstage::ptx::mangling
