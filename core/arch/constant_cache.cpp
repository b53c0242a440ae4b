#include "core/arch/constant_cache.h"

#include <algorithm>

namespace warpstage::arch {

ConstantService serve_constant(const Traits& traits, const ConstantRequest& request)
{
    ConstantService service;
    const unsigned width = traits.capability.major == 1 ? 16 : 32;
    const std::uint64_t word_bytes = std::max<std::uint64_t>(request.bytes, 4);
    for (unsigned first = 0; first < kMaxLanes; first += width) {
        const LaneMask lanes = request.lanes & (first_lanes(width) << first);
        if (lanes == 0)
            continue;
        for_each_lane(lanes, [&](unsigned lane) {
            const std::uint64_t address = request.addresses[lane] / word_bytes * word_bytes;
            const auto known = std::find_if(service.words.begin(), service.words.end(),
                [&](const ConstantWord& word) { return word.address == address && word.request == service.ideal; });
            if (known != service.words.end())
                known->lanes |= LaneMask { 1 } << lane;
            else
                service.words.push_back({ .address = address, .lanes = LaneMask { 1 } << lane, .request = service.ideal });
        });
        ++service.ideal;
    }
    return service;
}

} // namespace warpstage::arch
