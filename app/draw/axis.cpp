#include "app/draw/axis.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::draw {

namespace {

constexpr std::size_t kMaxMarks = 40;
constexpr double kFarthest = 1e30; // upper bound of all displayed quantities

} // namespace

double round_step(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : { 1.0, 2.0, 5.0 })
        if (value <= factor * power * 1.000001)
            return factor * power;
    return 10.0 * power;
}

double step_below(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : { 5.0, 2.0 })
        if (value >= factor * power)
            return factor * power;
    return power;
}

Axis::Axis(double low, double high, std::size_t marks, Spacing spacing, Ends ends)
    : m_low(std::isfinite(low) ? std::clamp(low, -kFarthest, kFarthest) : 0.0)
    , m_high(std::isfinite(high) ? std::clamp(high, -kFarthest, kFarthest) : 1.0)
    , m_spacing(spacing)
{
    marks = std::clamp<std::size_t>(marks, 2, kMaxMarks);
    if (m_spacing == Spacing::doubling && m_low <= 0.0)
        m_spacing = Spacing::linear;
    if (m_spacing == Spacing::doubling) {
        if (m_high <= m_low)
            m_high = 2.0 * m_low;
        const double doublings = std::log2(m_high / m_low);
        const double step = std::max(1.0, std::ceil(doublings / static_cast<double>(marks)));
        for (double exponent = 0.0; exponent <= doublings + 1e-9; exponent += step)
            m_marks.push_back(m_low * std::exp2(exponent));
        return;
    }
    if (m_high <= m_low)
        m_high = m_low + std::max(1.0, std::abs(m_low));
    const double step = round_step((m_high - m_low) / static_cast<double>(marks));
    const bool exact = ends == Ends::exact;
    const double first = exact ? std::ceil(m_low / step - 1e-9) : std::floor(m_low / step);
    const double last = exact ? std::floor(m_high / step + 1e-9) : std::ceil(m_high / step - 1e-9);
    if (!exact) {
        m_low = first * step;
        m_high = last * step;
    }
    for (double i = first; i <= last + 0.5 && m_marks.size() <= 2 * kMaxMarks; i += 1.0)
        m_marks.push_back(i * step);
}

float Axis::share(double value) const
{
    if (!std::isfinite(value))
        return 0.0F;
    const double share = m_spacing == Spacing::doubling ? std::log2(std::max(value, m_low) / m_low) / std::log2(m_high / m_low)
                                                        : (value - m_low) / (m_high - m_low);
    return static_cast<float>(std::clamp(share, 0.0, 1.0));
}

AxisPrefix prefix_of(double high)
{
    for (const auto& [factor, letter] : { std::pair { 1e15, "P" }, std::pair { 1e12, "T" }, std::pair { 1e9, "G" },
             std::pair { 1e6, "M" }, std::pair { 1e3, "k" } })
        if (high >= factor)
            return { factor, letter };
    return {};
}

std::string mark_words(double value)
{
    if (value == std::round(value) && std::abs(value) < 1e15)
        return text::grouped(static_cast<std::int64_t>(value));
    return fmt::format("{:.3g}", value);
}

} // namespace warpstage::draw
