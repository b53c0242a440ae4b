// "sum 20 352 instead of 32 640": the number that the steps compute, above the scene.
#include "app/views/frame/arrangement.h"
#include "app/views/view.h"

#include <cstdint>

namespace warpstage::views {

namespace {

// Wrong sums may be negative.
std::string number(std::int64_t value)
{
    return value < 0 ? "−" + grouped_count(static_cast<std::uint64_t>(-value)) : grouped_count(static_cast<std::uint64_t>(value));
}

} // namespace

float total_height(const session::Snapshot& model, const Style& style)
{
    const auto& plan = model.scene->plan;
    return plan != nullptr && plan->total ? 1.6F * style.small : 0.0F;
}

DrawList total_view(const Scope& scope)
{
    const Style& style = scope.style;
    Canvas canvas(scope.size, style);
    const auto& total = scope.model.scene->total;
    if (!total) // a question hides it
        return canvas.finish();
    canvas.tip(scope.size.area(),
        { tr("Sum"), tr("The sum that the kernels have computed, compared with the exact sum of the input."),
            trf("{} computed, {} exact", number(total->found), number(total->exact)),
            tr("The exact sum is computed on the host, in 64 bits."), {} });
    const bool right = total->found == total->exact;
    const std::string words = right ? trf("sum {}, exact", number(total->found))
                                    : trf("sum {} instead of {}", number(total->found), number(total->exact));
    canvas.text({ 0.0F, 1.1F * style.small }, words,
        { right ? Face::regular : Face::semibold, style.small, right ? style.secondary : style.vermilion, Align::left,
            scope.size.width });
    return canvas.finish();
}

} // namespace warpstage::views
