#include "core/bench/published_table.h"

#include "core/bench/agreement.h"
#include "core/bench/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace warpstage::bench {

namespace {

using timing::PublishedEstimate;

// "transpose, GeForce GTX 280, n=4000"
std::string table_of(const PublishedEstimate& row)
{
    std::string name = row.figure.lesson + ", " + row.figure.machine;
    for (const auto* parameters : { &row.figure.parameters, &row.figure.unprinted })
        for (const auto& [id, value] : *parameters)
            name += fmt::format(", {}={}", id, value);
    if (row.figure.steps > 1)
        name += fmt::format(", {} time steps", row.figure.steps);
    return row.figure.copies ? name + " and copies" : name;
}

std::string value_of(double value, const PublishedEstimate& row)
{
    return fmt::format("{:.3g} {}", value, row.figure.unit);
}

std::string remarks_of(const PublishedEstimate& row)
{
    if (row.estimated <= 0.0)
        return row.reason;
    return row.is_off() ? fmt::format("off by a factor of {:.1f}", std::max(row.factor(), 1.0 / row.factor())) : std::string {};
}

} // namespace

bool is_for(const lesson::PublishedFigure& figure, std::string_view parameters)
{
    return std::ranges::all_of(figure.parameters, [&](const auto& parameter) {
        return fmt::format(" {} ", parameters).find(fmt::format(" {}={} ", parameter.first, parameter.second))
            != std::string::npos;
    });
}

std::string published_text(std::span<const PublishedEstimate> rows, Format format)
{
    std::vector<std::string> names;
    std::vector<TimePair> pairs;
    double most = 1.0;
    for (const PublishedEstimate& row : rows) {
        const std::string name = table_of(row);
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
        if (row.estimated <= 0.0)
            continue;
        const double published = row.figure.unit == "ms" ? row.figure.value : 1.0 / row.figure.value; // proportional to the time
        pairs.push_back({ name, published, published * row.factor() });
        most = std::max({ most, row.factor(), 1.0 / row.factor() });
    }
    const Agreement agreement = agreement_of(pairs);
    std::string text;
    for (const std::string& name : names) {
        Table table {
            { "variant", "published", "estimated", "estimated/published", "speedup published", "speedup estimated", "" }, {}
        };
        for (const PublishedEstimate& row : rows) {
            if (table_of(row) != name)
                continue;
            const auto& figure = row.figure;
            table.rows.push_back({ figure.architecture.empty() ? figure.variant : figure.variant + " " + figure.architecture,
                value_of(figure.value, row), row.estimated > 0.0 ? value_of(row.estimated, row) : std::string {},
                row.estimated > 0.0 ? fmt::format("{:.2f}", row.estimated / figure.value) : std::string {},
                figure.speed_up > 0.0 ? fmt::format("{}×", figure.speed_up) : std::string {},
                row.speed_up > 0.0 ? fmt::format("{:.1f}×", row.speed_up) : std::string {}, remarks_of(row) });
        }
        text += name + "\n\n" + lay_out(table, format == Format::markdown ? Layout::markdown : Layout::text);
        const auto order = std::ranges::find(agreement.orders, name, &GroupOrder::group);
        if (order != agreement.orders.end())
            text += fmt::format("\nKendall's tau of the order: {:.2f}\n", order->tau);
        text += "\n";
    }
    if (agreement.pairs > 0)
        text += fmt::format(
            "{} published values: median absolute error {:.1f} %, largest factor {:.2f}, within a factor of {:.1f}: {:.0f} %\n",
            agreement.pairs, 100.0 * agreement.median_error, most, timing::kPublishedFactor, 100.0 * agreement.within_factor);
    return text;
}

} // namespace warpstage::bench
