#include "tests/lessons/launch_figures.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace warpstage::lessons {

namespace {

double percent(double share)
{
    return std::round(100.0 * share);
}

// To three digits, as the views do.
double rounded(double value)
{
    return std::stod(fmt::format("{:.3g}", value));
}

// As the view rounds it.
double hit_rate(const timing::Waves& waves, timing::BlockOrder order)
{
    for (const auto& ordered : waves.orders) {
        if (ordered.order == order)
            return percent(ordered.total.hit_rate());
    }
    return -1.0; // the grid has one row or one column
}

} // namespace

std::optional<double> LaunchFigures::of_waves(std::string_view metric) const
{
    if (!m_waves) {
        m_waves =
            timing::find_waves({ m_recorded.programs, m_recorded.plan, m_architecture.traits, &m_architecture.assumed_gpu() });
        EXPECT_EQ(m_waves->refusal, "");
        EXPECT_EQ(m_waves->blocks_seen, m_waves->grid.count()) << "the requests of some blocks are not kept";
    }
    if (m_waves->orders.empty())
        return std::nullopt;
    const timing::Wave& total = m_waves->orders.front().total;
    if (metric == "waves")
        return static_cast<double>(m_waves->count());
    if (metric == "waves at once")
        return static_cast<double>(m_waves->at_once());
    if (metric == "waves last")
        return static_cast<double>(m_waves->blocks_of_last());
    if (metric == "waves last percent")
        return percent(static_cast<double>(m_waves->blocks_of_last()) / static_cast<double>(m_waves->at_once()));
    if (metric == "waves read")
        return static_cast<double>(total.read());
    if (metric == "waves DRAM megabytes")
        return rounded(static_cast<double>(total.from_dram) * 32e-6);
    if (metric == "waves L2 percent")
        return hit_rate(*m_waves, timing::BlockOrder::rows);
    if (metric == "waves L2 percent in columns")
        return hit_rate(*m_waves, timing::BlockOrder::columns);
    if (metric == "waves L2 percent in groups")
        return hit_rate(*m_waves, timing::BlockOrder::groups);
    return std::nullopt;
}

std::optional<double> LaunchFigures::of_rounding(std::string_view metric) const
{
    if (!m_rounding) {
        m_rounding = analysis::find_rounding_errors({ m_recorded.programs, m_recorded.plan });
        EXPECT_EQ(m_rounding->refusal, "");
    }
    if (metric == "rounding largest ulp")
        return rounded(m_rounding->worst.ulp);
    if (metric == "rounding median ulp")
        return rounded(m_rounding->median_ulp);
    if (metric == "rounding correct percent")
        return percent(static_cast<double>(m_rounding->correctly_rounded) / static_cast<double>(m_rounding->elements));
    return std::nullopt;
}

std::optional<double> LaunchFigures::figure_of(std::string_view metric) const
{
    return metric.starts_with("waves") ? of_waves(metric) : of_rounding(metric);
}

} // namespace warpstage::lessons
