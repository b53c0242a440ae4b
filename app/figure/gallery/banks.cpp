#include "app/figure/banks_figure.h"
#include "app/figure/gallery/kind.h"
#include "app/figure/recorded_inputs.h"
#include "core/base/text.h"
#include "core/session/access_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::figure {

namespace {

std::string counted(std::uint64_t count, std::string_view noun)
{
    return fmt::format("{} {}{}", text::grouped(static_cast<std::int64_t>(count)), noun, count == 1 ? "" : "s");
}

// Of the request that is shown, then of all that the access made.
std::vector<std::string> numbers_of(const session::Recording& recording, const session::ChosenAccess& chosen)
{
    const arch::SharedService& service = chosen.service;
    std::vector<std::string> numbers { counted(service.wavefronts, "wavefront"), fmt::format("ideal {}", service.ideal),
        fmt::format("excess {}", service.excess()) };
    for (const session::SharedAccessView& view : session::shared_accesses(recording)) {
        if (view.pc == chosen.pc && view.requests > 1)
            numbers.push_back(fmt::format("in the whole block {}: {}, ideal {}", counted(view.requests, "request"),
                counted(view.wavefronts, "wavefront"), text::grouped(static_cast<std::int64_t>(view.ideal))));
    }
    return numbers;
}

} // namespace

Result<Exhibit> prepare_banks(const Subject& subject)
{
    const auto chosen = choose_shared_request(subject);
    if (!chosen)
        return chosen.error();
    const session::Recording& recording = *subject.recording;
    BanksInput input = banks_input(*chosen, recording.trace.warp_width);
    input.banks = subject.traits->shared_banks;
    input.architecture = subject.traits->name;
    // Before CC 5.0 what is served apart are half-warps, whatever the width.
    if (subject.traits->shared_rule != arch::SharedRule::merging_phases)
        input.lanes_together = 16;

    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.line = chosen->line;
    exhibit.caption.code = source_line(subject.lesson->source_lines, chosen->line);
    const std::string& instruction = recording.listing.instruction(chosen->pc).text;
    exhibit.caption.what.insert(exhibit.caption.what.begin(), instruction.substr(0, instruction.find(' ')));
    exhibit.caption.what.insert(exhibit.caption.what.begin() + 2,
        fmt::format("warp {}, request {} of {}", chosen->warp, chosen->occurrence + 1, chosen->occurrences));
    exhibit.caption.numbers = numbers_of(recording, *chosen);
    exhibit.draw = [input](Size size, const Style& style) {
        return banks_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::figure
