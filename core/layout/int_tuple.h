// Nested integers: the shapes, strides and coordinates of CuTe (CUTLASS, media/docs/cpp/cute/01_layout.md, "IntTuple"). An
// integer and a tuple with one integer differ, as in CuTe: `8` and `(8)`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::layout {

class IntTuple {
public:
    IntTuple(std::int64_t value = 0)
        : m_value(value)
    {
    }
    IntTuple(std::vector<IntTuple> modes)
        : m_is_tuple(true)
        , m_modes(std::move(modes))
    {
    }

    [[nodiscard]] bool is_tuple() const { return m_is_tuple; }
    [[nodiscard]] std::int64_t value() const { return m_value; } // of an integer
    [[nodiscard]] const std::vector<IntTuple>& modes() const { return m_modes; } // of a tuple

    // Number of modes; an integer has one, itself.
    [[nodiscard]] std::size_t rank() const { return m_is_tuple ? m_modes.size() : 1; }
    [[nodiscard]] const IntTuple& mode(std::size_t index) const { return m_is_tuple ? m_modes[index] : *this; }

    bool operator==(const IntTuple&) const = default;

private:
    bool m_is_tuple = false;
    std::int64_t m_value = 0;
    std::vector<IntTuple> m_modes;
};

[[nodiscard]] std::int64_t product(const IntTuple& tuple);
// Largest number of nested tuples; 0 for an integer.
[[nodiscard]] std::size_t depth(const IntTuple& tuple);
// Without nesting; an integer remains an integer.
[[nodiscard]] IntTuple flatten(const IntTuple& tuple);
// The integers from left to right.
[[nodiscard]] std::vector<std::int64_t> leaves(const IntTuple& tuple);
// Whether both have the same nesting.
[[nodiscard]] bool congruent(const IntTuple& a, const IntTuple& b);
// "((2,4),8)"
[[nodiscard]] std::string text_of(const IntTuple& tuple);

} // namespace warpstage::layout
