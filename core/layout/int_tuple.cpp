#include "core/layout/int_tuple.h"

#include <algorithm>

namespace warpstage::layout {

namespace {

void append_leaves(const IntTuple& tuple, std::vector<std::int64_t>& out)
{
    if (!tuple.is_tuple())
        out.push_back(tuple.value());
    for (const IntTuple& mode : tuple.modes())
        append_leaves(mode, out);
}

} // namespace

std::int64_t product(const IntTuple& tuple)
{
    std::int64_t result = 1;
    for (const std::int64_t leaf : leaves(tuple))
        result *= leaf;
    return result;
}

std::size_t depth(const IntTuple& tuple)
{
    std::size_t deepest = 0;
    for (const IntTuple& mode : tuple.modes())
        deepest = std::max(deepest, depth(mode));
    return tuple.is_tuple() ? deepest + 1 : 0;
}

IntTuple flatten(const IntTuple& tuple)
{
    if (!tuple.is_tuple())
        return tuple;
    const auto all = leaves(tuple);
    return std::vector<IntTuple>(all.begin(), all.end());
}

std::vector<std::int64_t> leaves(const IntTuple& tuple)
{
    std::vector<std::int64_t> result;
    append_leaves(tuple, result);
    return result;
}

bool congruent(const IntTuple& a, const IntTuple& b)
{
    if (a.is_tuple() != b.is_tuple() || a.rank() != b.rank())
        return false;
    return !a.is_tuple() || std::ranges::equal(a.modes(), b.modes(), congruent);
}

std::string text_of(const IntTuple& tuple)
{
    if (!tuple.is_tuple())
        return std::to_string(tuple.value());
    std::string text = "(";
    for (std::size_t i = 0; i < tuple.rank(); ++i)
        text += (i == 0 ? "" : ",") + text_of(tuple.mode(i));
    return text + ")";
}

} // namespace warpstage::layout
