#include "app/views/banks/banks_figure.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "core/analysis/recording/access_view.h"
#include "core/base/text.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::views {

namespace {

// Of the request that is shown, then of all that the access made.
std::vector<std::string> numbers_of(const session::Recording& recording, const session::ChosenAccess& chosen)
{
    const arch::SharedService& service = *chosen.shared;
    std::vector<std::string> numbers { counted(service.wavefronts, "wavefront"), fmt::format("ideal {}", service.ideal),
        fmt::format("excess {}", service.excess()) };
    for (const session::AccessView& view : analysis::shared_accesses(recording)) {
        if (view.pc == chosen.pc && view.requests > 1)
            numbers.push_back(fmt::format("in the whole block {}: {}, ideal {}", counted(view.requests, "request"),
                counted(view.cost, "wavefront"), text::grouped(static_cast<std::int64_t>(view.ideal))));
    }
    return numbers;
}

} // namespace

Result<Exhibit> prepare_banks(const Subject& subject)
{
    const auto request = choose_request(subject, Memory::shared);
    if (!request)
        return request.error();
    const session::Recording& recording = *subject.recording;
    const auto chosen =
        analysis::choose_access(recording, request->pc, ptx::StateSpace::shared, request->occurrence, *subject.traits);
    VERIFY(chosen.has_value());
    BanksInput input = banks_input(*chosen, *subject.traits, recording.trace.warp_width);
    input.architecture = subject.traits->name;

    Exhibit exhibit;
    exhibit.caption = request_caption(subject, *request);
    exhibit.caption.numbers = numbers_of(recording, *chosen);
    exhibit.draw = [input](Size size, const Style& style) {
        return banks_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
