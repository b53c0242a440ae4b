#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/sectors/sectors_figure.h"
#include "core/analysis/recording/assessment.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::views {

Result<Exhibit> prepare_sectors(const Subject& subject)
{
    const auto request = choose_request(subject, Memory::global);
    if (!request)
        return request.error();
    const ChosenRequest& chosen = *request;
    const arch::Traits& traits = *subject.traits;
    const arch::GlobalRequest accessed = analysis::global_request_of(*chosen.access);
    SectorsInput input = sectors_input(traits, accessed);
    input.warp_width = subject.recording->trace.warp_width;
    input.subtitle = fmt::format("line {} · {}", chosen.line, operation_of(chosen.access->kind));

    Exhibit exhibit;
    exhibit.caption = request_caption(subject, chosen);
    const SectorBytes bytes = bytes_of(input);
    const arch::GlobalCount count = arch::count_global(traits, accessed);
    if (input.one != "sector")
        exhibit.caption.numbers.push_back(counted(input.segments.size(), input.one));
    exhibit.caption.numbers.push_back(counted(count.sectors, "sector"));
    exhibit.caption.numbers.push_back(fmt::format("ideal {}", count.ideal));
    exhibit.caption.numbers.push_back(
        fmt::format("{} of {} used", text::grouped(static_cast<std::int64_t>(bytes.used)), counted(bytes.moved, "byte")));
    exhibit.draw = [input](Size size, const Style& style) {
        return sectors_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
