// Names and template arguments.
#include "core/ptx/mangling/scan.h"
#include "core/ptx/mangling/types.h"

#include <algorithm>

namespace warpstage::ptx::mangling {

namespace {

constexpr std::uint32_t kMaxConversions = 2; // a demangler may read what follows each of them twice

// The largest of the arguments in a name: what a template parameter in the type of its function may stand for.
struct NameSize {
    Size size;
    Size argument;
    bool reference_argument = false;
    bool closure = false; // ends with a closure or unnamed type, which has no discriminator
};

Size source_name(Scan& scan)
{
    std::size_t length = 0;
    const std::size_t begin = scan.at;
    while (scan.peek() >= '0' && scan.peek() <= '9' && length <= scan.text.size())
        length = length * 10 + static_cast<std::size_t>(scan.text[scan.at++] - '0');
    if (scan.at == begin || length == 0 || length > scan.text.size() - scan.at)
        return fail(scan);
    scan.at += length;
    return kNode + Size { length, 0 };
}

Size closure_type(Scan& scan)
{
    Size size = kNode;
    // Versions of demanglers differ in whether these are candidates.
    scan.any_part = true;
    if (scan.take("Ul"))
        size = size + types_until_end(scan);
    else if (!scan.take("Ut"))
        return fail(scan);
    number(scan);
    if (!scan.take("_"))
        return fail(scan);
    // Template parameters of a closure's own operator() are printed as "auto:1".
    return { size.text + size.parameters * kNode.text, 0 };
}

Size operator_name(Scan& scan)
{
    if (scan.take("cv")) {
        if (++scan.conversions > kMaxConversions)
            return fail(scan);
        return kNode + type(scan);
    }
    if (scan.take("li"))
        return kNode + source_name(scan);
    if (scan.peek(1) < 'A' || scan.peek(1) > 'z' || scan.peek() == 'v')
        return fail(scan);
    scan.at += 2;
    return kNode;
}

// Adds the arguments to a name.
void append_arguments(Scan& scan, NameSize& name)
{
    name.reference_argument |= scan.peek(1) == 'R' || scan.peek(1) == 'O';
    const std::size_t begin = scan.at;
    const Size arguments = template_args(scan);
    name.reference_argument |=
        scan.text.substr(begin, scan.at - begin).find_first_of("RO") != std::string_view::npos && arguments.parameters > 0;
    name.argument = largest(name.argument, arguments);
    name.size = name.size + arguments;
}

void remember(Scan& scan, Size size)
{
    scan.candidates.push_back(size);
    scan.largest_part = largest(scan.largest_part, size);
}

Size substitution(Scan& scan)
{
    if (!scan.take("S"))
        return fail(scan);
    const char c = scan.peek();
    if (c >= 'a' && c <= 'z') {
        ++scan.at;
        return c == 't' || c == 'a' || c == 'b' || c == 's' || c == 'i' || c == 'o' || c == 'd' ? kAbbreviation : fail(scan);
    }
    std::size_t index = 0;
    bool first = true;
    while (scan.peek() != '_') {
        const char digit = scan.peek();
        const bool decimal = digit >= '0' && digit <= '9';
        if ((!decimal && (digit < 'A' || digit > 'Z')) || index > scan.text.size())
            return fail(scan);
        index = index * 36 + static_cast<std::size_t>(decimal ? digit - '0' : digit - 'A' + 10);
        first = false;
        ++scan.at;
    }
    ++scan.at;
    index += first ? 0 : 1;
    if (scan.any_part)
        return kNode + scan.largest_part;
    return index < scan.candidates.size() ? kNode + scan.candidates[index] : fail(scan);
}

NameSize nested_name(Scan& scan)
{
    NameSize name;
    if (!scan.take("N"))
        return { fail(scan), {} };
    while (scan.peek() == 'r' || scan.peek() == 'V' || scan.peek() == 'K' || scan.peek() == 'R' || scan.peek() == 'O') {
        ++scan.at;
        name.size = name.size + kNode;
    }
    for (bool first = true; !scan.failed; first = false) {
        const char c = scan.peek();
        if (c == 'E' && !first) {
            ++scan.at;
            return name;
        }
        name.closure = false;
        if (c == 'S') {
            name.size = name.size + substitution(scan);
            scan.largest_part = largest(scan.largest_part, name.size);
            continue;
        }
        if (c == 'I' && !first) {
            append_arguments(scan, name);
        } else if (c == 'M' && !first) {
            ++scan.at; // of a closure in an initializer; not a candidate
            continue;
        } else if (c == 'T') {
            name.size = name.size + template_param(scan);
        } else {
            name.closure = c == 'U';
            // A constructor repeats the name of its class.
            name.size = name.size * (c == 'C' || c == 'D' ? 2 : 1) + unqualified_name(scan);
        }
        if (scan.peek() != 'E')
            remember(scan, name.size);
        else
            scan.largest_part = largest(scan.largest_part, name.size);
    }
    return name;
}

NameSize name(Scan& scan);

void discriminator(Scan& scan)
{
    if (scan.take("__")) {
        number(scan);
        if (!scan.take("_"))
            fail(scan);
    } else if (scan.take("_")) {
        number(scan);
    }
}

NameSize local_name(Scan& scan)
{
    if (!scan.take("Z"))
        return { fail(scan), {} };
    const Size function = encoding(scan);
    if (!scan.take("E"))
        return { fail(scan), {} };
    NameSize local;
    if (scan.take("s")) {
        discriminator(scan);
    } else {
        if (scan.take("d")) {
            number(scan);
            if (!scan.take("_"))
                fail(scan);
        }
        local = name(scan);
        if (!local.closure)
            discriminator(scan);
    }
    local.size = local.size + function + kNode;
    return local;
}

NameSize name(Scan& scan)
{
    const Level level(scan);
    if (scan.failed)
        return {};
    NameSize name;
    if (scan.peek() == 'N')
        return nested_name(scan);
    if (scan.peek() == 'Z')
        return local_name(scan);
    bool known = false; // a substitution, which is not a new candidate
    if (scan.take("St")) {
        name.size = kNode + unqualified_name(scan);
    } else if (scan.peek() == 'S') {
        name.size = substitution(scan);
        known = true;
    } else {
        name.closure = scan.peek() == 'U';
        name.size = unqualified_name(scan);
    }
    if (scan.peek() == 'I') {
        if (!known)
            remember(scan, name.size);
        append_arguments(scan, name);
    }
    return name;
}

} // namespace

Size name_of_type(Scan& scan)
{
    return name(scan).size;
}

Size known_type(Scan& scan)
{
    return substitution(scan);
}

void add_candidate(Scan& scan, Size size)
{
    remember(scan, size);
}

Size unqualified_name(Scan& scan)
{
    Size size;
    const char c = scan.peek();
    if (c >= '0' && c <= '9') {
        size = source_name(scan);
    } else if (scan.take("L")) {
        size = source_name(scan);
        discriminator(scan);
    } else if (c == 'U') {
        size = closure_type(scan);
    } else if (c >= 'a' && c <= 'z') {
        size = operator_name(scan);
    } else if ((c == 'C' || c == 'D') && scan.peek(1) >= '0' && scan.peek(1) <= '5') {
        scan.at += 2;
        size = kNode;
    } else {
        return fail(scan);
    }
    while (!scan.failed && scan.take("B"))
        size = size + source_name(scan);
    return size;
}

Size encoding(Scan& scan)
{
    const Level level(scan);
    if (scan.failed || scan.peek() == 'T' || scan.peek() == 'G') // virtual tables and guards are not functions
        return fail(scan);
    const NameSize function = name(scan);
    Size size = function.size + kNode;
    std::uint64_t parameters = 0;
    while (!scan.failed && scan.peek() != '\0' && scan.peek() != 'E' && scan.peek() != '.') {
        size = size + type(scan);
        ++parameters;
    }
    count_list(scan, parameters);
    if (function.argument.text == 0)
        return size; // without arguments of its own: parameters refer to those of an enclosing function
    // An argument that itself depends on parameters of an enclosing function is printed with its arguments. Whether references
    // that collapse are, differs between versions.
    if (function.argument.parameters > 0 && function.reference_argument)
        return fail(scan);
    return Size { size.text, 0 } + function.argument * size.parameters;
}

Size mangled_name(Scan& scan)
{
    if (!scan.take("_Z"))
        return fail(scan);
    const Size size = encoding(scan);
    const std::size_t rest = scan.text.size() - scan.at;
    if (rest > 0 && scan.peek() != '.') // a copy of a function: ".constprop.0"
        return fail(scan);
    return size + kNode * rest;
}

Size template_args(Scan& scan)
{
    const Level level(scan);
    if (scan.failed || (!scan.take("I") && !scan.take("J")))
        return fail(scan);
    Size size = kNode;
    std::uint64_t arguments = 0;
    while (!scan.failed && !scan.take("E")) {
        ++arguments;
        size = size + kNode;
        if (scan.take("X")) {
            size = size + expression(scan);
            if (!scan.take("E"))
                fail(scan);
        } else if (scan.peek() == 'L') {
            size = size + expr_primary(scan);
        } else if (scan.peek() == 'I' || scan.peek() == 'J') {
            size = size + template_args(scan);
        } else {
            size = size + type(scan);
        }
    }
    count_list(scan, arguments);
    return size;
}

Size template_param(Scan& scan)
{
    if (!scan.take("T"))
        return fail(scan);
    number(scan);
    return scan.take("_") ? kNode + Size { 0, 1 } : fail(scan);
}

} // namespace warpstage::ptx::mangling
