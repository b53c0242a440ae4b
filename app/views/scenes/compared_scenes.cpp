#include "app/views/scenes/compared_scenes.h"

#include "app/draw/canvas.h"
#include "app/views/banks/cells_figure.h"
#include "app/views/scenes/flight_figure.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace warpstage::views {

namespace {

struct Side {
    std::size_t variant = 0;
    const session::PlaybackView* playback = nullptr;
    const session::ArrayFrame* cells = nullptr;
    const session::MatrixFlight* flight = nullptr;
};

DrawList scene_of(const Side& side, const session::Snapshot& snapshot, Size size, const Style& style)
{
    if (side.flight != nullptr && snapshot.scene->matrix != nullptr && !snapshot.scene->matrix->values.empty())
        return tiles_figure({ snapshot.scene->matrix.get(), side.flight, side.cells }, size, style);
    CellsInput input;
    input.frame = side.cells;
    input.banks = snapshot.run->traits->shared_banks;
    input.bank_bytes = snapshot.run->traits->bank_bytes;
    if (side.playback->step)
        input.subtitle = fmt::format("line {} · warp {}", side.playback->line, side.playback->warp);
    return cells_figure(input, size, style);
}

} // namespace

bool has_compared_scenes(const session::Snapshot& snapshot)
{
    if (!snapshot.run->compared || !snapshot.playback->compared)
        return false;
    const auto& other = *snapshot.playback->compared;
    if (snapshot.scene->matrix != nullptr)
        return snapshot.playback->run.flight != nullptr && other.flight != nullptr && !snapshot.scene->matrix->values.empty();
    return snapshot.playback->run.cells != nullptr && other.cells != nullptr;
}

DrawList compared_scenes(const session::Snapshot& snapshot, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const auto& other = *snapshot.playback->compared;
    const float gap = canvas.units(20.0F);
    const float name = 1.6F * style.small;
    const float width = (size.width - gap) / 2;
    float x = 0.0F;
    for (const Side& side : { Side { snapshot.run->compared->variant, &other.view, other.cells.get(), other.flight.get() },
             Side { snapshot.setup->variant, &snapshot.playback->run.view, snapshot.playback->run.cells.get(),
                 snapshot.playback->run.flight.get() } }) {
        const std::string label =
            side.variant < snapshot.setup->variants.size() ? snapshot.setup->variants[side.variant].label : std::string {};
        canvas.text({ x, style.small }, label, { Face::semibold, style.small, style.text, Align::left, width });
        DrawList scene = scene_of(side, snapshot, { width, size.height - name }, style);
        scene.targets.clear(); // cells are chosen where one run alone is shown
        canvas.append(std::move(scene), { x, name });
        x += width + gap;
    }
    return canvas.finish();
}

} // namespace warpstage::views
