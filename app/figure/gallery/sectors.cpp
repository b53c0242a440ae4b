#include "app/figure/gallery/kind.h"
#include "app/figure/recorded_inputs.h"
#include "app/figure/sectors_figure.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::figure {

namespace {

std::string counted(std::uint64_t count, const std::string& one, const std::string& many)
{
    return fmt::format("{} {}", text::grouped(static_cast<std::int64_t>(count)), count == 1 ? one : many);
}

} // namespace

Result<Exhibit> prepare_sectors(const Subject& subject)
{
    const auto chosen = choose_global_request(subject);
    if (!chosen)
        return chosen.error();
    const session::Recording& recording = *subject.recording;
    const simt::Access& access = chosen->access;
    const bool load = access.kind == simt::AccessKind::load;
    SectorsInput input = sectors_input(*subject.traits,
        { access.bytes, access.lanes, access.addresses, load ? arch::GlobalOperation::load : arch::GlobalOperation::store });
    input.warp_width = recording.trace.warp_width;
    input.subtitle = fmt::format("line {} · {}", chosen->line, operation_of(access.kind));

    const SectorBytes bytes = bytes_of(input);
    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.line = chosen->line;
    exhibit.caption.code = source_line(subject.lesson->source_lines, chosen->line);
    const std::string& instruction = recording.listing.instruction(chosen->pc).text;
    exhibit.caption.what.insert(exhibit.caption.what.begin(), instruction.substr(0, instruction.find(' ')));
    exhibit.caption.what.insert(exhibit.caption.what.begin() + 2,
        fmt::format("warp {}, request {} of {}", chosen->warp, chosen->occurrence + 1, chosen->occurrences));
    exhibit.caption.numbers = { counted(input.segments.size(), input.one, input.many), fmt::format("ideal {}", input.ideal),
        fmt::format("{} of {}\u2009B used: {}", text::grouped(static_cast<std::int64_t>(bytes.used)),
            text::grouped(static_cast<std::int64_t>(bytes.moved)), percent(bytes.efficiency())) };
    exhibit.draw = [input](Size size, const Style& style) {
        return sectors_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::figure
