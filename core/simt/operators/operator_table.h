// The operators of each build of the hot files; lowering looks up an instruction by its key.
#pragma once

#include "core/simt/instruction_set.h"
#include "core/simt/operation.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpstage::simt {

// Bytes per lane of an operand; a predicate is one bit per lane, and 0 means "no such operand".
inline constexpr std::uint8_t kPredicateSize = 1;

struct Operator {
    const char* key; // "fma.ftz.f32": the instruction without the modifiers that have no effect here
    Handler full;
    Handler masked;
    std::uint8_t d; // sizes of destination and sources
    std::uint8_t a;
    std::uint8_t b;
    std::uint8_t c;
};

struct OperatorList {
    const Operator* first;
    std::size_t count;
};

// Null if this instruction set's build has no such operator; all builds have the same keys.
[[nodiscard]] const Operator* find_operator(InstructionSet set, std::string_view key);

// Every hot file defines a list of this name.
#define WARPSTAGE_OPERATOR_LISTS(LIST)                                                                                           \
    LIST(integer)                                                                                                                \
    LIST(float)                                                                                                                  \
    LIST(comparison)                                                                                                             \
    LIST(move)                                                                                                                   \
    LIST(load)                                                                                                                   \
    LIST(store)                                                                                                                  \
    LIST(bit)                                                                                                                    \
    LIST(carry)                                                                                                                  \
    LIST(float_approximate)                                                                                                      \
    LIST(float_part)                                                                                                             \
    LIST(half)                                                                                                                   \
    LIST(half_comparison)                                                                                                        \
    LIST(half_conversion)                                                                                                        \
    LIST(integer_special)                                                                                                        \
    LIST(rounded)                                                                                                                \
    LIST(atomic)                                                                                                                 \
    LIST(collective)
#define WARPSTAGE_LIST(name) [[nodiscard]] OperatorList name##_operators();
#define OPERATOR_SET(id, name, level)                                                                                            \
    namespace id {                                                                                                               \
    WARPSTAGE_OPERATOR_LISTS(WARPSTAGE_LIST)                                                                                     \
    }
#include "core/simt/operator_sets.inc"
#undef OPERATOR_SET
#undef WARPSTAGE_LIST

} // namespace warpstage::simt
