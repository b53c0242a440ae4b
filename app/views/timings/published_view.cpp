// The table of a lecture beside the estimates for its GPU, size and conditions: a sheet.
#include "app/views/frame/panel.h"
#include "app/views/timings/published_bars.h"

namespace warpstage::views {

// They are also shown in the panel of the times.
std::vector<session::Command> request_published(const session::Snapshot& model)
{
    return model.setup->published == nullptr ? std::vector<session::Command> { session::TogglePublished {} }
                                             : std::vector<session::Command> {};
}

DrawList published_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    const auto label_of = [&](const std::string& id) {
        const auto& variants = model.setup->variants;
        const auto variant = std::ranges::find(variants, id, &session::VariantView::id);
        return variant == variants.end() ? id : variant->label;
    };
    BarsInput input = published_bars(model.estimates->published, label_of);
    input.if_empty = tr("no published results of a GPU for this lesson");
    canvas.append(bars_figure(input, inside.size(), scope.style), inside.corner());
    canvas.tip(inside,
        { input.title,
            tr("Bars: the time or the throughput on the GPU of the lecture, estimated for the size and the conditions of its "
               "measurement. Marks: the published values."),
            {}, tr("Estimated by the SM model from blocks that ran on the virtual machine. Not measured."), {} });
    return canvas.finish();
}

} // namespace warpstage::views
