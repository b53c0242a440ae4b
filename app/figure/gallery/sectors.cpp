#include "app/figure/gallery/kind.h"
#include "app/figure/recorded_inputs.h"
#include "app/figure/sectors_figure.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpstage::figure {

namespace {

// Lanes that are served by themselves; see arch::GlobalRule.
std::uint32_t lanes_together(const arch::Traits& traits, std::uint32_t bytes)
{
    switch (traits.global_rule) {
    case arch::GlobalRule::words_in_order:
    case arch::GlobalRule::segments:
        return 16;
    case arch::GlobalRule::parts_of_warp:
        return bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
    case arch::GlobalRule::sectors:
        return 32;
    }
    return 32;
}

// What the same lanes would need if their words lay side by side from an aligned address on; never more than what they need.
std::uint32_t ideal_transactions(const arch::Traits& traits, const arch::GlobalRequest& request, std::uint32_t needed)
{
    std::array<std::uint64_t, kMaxLanes> addresses {};
    for (std::uint64_t lane = 0; lane < kMaxLanes; ++lane)
        addresses.at(lane) = lane * request.bytes;
    return std::min(
        needed, arch::count_global(traits, { request.bytes, request.lanes, addresses, request.operation }).transactions);
}

} // namespace

Result<Exhibit> prepare_sectors(const Subject& subject)
{
    const auto chosen = choose_request(subject, Memory::global);
    if (!chosen)
        return chosen.error();
    const arch::Traits& traits = *subject.traits;
    const arch::GlobalRequest request = global_request_of(*chosen->access);
    const arch::GlobalService service = arch::serve_global(traits, request);
    const bool sectors = traits.global_rule == arch::GlobalRule::sectors;

    SectorsInput input;
    input.bytes = request.bytes;
    input.lanes = request.lanes;
    input.addresses = chosen->access->addresses;
    input.warp_width = subject.recording->trace.warp_width;
    input.lanes_together = lanes_together(traits, request.bytes);
    for (const arch::Transaction& transaction : service.transactions)
        input.segments.push_back({ transaction.address, transaction.bytes, transaction.lanes });
    input.ideal = sectors ? service.count.ideal : ideal_transactions(traits, request, service.count.transactions);
    for (const auto& segment : input.segments)
        input.origin = input.origin == 0 ? segment.address : std::min(input.origin, segment.address);
    if (!sectors) {
        input.one = "transaction";
        input.many = "transactions";
    }
    input.subtitle = fmt::format("line {} · {}", chosen->line, operation_of(chosen->access->kind));

    Exhibit exhibit;
    exhibit.caption = request_caption(subject, *chosen);
    if (!sectors)
        exhibit.caption.numbers.push_back(counted(service.count.transactions, "transaction"));
    const SectorBytes bytes = bytes_of(input);
    exhibit.caption.numbers.push_back(counted(service.count.sectors, "sector"));
    exhibit.caption.numbers.push_back(fmt::format("ideal {}", service.count.ideal));
    exhibit.caption.numbers.push_back(
        fmt::format("{} of {} used", text::grouped(static_cast<std::int64_t>(bytes.used)), counted(bytes.moved, "byte")));
    exhibit.draw = [input](Size size, const Style& style) {
        return sectors_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::figure
