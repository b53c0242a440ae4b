#include "app/views/gallery/kind.h"

#include "app/draw/canvas.h"
#include "app/views/frame/recorded_inputs.h"
#include "core/base/text.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <array>

namespace warpstage::views {

namespace {

constexpr float kMargin = 20.0F;
constexpr float kCaptionGap = 12.0F;

constexpr std::array kKinds {
    Kind { "banks", "one request of shared memory: lanes, banks, passes", Need::recording, { 760, 440 }, prepare_banks },
    Kind { "sectors", "one request of global memory: lanes, segments, wasted bytes", Need::recording, { 860, 480 },
        prepare_sectors },
    Kind { "matrix", "a tile of shared memory by banks, as it is and with or without padding; wants --tile", Need::recording,
        { 860, 560 }, prepare_matrix },
    Kind { "timeline", "all warps of a block over time; with --warp the lanes of one", Need::recording, { 860, 520 },
        prepare_timeline },
    Kind { "branch", "a warp at a branch: ways, masks, SIMT stack", Need::recording, { 860, 480 }, prepare_branch },
    Kind {
        "tree", "one pass of a reduction in shared memory: who adds what to whom", Need::recording, { 960, 480 }, prepare_tree },
    Kind { "occupancy", "warps on a multiprocessor, and what limits them; wants --registers", Need::recording, { 860, 480 },
        prepare_occupancy },
    Kind { "compare", "two variants: counts side by side; wants --with", Need::two_recordings, { 860, 560 }, prepare_compare },
    Kind { "lanes", "the lanes of a warp over time: which work, which wait", Need::recording, { 760, 460 }, prepare_lanes },
    Kind { "warps", "the threads of a block as warps", Need::recording, { 860, 480 }, prepare_warps },
    Kind { "retirement", "a branch in a loop pass by pass: which warps diverge, which retire", Need::recording, { 860, 480 },
        prepare_retirement },
    Kind { "source", "the kernel's source with what each line cost", Need::recording, { 1000, 640 }, prepare_source },
    Kind { "transfers", "copies and launches over time, stream by stream", Need::measurement, { 860, 440 }, prepare_transfers },
    Kind { "timings", "how long each kernel takes, over repeated runs", Need::measurement, { 640, 360 }, prepare_timings },
    Kind { "bars", "all variants of a lesson: rate or time with spread; wants LESSON, and runs it or reads --from", Need::bench,
        { 860, 600 }, prepare_plotted },
    Kind { "curves", "a variant over the values of a parameter; wants --parameter or --from", Need::sweep, { 760, 440 },
        prepare_plotted },
};

} // namespace

std::span<const Kind> all_kinds()
{
    return kKinds;
}

Result<const Kind*> find_kind(std::string_view name)
{
    std::vector<std::string> names;
    for (const Kind& kind : kKinds) {
        if (kind.name == name)
            return &kind;
        names.emplace_back(kind.name);
    }
    if (const auto near = text::nearest(name, names); !near.empty())
        return Error { fmt::format("There is no figure `{}`: did you mean `{}`?", name, near) };
    return Error { fmt::format("There is no figure `{}`: take {}.", name, text::alternatives(names)) };
}

DrawList compose_page(const Exhibit& exhibit, Size size, const Style& style)
{
    VERIFY(size.width >= kSmallestPageWidth * style.scale && size.height >= kSmallestPageHeight * style.scale);
    Canvas canvas(size, style);
    canvas.fill({ 0, 0, size.width, size.height }, style.panel);
    const Rect inside = Rect { 0, 0, size.width, size.height }.inset(canvas.units(kMargin));
    const float caption = caption_height(exhibit.caption, inside.width, style);
    const float picture = inside.height - caption - canvas.units(kCaptionGap);
    canvas.append(exhibit.draw({ inside.width, picture }, style), { inside.x, inside.y });
    canvas.append(caption_figure(exhibit.caption, { inside.width, caption }, style), { inside.x, inside.bottom() - caption });
    return canvas.finish();
}

CaptionInput recorded_caption(const Subject& subject)
{
    const session::Recording& recording = *subject.recording;
    CaptionInput caption;
    caption.kernel = recording.kernel;
    caption.what.push_back(fmt::format("block {}", recording.trace.block));
    caption.what.push_back(subject.architecture + (subject.traits->rules_assumed ? " (rules assumed)" : ""));
    caption.what.insert(caption.what.end(), subject.settings.begin(), subject.settings.end());
    caption.source = "computed by the hardware's rules from a run on the virtual machine";
    if (recording.trap)
        caption.source += ", which ended in a fault: " + recording.trap->message;
    return caption;
}

CaptionInput request_caption(const Subject& subject, const ChosenRequest& request)
{
    CaptionInput caption = recorded_caption(subject);
    caption.line = request.line;
    caption.code = source_line(subject.lesson->source_lines, request.line);
    const std::string& instruction = subject.recording->listing.instruction(request.pc).text;
    caption.what.insert(caption.what.begin(), instruction.substr(0, instruction.find(' ')));
    caption.what.insert(caption.what.begin() + 2,
        fmt::format("warp {}, request {} of {}", request.warp, request.occurrence + 1, request.occurrences));
    return caption;
}

std::string counted(std::uint64_t count, std::string_view noun)
{
    return fmt::format("{} {}{}", text::grouped(static_cast<std::int64_t>(count)), noun, count == 1 ? "" : "s");
}

} // namespace warpstage::views
