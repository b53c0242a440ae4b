// Axes with round numbers: which values carry a mark, and where a value lies.
#pragma once

#include "app/draw/standard.h"

namespace warpstage::draw {

enum class Spacing : unsigned char { linear, doubling }; // doubling: each step to the right is twice the value, as strides are

enum class Ends : unsigned char { round, exact }; // round: a linear axis is widened until it begins and ends at a mark

class Axis {
public:
    // About `marks` marks, at least one.
    Axis(double low, double high, std::size_t marks, Spacing spacing, Ends ends);

    // 0 at the low end, 1 at the high one; what lies outside is put at the end.
    [[nodiscard]] float share(double value) const;
    [[nodiscard]] const std::vector<double>& marks() const { return m_marks; }
    [[nodiscard]] double low() const { return m_low; }
    [[nodiscard]] double high() const { return m_high; }

private:
    double m_low;
    double m_high;
    Spacing m_spacing;
    std::vector<double> m_marks;
};

// The nearest of 1, 2 and 5 times a power of ten that is not smaller: an axis that ends there stays while values tremble.
[[nodiscard]] double round_step(double value);

// One power-of-ten prefix for all marks of an axis, so that they are short: 4.8e12 B/s is 4.8 on an axis in TB/s.
struct AxisPrefix {
    double factor = 1.0;
    std::string letter; // "T", "G", "M", "k" or nothing
};
[[nodiscard]] AxisPrefix prefix_of(double high);

// "0", "2", "0.5", "4 096".
[[nodiscard]] std::string mark_words(double value);

} // namespace warpstage::draw
