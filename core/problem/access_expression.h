// Access patterns as people type them: which element a thread touches, as an expression of its number, "(tid%4)*33 + tid/4",
// "tid ^ (tid>>3)". What the expression means is what it would mean in a kernel: ^ is XOR here, not the power of a size such as
// 2^20.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

// What a pattern may say besides numbers, tid, lane, warp and B (threads of a block).
using AccessConstants = std::map<std::string, std::int64_t, std::less<>>;

class AccessExpression {
public:
    // C's operators on 64-bit integers with C's precedence: ?: || && | ^ & == != < <= > >= << >> + - * / % and - ~ ! before a
    // value; numbers are decimal or 0x...; `constants` are the names beside tid, lane, warp and B. Errors: a sentence, then the
    // text and a caret under the place.
    [[nodiscard]] static Result<AccessExpression> parse(std::string_view text, std::span<const std::string_view> constants);

    // Of threads 0 to count - 1, in blocks of `block`. Only the branch of ?: and the side of && and || that counts is computed.
    // Errors: a division by zero, a shift by more than 63, a number beyond 64 bits; with the thread and a caret. `constants` must
    // hold every name that parse() was given.
    [[nodiscard]] Result<std::vector<std::int64_t>> evaluate(
        std::size_t count, std::int64_t block, const AccessConstants& constants) const;

    [[nodiscard]] const std::string& text() const { return m_text; }

    enum class Operator : std::uint8_t {
        number,
        tid,
        lane,
        warp,
        block,
        constant,
        negate,
        complement,
        logical_not,
        multiply,
        divide,
        remainder,
        add,
        subtract,
        shift_left,
        shift_right,
        less,
        less_equal,
        greater,
        greater_equal,
        equal,
        not_equal,
        bit_and,
        bit_xor,
        bit_or,
        logical_and,
        logical_or,
        conditional,
    };

    struct Node {
        Operator operation = Operator::number;
        std::int64_t value = 0; // of a number; of a constant: index into the names
        std::size_t first = 0; // operands: indices of nodes
        std::size_t second = 0;
        std::size_t third = 0;
        std::size_t position = 0; // of the operator in the text
    };

private:
    AccessExpression() = default;

    std::string m_text;
    std::vector<std::string> m_names; // of constants
    std::vector<Node> m_nodes;
    std::size_t m_root = 0;
};

// The text on a line of its own and a caret under the character at `position`; what a terminal would not show is a question
// mark.
[[nodiscard]] std::string pointed_at(std::string_view text, std::size_t position);

} // namespace warpstage::problem
