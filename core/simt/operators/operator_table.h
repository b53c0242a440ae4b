// The list of operators that each build of the hot files offers; lowering looks an instruction up by its key at decode time.
#pragma once

#include "core/simt/instruction_set.h"
#include "core/simt/operation.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpstage::simt {

// Bytes of one lane of an operand; a predicate is one bit a lane and 0 stands for "no such operand".
inline constexpr std::uint8_t kPredicateSize = 1;

struct Operator {
    const char* key; // "fma.ftz.f32": the instruction without the words that change nothing here
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

// Null where this instruction set's build has no such operator; all builds have the same keys.
[[nodiscard]] const Operator* find_operator(InstructionSet set, std::string_view key);

#define WARPSTAGE_OPERATOR_LISTS(NAMESPACE)                                                                                      \
    namespace NAMESPACE {                                                                                                        \
    [[nodiscard]] OperatorList integer_operators();                                                                              \
    [[nodiscard]] OperatorList float_operators();                                                                                \
    [[nodiscard]] OperatorList comparison_operators();                                                                           \
    [[nodiscard]] OperatorList move_operators();                                                                                 \
    [[nodiscard]] OperatorList load_operators();                                                                                 \
    [[nodiscard]] OperatorList bit_operators();                                                                                  \
    [[nodiscard]] OperatorList carry_operators();                                                                                \
    [[nodiscard]] OperatorList float_approximate_operators();                                                                    \
    [[nodiscard]] OperatorList float_part_operators();                                                                           \
    [[nodiscard]] OperatorList half_operators();                                                                                 \
    [[nodiscard]] OperatorList half_comparison_operators();                                                                      \
    [[nodiscard]] OperatorList half_conversion_operators();                                                                      \
    [[nodiscard]] OperatorList integer_special_operators();                                                                      \
    [[nodiscard]] OperatorList rounded_operators();                                                                              \
    [[nodiscard]] OperatorList store_operators();                                                                                \
    [[nodiscard]] OperatorList atomic_operators();                                                                               \
    [[nodiscard]] OperatorList collective_operators();                                                                           \
    }
WARPSTAGE_OPERATOR_LISTS(x86_64)
WARPSTAGE_OPERATOR_LISTS(x86_64_v3)
WARPSTAGE_OPERATOR_LISTS(x86_64_v4)
#undef WARPSTAGE_OPERATOR_LISTS

} // namespace warpstage::simt
