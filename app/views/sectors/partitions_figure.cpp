#include "app/views/sectors/partitions_figure.h"

#include "app/views/frame/panel.h"
#include "app/views/gallery/exhibit.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warpstage::views {

namespace {

constexpr float kNarrowestBar = 18.0F;
constexpr float kRoomForLines = 170.0F; // minimum height for one row per line

std::string access_words(const analysis::PartitionReport& report, const ptx::Listing& listing)
{
    const bool stores = listing.instruction(report.pc).text.starts_with("st");
    return trf("line {} · {}", listing.line_of(report.pc), stores ? tr("store") : tr("load"));
}

std::string busy_words(const analysis::PartitionReport& report)
{
    return trf("{:.1f} of {} partitions busy", report.busy(), report.longest.size());
}

// One bar per partition, and a dashed line at the height of an even spread.
void draw_partitions(Canvas& canvas, const analysis::PartitionReport& report, Rect area)
{
    const Style& style = canvas.style();
    const auto count = static_cast<float>(report.longest.size());
    const float axis = 1.5F * style.smallest;
    const Rect plot { area.x, area.y + axis, area.width, area.height - 2 * axis };
    const float pitch = plot.width / count;
    if (pitch < canvas.units(kNarrowestBar) || plot.height < canvas.units(20.0F))
        return;
    const std::uint64_t longest = *std::ranges::max_element(report.longest);
    const std::uint64_t all = std::accumulate(report.longest.begin(), report.longest.end(), std::uint64_t { 0 });
    const float even = longest == 0 ? 0.0F : static_cast<float>(all) / count / static_cast<float>(longest);
    const float line = plot.bottom() - even * plot.height;
    for (std::size_t i = 0; i < report.longest.size(); ++i) {
        const float share = longest == 0 ? 0.0F : static_cast<float>(report.longest[i]) / static_cast<float>(longest);
        const float left = plot.x + pitch * static_cast<float>(i);
        const Rect track { left + 0.12F * pitch, plot.y, 0.76F * pitch, plot.height };
        canvas.fill(track, well_color(style), canvas.units(2.0F));
        const float height = share * plot.height;
        canvas.fill({ track.x, plot.bottom() - height, track.width, height },
            shape_color(style, report.camping ? style.vermilion : style.blue), canvas.units(2.0F));
        canvas.label({ left + pitch / 2, plot.bottom() + axis / 2 }, std::to_string(i), number_note(style, pitch, Align::center));
        const std::string kibibytes = numf("{:.3g}", static_cast<double>(report.longest[i]) / 1024.0);
        const float above_bar = plot.bottom() - height - axis / 2;
        const float number =
            std::abs(above_bar - line) < axis / 2 ? line - axis / 2 : above_bar; // so that the line does not cross the text
        if (report.longest[i] != 0 && room_for(kibibytes, Face::mono, style.smallest) <= pitch)
            canvas.label({ left + pitch / 2, number }, kibibytes, number_note(style, pitch, Align::center));
    }
    dashed_polyline(canvas, { { plot.x, line }, { plot.right(), line } }, Dash::dashed, style.green, canvas.units(2.0F));
}

// The other lines: the number of busy partitions of each.
void draw_lines_below(Canvas& canvas, const PartitionsInput& input, const analysis::PartitionReport& shown, Rect area)
{
    const Style& style = canvas.style();
    const float pitch = 1.45F * style.small;
    float y = area.y + pitch / 2;
    for (const analysis::PartitionReport& report : input.survey->lines) {
        if (y + pitch / 2 > area.bottom() + 0.5F)
            return;
        const bool present = &report == &shown;
        canvas.label({ area.x, y }, access_words(report, *input.listing),
            { present ? Face::semibold : Face::regular, style.small, present ? style.text : style.secondary, Align::left,
                0.45F * area.width });
        canvas.label({ area.right(), y }, report.camping ? busy_words(report) + tr(": camping") : busy_words(report),
            { present ? Face::semibold : Face::regular, style.small, report.camping ? style.vermilion : style.secondary,
                Align::right, 0.55F * area.width });
        y += pitch;
    }
}

PartitionsInput input_of(const session::Snapshot& model)
{
    PartitionsInput input;
    const auto& partitions = model.run->partitions;
    if (runs_on_host(model))
        input.nothing = tr("this variant runs on the host: no requests to show");
    else if (model.run->traits->memory_partitions == 0)
        input.nothing = model.run->architecture + tr(" distributes addresses over its memory partitions with a hash");
    else if (partitions == nullptr || model.run->recording == nullptr)
        input.nothing = tr("running the resident blocks on the virtual machine");
    else if (!*partitions)
        input.nothing = partitions->error().message;
    else
        input.survey = &**partitions;
    if (input.survey != nullptr) {
        input.listing = &model.run->recording->listing;
        input.line = model.selection->line;
        if (input.survey->worst(*input.listing, input.line) == nullptr)
            input.line = 0; // the chosen line makes no request to global memory
    }
    return input;
}

} // namespace

