#include "core/simt/lowering/tensor/bulk_operands.h"

#include <fmt/format.h>

#include <string>

namespace warpstage::simt {

Handler reduction_of(const Lowering& lowering, std::string_view word, ptx::Type type)
{
    using enum ptx::Type;
    const ptx::Type adds = type == s32 ? u32 : type == s64 ? u64 : type; // adding does not care for the sign
    const bool of_halves = (type == f16 || type == bf16) && word != "add"; // min and max, which atom does not have
    const std::string key =
        fmt::format("{}.generic.a64.{}.{}", of_halves ? "bulk" : "atom", word, ptx::name_of(word == "add" ? adds : type));
    const Operator* found = find_operator(lowering.set, key);
    return found == nullptr ? nullptr : found->full;
}

} // namespace warpstage::simt
