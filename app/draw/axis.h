// Axes with round numbers: which values have a mark, and the position of a value.
#pragma once

#include "app/draw/standard.h"

namespace warpstage::draw {

enum class Spacing : unsigned char { linear, doubling }; // doubling: each interval to the right doubles the value, as for strides

enum class Ends : unsigned char { round, exact }; // round: a linear axis is extended so that it begins and ends at a mark

class Axis {
public:
    // About `marks` marks, at least one.
    Axis(double low, double high, std::size_t marks, Spacing spacing, Ends ends);

    // 0 at the low end, 1 at the high end; values outside are at the nearest end.
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

// The smallest value not below it that is 1, 2 or 5 times a power of ten: an axis that ends there does not move with small
// changes of the values.
[[nodiscard]] double round_step(double value);
// The largest such value that is not above it.
[[nodiscard]] double step_below(double value);

// One power-of-ten prefix for all marks of an axis, so that they are short: 4.8e12 B/s is 4.8 on an axis in TB/s.
struct AxisPrefix {
    double factor = 1.0;
    std::string letter; // "T", "G", "M", "k" or empty
};
[[nodiscard]] AxisPrefix prefix_of(double high);

// "0", "2", "0.5", "4 096".
[[nodiscard]] std::string mark_words(double value);

} // namespace warpstage::draw