bool camps(const session::Snapshot& model, std::uint32_t line)
{
    const auto& partitions = model.run->partitions;
    if (partitions == nullptr || !*partitions || model.run->recording == nullptr)
        return false;
    const auto* worst = (*partitions)->worst(model.run->recording->listing, line);
    return worst != nullptr && worst->camping;
}

DrawList partitions_figure(const PartitionsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const auto* report = input.survey == nullptr ? nullptr : input.survey->worst(*input.listing, input.line);
    if (report == nullptr)
        return empty_page(std::move(canvas), { tr("Memory partitions"), {} },
            input.survey == nullptr ? input.nothing : tr("the kernel makes no request to global memory"));
    PageWords words { tr("Memory partitions"), fmt::format("{} · {}", access_words(*report, *input.listing), input.survey->gpu) };
    words.headline = { { busy_words(*report), trf("{:.1f} of {}", report->busy(), report->longest.size()) },
        report->camping ? style.vermilion : style.text, false };
    const std::string resident = input.survey->blocks < input.survey->grid
        ? trf("The first {} of {} blocks run at the same time", text::grouped(static_cast<std::int64_t>(input.survey->blocks)),
            text::grouped(static_cast<std::int64_t>(input.survey->grid)))
        : trf("All {} run at the same time", counted(input.survey->grid, "block"));
    words.sentence = { trf("{}; the longest queue is {:.1f} times as long as with an even spread.", resident,
                           report->imbalance()),
        trf("The queue is {:.1f} times as long as with an even spread.", report->imbalance()) };
    const std::vector<KeyEntry> key { key_box(tr("KiB requested per partition when the queue is longest"),
                                          shape_color(style, report->camping ? style.vermilion : style.blue), std::nullopt),
        key_stroke(tr("even spread"), style.green, Dash::dashed, 2.0F, 2.0F) };
    Rect area = draw_page(canvas, words, key, canvas.units(80.0F));
    const float pitch = 1.45F * style.small;
    if (area.height >= canvas.units(kRoomForLines) && input.survey->lines.size() > 1) {
        const float below = std::min(pitch * static_cast<float>(input.survey->lines.size()), 0.4F * area.height);
        draw_lines_below(canvas, input, *report, { area.x, area.bottom() - below, area.width, below });
        area.height -= below + canvas.units(6.0F);
    }
    draw_partitions(canvas, *report, area);
    return canvas.finish();
}

DrawList partitions_view(const Scope& scope)
{
    Canvas canvas = panel_canvas(scope);
    const Rect inside = scope.inside();
    canvas.tip(inside,
        { tr("Memory partitions"),
            tr("GPUs of compute capability 1.x assign addresses to partitions in chunks of 256 bytes. Requests to the same "
               "partition at the same point of the program are queued."),
            tr("queue = bytes of the busiest partition / bytes with an even spread"),
            tr("Computed from a run of the resident blocks on the virtual machine. The number of resident blocks ignores the "
               "registers per thread."),
            {} });
    canvas.append(partitions_figure(input_of(scope.model), inside.size(), scope.style), inside.corner());
    return canvas.finish();
}

Result<void> choose_partitions(const session::Snapshot& model, Subject& subject)
{
    if (const auto line = input_of(model).line; line != 0)
        subject.line = line;
    return {};
}

Result<Exhibit> prepare_partitions(const Subject& subject)
{
    if (subject.partitions == nullptr)
        return Error { fmt::format(
            "{} distributes addresses over its memory partitions with a hash. The figure `partitions` requires "
            "`--arch` with compute capability 1.x, such as GTX280.",
            subject.architecture) };
    const auto& recording = subject.recording;
    const auto line = choose_line(subject);
    if (!line)
        return line.error();
    const auto* report = subject.partitions->worst(recording->listing, *line);
    if (report == nullptr)
        return Error { fmt::format("Line {} makes no request to global memory.", *line) };
    CaptionInput caption = recorded_caption(subject, {}, recording->listing.line_of(report->pc));
    caption.what.erase(caption.what.begin()); // in a launch of many blocks
    caption.numbers = { busy_words(*report), trf("queue {:.1f} times as long as with an even spread", report->imbalance()),
        trf("{} resident on a {}", counted(subject.partitions->blocks, "block"), subject.partitions->gpu) };
    caption.source =
        tr("computed from a run of the resident blocks on the virtual machine; the number of blocks ignores registers");
    return Exhibit { std::move(caption),
        [subject, line = *line](Size size, const Style& style) {
            return partitions_figure({ subject.partitions.get(), &subject.recording->listing, line, {} }, size, style);
        } };
}

} // namespace warpstage::views
