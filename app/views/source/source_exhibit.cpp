#include "app/views/gallery/kind.h"
#include "app/views/source/source_figure.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::views {

namespace {

std::string against_ideal(std::uint64_t count, std::string_view noun, std::uint64_t ideal)
{
    return fmt::format("{} {}, ideal {}", text::grouped(static_cast<std::int64_t>(count)), noun,
        text::grouped(static_cast<std::int64_t>(ideal)));
}

} // namespace

Result<Exhibit> prepare_source(const Subject& subject)
{
    const auto line = choose_line(subject);
    if (!line)
        return line.error();
    const analysis::Counters& total = subject.recording->report.total;

    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.numbers.push_back(
        fmt::format("{} warp instructions", text::grouped(static_cast<std::int64_t>(total.instructions))));
    if (total.shared_requests != 0)
        exhibit.caption.numbers.push_back(against_ideal(total.wavefronts, "wavefronts of shared memory", total.wavefronts_ideal));
    if (total.global_requests != 0)
        exhibit.caption.numbers.push_back(against_ideal(total.sectors, "sectors of global memory", total.sectors_ideal));
    exhibit.draw = [recording = subject.recording, lesson = subject.lesson, line = *line](Size size, const Style& style) {
        SourceInput input;
        input.lines = &lesson->source_lines;
        input.report = &recording->report;
        if (recording->trap)
            input.stopped = recording->trap->location.line;
        input.chosen = line != 0 ? line : input.stopped;
        return source_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
