#include "app/views/gallery/kind.h"
#include "app/views/sheets/comparison_rows.h"

#include <fmt/format.h>

namespace warpstage::views {

Result<Exhibit> prepare_compare(const Subject& subject)
{
    if (subject.other == nullptr)
        return Error { "The figure compare wants --with VARIANT, another variant of the lesson." };
    const session::Recording& left = *subject.recording;
    const session::Recording& right = *subject.other;
    ComparisonInput input;
    input.left = left.kernel;
    input.right = right.kernel;
    input.rows = comparison_rows(left.report.total, right.report.total);
    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.kernel = fmt::format("{} and {}", left.kernel, right.kernel);
    exhibit.caption.numbers = { fmt::format("blocks of {} and {} threads", left.block_size.count(), right.block_size.count()) };
    exhibit.draw = [input](Size size, const Style& style) {
        return comparison_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
