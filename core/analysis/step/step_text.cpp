#include "core/analysis/step/step_text.h"

#include "core/base/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpstage::analysis {

namespace {

// "4194304": without grouping, so that scripts can parse it.
std::string number(std::uint64_t value)
{
    return fmt::to_string(value);
}

std::string bytes(std::uint64_t value)
{
    return value == 0 ? "0 B" : text::plain_spaces(text::rate(static_cast<double>(value), "B"));
}

std::string elements(std::uint64_t count, std::uint64_t size)
{
    return fmt::format("{} elements ({})", number(count), bytes(size));
}

} // namespace

std::string to_text(const StepTraffic& traffic)
{
    const Counters& total = traffic.total;
    const GlobalElements& moved = total.global_elements;
    std::string out = fmt::format("all launches, evaluated for {}: {} {}, {} blocks{}\n", traffic.architecture,
        number(traffic.launches), traffic.launches == 1 ? "launch" : "launches", number(traffic.blocks),
        traffic.complete() ? "" : fmt::format("; extrapolated from {} of them", traffic.counted_blocks));
    out += fmt::format("  warp instructions    {}\n", number(total.instructions));
    out += fmt::format("  threads read         {}\n", elements(moved.loaded, moved.loaded_bytes));
    out += fmt::format("  threads write        {}\n", elements(moved.stored, moved.stored_bytes));
    out += fmt::format("  global memory        {} requests, {} sectors of 32 bytes, ideal {}\n", number(total.global_requests),
        number(total.sectors), number(total.sectors_ideal));
    if (total.shared_requests != 0)
        out += fmt::format("  shared memory        {} requests, {} wavefronts, ideal {}\n", number(total.shared_requests),
            number(total.wavefronts), number(total.wavefronts_ideal));
    const Atomics& shared = total.shared_atomics;
    const Atomics& global = total.global_atomics;
    if (shared.requests + global.requests != 0)
        out += fmt::format("  atomic operations    {} in {} requests, {} of them serialized on the same word\n",
            number(shared.operations + global.operations), number(shared.requests + global.requests),
            number(shared.same_word + global.same_word));
    return out;
}

nlohmann::json to_json(const StepTraffic& traffic)
{
    const Counters& total = traffic.total;
    const GlobalElements& moved = total.global_elements;
    return {
        { "architecture", traffic.architecture },
        { "launches", traffic.launches },
        { "blocks", traffic.blocks },
        { "counted_blocks", traffic.counted_blocks },
        { "instructions", total.instructions },
        { "global_elements_read", moved.loaded },
        { "global_bytes_read", moved.loaded_bytes },
        { "global_elements_written", moved.stored },
        { "global_bytes_written", moved.stored_bytes },
        { "global_requests", total.global_requests },
        { "sectors", total.sectors },
        { "sectors_ideal", total.sectors_ideal },
        { "shared_requests", total.shared_requests },
        { "wavefronts", total.wavefronts },
        { "wavefronts_ideal", total.wavefronts_ideal },
        { "atomic_requests", total.shared_atomics.requests + total.global_atomics.requests },
        { "atomic_operations", total.shared_atomics.operations + total.global_atomics.operations },
        { "atomics_on_one_word", total.shared_atomics.same_word + total.global_atomics.same_word },
    };
}

} // namespace warpstage::analysis
