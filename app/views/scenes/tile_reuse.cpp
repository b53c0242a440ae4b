// What a tile in shared memory saves and what it costs: counts of one block with and without the tile, below the bodies.
#include "app/views/frame/arrangement.h"
#include "app/views/frame/panel.h"

namespace warpstage::views {

namespace {

constexpr std::size_t kReuseRows = 4;
constexpr float kReusePitch = 1.5F; // of a row, relative to its text

// Barriers of the block: each warp executes the instruction once.
std::uint64_t barriers_of(const session::Recording& recording, const analysis::KernelReport& report)
{
    std::uint64_t executed = 0;
    for (const analysis::InstructionReport& instruction : report.instructions) {
        const auto* listed = recording.listing.find(instruction.pc);
        if (listed != nullptr && (listed->text.starts_with("bar.") || listed->text.starts_with("barrier.")))
            executed += instruction.counters.instructions;
    }
    return executed / std::max(recording.trace.warps, 1U);
}

struct ReuseRow {
    std::string name;
    std::string meaning;
    std::array<std::uint64_t, 2> counts; // of the present variant, of the compared one
};

std::array<ReuseRow, kReuseRows> reuse_rows(const session::Snapshot& model)
{
    const session::ComparedView& other = *model.run->compared;
    const analysis::KernelReport& now = model.run->assessment->report;
    const analysis::KernelReport& beside = other.assessment->report;
    return { ReuseRow { tr("elements loaded"), tr("Elements that the threads of the block load from global memory."),
                 { now.total.global_elements.loaded, beside.total.global_elements.loaded } },
        ReuseRow { tr("sectors"), tr("Sectors of global memory that these loads and the stores of the block request."),
            { now.total.sectors, beside.total.sectors } },
        ReuseRow { tr("wavefronts"), tr("Wavefronts of shared memory: the threads read the tile instead of global memory."),
            { now.total.wavefronts, beside.total.wavefronts } },
        ReuseRow { tr("barriers"), tr("Barriers that the block passes: after a tile is loaded, and before it is replaced."),
            { barriers_of(*model.run->recording, now), barriers_of(*other.recording, beside) } } };
}

} // namespace

float tile_reuse_height(const Style& style)
{
    return kReusePitch * style.small * static_cast<float>(kReuseRows + 1) + 0.5F * style.margin;
}

DrawList tile_reuse_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Style& style = scope.style;
    Canvas canvas(scope.size, style);
    const auto rows = reuse_rows(model);
    const float pitch = kReusePitch * style.small;
    const float gap = canvas.units(14.0F);
    float names = room_for(tr("one block"), Face::regular, style.small);
    float numbers = 0.0F;
    for (const ReuseRow& row : rows) {
        names = std::max(names, room_for(row.name, Face::regular, style.small));
        for (const std::uint64_t count : row.counts)
            numbers = std::max(numbers, room_for(grouped_count(count), Face::mono, style.small));
    }
    const float column = (scope.size.width - names - 2 * gap) / 2;
    const float bars = column - numbers - gap;
    const std::array variants { model.setup->variant, model.run->compared->variant };
    const auto left_of = [&](std::size_t side) {
        return names + gap + static_cast<float>(side) * (column + gap);
    };
    float middle = scope.size.height - pitch * (static_cast<float>(kReuseRows) + 0.5F);
    canvas.label({ 0, middle }, tr("one block"), note(style, names));
    for (std::size_t side = 0; side < variants.size(); ++side) {
        const std::string name = label_of(model, variants.at(side));
        canvas.label({ left_of(side), middle }, name,
            { Face::semibold, fitting_size(name, Face::semibold, column, { style.small, style.smallest }),
                side == 0 ? style.orange : style.text, Align::left, column });
    }
    for (const ReuseRow& row : rows) {
        middle += pitch;
        canvas.label({ 0, middle }, row.name, { Face::regular, style.small, style.text, Align::left, names });
        const auto most = static_cast<double>(std::max(row.counts[0], row.counts[1]));
        for (std::size_t side = 0; side < variants.size(); ++side) {
            const std::uint64_t count = row.counts.at(side);
            const Rect bar { left_of(side) + numbers + gap, middle - 0.25F * pitch, std::max(bars, 0.0F), 0.5F * pitch };
            canvas.label({ left_of(side) + numbers, middle }, grouped_count(count),
                { Face::mono, style.small, style.text, Align::right, numbers });
            if (most <= 0.0 || bar.width < canvas.units(16.0F))
                continue;
            canvas.fill(bar, track_color(style), canvas.units(2.0F));
            const float length = bar.width * static_cast<float>(static_cast<double>(count) / most);
            canvas.fill({ bar.x, bar.y, count == 0 ? 0.0F : std::max(length, canvas.units(2.0F)), bar.height },
                shape_color(style, side == 0 ? style.orange : style.blue), canvas.units(2.0F));
        }
        canvas.tip({ 0, middle - pitch / 2, scope.size.width, pitch },
            { row.name, row.meaning, trf("{} and {} for one block", grouped_count(row.counts[0]), grouped_count(row.counts[1])),
                tr("Counted in the recorded blocks of both variants."), {} });
    }
    return canvas.finish();
}

} // namespace warpstage::views
