#include "core/ptx/opcode.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warpstage::ptx {

namespace {

constexpr std::array kNames = {
#define OPCODE(enumerator, word, family, lowering) std::string_view { word },
#include "core/ptx/opcodes.inc"
#undef OPCODE
};

constexpr std::array kFamilies = {
#define OPCODE(enumerator, word, family, lowering) OpcodeFamily::family,
#include "core/ptx/opcodes.inc"
#undef OPCODE
};

constexpr std::array kFamilyNames = {
#define FAMILY(name) std::string_view { #name },
    WARPSTAGE_PTX_OPCODE_FAMILIES(FAMILY)
#undef FAMILY
};

// The list sorted by word for binary search, so the order of the table is free.
constexpr auto kByWord = [] {
    std::array<std::pair<std::string_view, Opcode>, kNames.size()> sorted {};
    for (std::size_t i = 0; i < kNames.size(); ++i)
        sorted[i] = { kNames[i], static_cast<Opcode>(i) };
    std::sort(sorted.begin(), sorted.end(), [](const auto& left, const auto& right) { return left.first < right.first; });
    return sorted;
}();

} // namespace

std::optional<Opcode> parse_opcode(std::string_view word)
{
    const auto* const found = std::lower_bound(
        kByWord.begin(), kByWord.end(), word, [](const auto& entry, std::string_view wanted) { return entry.first < wanted; });
    if (word.empty() || found == kByWord.end() || found->first != word)
        return std::nullopt;
    return found->second;
}

std::string_view name_of(Opcode opcode)
{
    return kNames[static_cast<std::size_t>(opcode)];
}

OpcodeFamily family_of(Opcode opcode)
{
    return kFamilies[static_cast<std::size_t>(opcode)];
}

std::string_view name_of(OpcodeFamily family)
{
    return kFamilyNames[static_cast<std::size_t>(family)];
}

} // namespace warpstage::ptx
