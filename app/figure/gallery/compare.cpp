#include "app/figure/comparison_figure.h"
#include "app/figure/gallery/kind.h"
#include "core/analysis/metrics.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <array>

namespace warpstage::figure {

namespace {

struct Compared {
    std::string_view metric; // of analysis::all_metrics()
    Better better;
};

constexpr std::array kCompared {
    Compared { "instructions", Better::less },
    Compared { "active_threads_pred_on", Better::more },
    Compared { "divergent_targets", Better::less },
    Compared { "shared_requests", Better::less },
    Compared { "wavefronts", Better::less },
    Compared { "wavefronts_excessive", Better::less },
    Compared { "global_requests", Better::less },
    Compared { "sectors", Better::less },
    Compared { "sectors_excessive", Better::less },
};

} // namespace

Result<Exhibit> prepare_compare(const Subject& subject)
{
    if (subject.other == nullptr)
        return Error { "The figure compare wants --with VARIANT, another variant of the lesson." };
    const session::Recording& left = *subject.recording;
    const session::Recording& right = *subject.other;
    ComparisonInput input;
    input.left = left.kernel;
    input.right = right.kernel;
    for (const Compared& compared : kCompared) {
        const analysis::Metric* metric = analysis::find_metric(compared.metric);
        VERIFY(metric != nullptr);
        const double a = metric->value(left.report.total);
        const double b = metric->value(right.report.total);
        if (a != 0.0 || b != 0.0)
            input.rows.push_back({ std::string { metric->label }, a, b, "", compared.better });
    }
    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.kernel = fmt::format("{} and {}", left.kernel, right.kernel);
    exhibit.caption.numbers = { fmt::format("blocks of {} and {} threads", left.block_size.count(), right.block_size.count()) };
    exhibit.draw = [input](Size size, const Style& style) {
        return comparison_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::figure
