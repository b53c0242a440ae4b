#include "app/views/sheets/comparison_rows.h"

#include "core/analysis/metrics.h"
#include "core/base/verify.h"

#include <array>
#include <string>
#include <string_view>

namespace warpstage::views {

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

std::vector<ComparisonRow> comparison_rows(const analysis::Counters& left, const analysis::Counters& right)
{
    std::vector<ComparisonRow> rows;
    for (const Compared& compared : kCompared) {
        const analysis::Metric* metric = analysis::find_metric(compared.metric);
        VERIFY(metric != nullptr);
        const double a = metric->value(left);
        const double b = metric->value(right);
        if (a != 0.0 || b != 0.0)
            rows.push_back({ std::string { metric->label }, a, b, "", compared.better });
    }
    return rows;
}

} // namespace warpstage::views
