#include "core/ptx/type.h"

#include "core/base/verify.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warpstage::ptx {

namespace {

struct TypeTraits {
    std::string_view name;
    std::uint32_t size; // bytes
};

// In the order of the enumeration. Sizes: PTX ISA, table "Fundamental Type Specifiers".
constexpr std::array<TypeTraits, 21> kTypes = { {
    { "b8", 1 },
    { "b16", 2 },
    { "b32", 4 },
    { "b64", 8 },
    { "b128", 16 },
    { "u8", 1 },
    { "u16", 2 },
    { "u32", 4 },
    { "u64", 8 },
    { "s8", 1 },
    { "s16", 2 },
    { "s32", 4 },
    { "s64", 8 },
    { "f16", 2 },
    { "f16x2", 4 },
    { "bf16", 2 },
    { "bf16x2", 4 },
    { "tf32", 4 },
    { "f32", 4 },
    { "f64", 8 },
    { "pred", 1 },
} };
static_assert(kTypes.size() == static_cast<std::size_t>(Type::pred) + 1);

constexpr auto kTypesByName = [] {
    std::array<std::pair<std::string_view, Type>, kTypes.size()> sorted {};
    for (std::size_t i = 0; i < kTypes.size(); ++i)
        sorted[i] = { kTypes[i].name, static_cast<Type>(i) };
    std::sort(sorted.begin(), sorted.end(), [](const auto& left, const auto& right) { return left.first < right.first; });
    return sorted;
}();

} // namespace

std::uint32_t size_of(Type type)
{
    return kTypes[static_cast<std::size_t>(type)].size;
}

bool is_signed(Type type)
{
    return type >= Type::s8 && type <= Type::s64;
}

bool is_float(Type type)
{
    return type >= Type::f16 && type <= Type::f64;
}

std::optional<Type> parse_type(std::string_view word)
{
    const auto* const found = std::lower_bound(kTypesByName.begin(), kTypesByName.end(), word,
        [](const auto& entry, std::string_view wanted) { return entry.first < wanted; });
    if (found == kTypesByName.end() || found->first != word)
        return std::nullopt;
    return found->second;
}

std::string_view name_of(Type type)
{
    return kTypes[static_cast<std::size_t>(type)].name;
}

std::string_view name_of(StateSpace space)
{
    switch (space) {
    case StateSpace::reg:
        return "reg";
    case StateSpace::param:
        return "param";
    case StateSpace::shared:
        return "shared";
    case StateSpace::local:
        return "local";
    case StateSpace::global:
        return "global";
    case StateSpace::constant:
        return "const";
    case StateSpace::generic:
        return "generic";
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::ptx
