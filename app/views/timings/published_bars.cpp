#include "app/views/timings/published_bars.h"

namespace warpstage::views {

namespace {

using timing::PublishedEstimate;
using Parameter = std::pair<const std::string, std::string>;

std::string words_of(const Parameter& parameter)
{
    return fmt::format("{} = {}", parameter.first, parameter.second);
}

BarRow row_of(const PublishedEstimate& result, double factor)
{
    const auto& figure = result.figure;
    BarRow row;
    row.origin = Origin::estimated;
    row.samples = result.estimated > 0.0 ? 1 : 0;
    row.minimum = row.median = row.maximum = result.estimated * factor;
    row.published = figure.value * factor;
    row.speed_up = result.speed_up;
    row.published_speed_up = figure.speed_up;
    if (result.is_off())
        row.remark = trf("off by a factor of {:.1f}", std::max(result.factor(), 1.0 / result.factor()));
    else if (result.estimated <= 0.0)
        row.remark = result.reason.empty() ? tr("estimating…") : result.reason;
    row.excess = result.is_off();
    return row;
}

// Once all rows have an estimate.
std::string errors_of(const std::vector<const PublishedEstimate*>& table)
{
    std::vector<double> errors;
    double largest = 1.0;
    for (const PublishedEstimate* row : table) {
        if (row->estimated <= 0.0)
            return {};
        errors.push_back(std::abs(row->factor() - 1.0));
        largest = std::max({ largest, row->factor(), 1.0 / row->factor() });
    }
    std::ranges::sort(errors);
    return trf("Median error of the estimates {:.0f}\u2009%, largest factor {:.2f}.",
        50.0 * (errors[(errors.size() - 1) / 2] + errors[errors.size() / 2]), largest);
}

} // namespace

BarsInput published_bars(const std::vector<PublishedEstimate>& results, const VariantLabel& label_of)
{
    BarsInput input;
    input.title = tr("Published and estimated");
    if (results.empty())
        return input;
    const auto& first = results.front().figure;
    std::vector<const PublishedEstimate*> table;
    for (const PublishedEstimate& result : results)
        if (result.figure.machine == first.machine && result.figure.unit == first.unit)
            table.push_back(&result);
    const auto is_common = [&](const Parameter& parameter) {
        return std::ranges::all_of(table, [&](const PublishedEstimate* result) {
            const auto found = result->figure.parameters.find(parameter.first);
            return found != result->figure.parameters.end() && found->second == parameter.second;
        });
    };
    const bool times = first.unit == "ms";
    input.unit = times ? "s" : "B/s";
    input.better = times ? Better::less : Better::more;
    input.publication = first.source;
    input.subtitle = first.machine;
    for (const Parameter& parameter : first.parameters)
        if (is_common(parameter))
            input.subtitle += " · " + words_of(parameter);
    for (const Parameter& parameter : first.unprinted)
        input.subtitle += " · " + trf("{} assumed", words_of(parameter));
    if (first.steps > 1)
        input.subtitle += " · " + trf("{} time steps", first.steps) + (first.copies ? tr(" and copies") : "");
    for (const PublishedEstimate* result : table) {
        BarRow row = row_of(*result, times ? 1e-3 : 1e9);
        row.name = label_of(result->figure.variant);
        for (const Parameter& parameter : result->figure.parameters)
            if (!is_common(parameter))
                row.name += ", " + words_of(parameter);
        if (!result->figure.architecture.empty())
            row.name += ", " + result->figure.architecture;
        input.rows.push_back(std::move(row));
    }
    input.sentence = errors_of(table);
    return input;
}

} // namespace warpstage::views
