#include "core/ptx/mangling/expanded_size.h"

#include "core/ptx/mangling/scan.h"

#include <algorithm>

namespace warpstage::ptx::mangling {

namespace {

constexpr std::uint32_t kDeepest = 200; // recursion of the scanner, and so of the tree

std::uint64_t bounded_sum(std::uint64_t a, std::uint64_t b)
{
    return std::min(a + b, kLargest);
}

std::uint64_t bounded_product(std::uint64_t a, std::uint64_t b)
{
    return a != 0 && b > kLargest / a ? kLargest : std::min(a * b, kLargest);
}

std::uint64_t size_with(std::string_view mangled, std::uint64_t pack_length, std::uint64_t& longest_list)
{
    Scan scan;
    scan.text = mangled;
    scan.pack_length = pack_length;
    const Size size = mangled_name(scan);
    longest_list = scan.longest_list;
    return scan.failed ? kLargest : size.text;
}

} // namespace

Size operator+(Size a, Size b)
{
    return { bounded_sum(a.text, b.text), bounded_sum(a.parameters, b.parameters) };
}

Size operator*(Size a, std::uint64_t factor)
{
    return { bounded_product(a.text, factor), bounded_product(a.parameters, factor) };
}

Size largest(Size a, Size b)
{
    return { std::max(a.text, b.text), std::max(a.parameters, b.parameters) };
}

bool Scan::take(std::string_view expected)
{
    if (!text.substr(std::min(at, text.size())).starts_with(expected))
        return false;
    at += expected.size();
    return true;
}

Level::Level(Scan& scan)
    : m_scan(scan)
{
    if (++scan.depth > kDeepest)
        fail(scan);
}

Size fail(Scan& scan)
{
    scan.failed = true;
    return {};
}

void number(Scan& scan)
{
    while (scan.peek() >= '0' && scan.peek() <= '9')
        ++scan.at;
}

void count_list(Scan& scan, std::uint64_t elements)
{
    scan.longest_list = std::max(scan.longest_list, elements);
}

std::uint64_t expanded_size(std::string_view mangled)
{
    // The first pass finds how long a parameter pack can be.
    std::uint64_t longest = 1;
    std::uint64_t size = size_with(mangled, 1, longest);
    if (size < kLargest && longest > 1)
        size = size_with(mangled, longest, longest);
    return size;
}

} // namespace warpstage::ptx::mangling
