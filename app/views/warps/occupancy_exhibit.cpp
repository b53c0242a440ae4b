#include "app/views/gallery/exhibit.h"
#include "app/views/warps/occupancy_figure.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::views {

Result<Exhibit> prepare_occupancy(const Subject& subject)
{
    if (!subject.registers)
        return Error { "The figure occupancy wants --registers N: how many a thread gets is the assembler's choice, which `nvcc "
                       "-Xptxas -v` prints." };
    const session::Recording& recording = *subject.recording;
    const arch::KernelResources kernel { static_cast<std::uint32_t>(recording.block_size.count()), *subject.registers,
        recording.shared_bytes };
    auto input = occupancy_input(*subject.traits, kernel);
    if (!input)
        return input.error();
    input->subtitle = subject.traits->name;
    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.what.erase(exhibit.caption.what.begin()); // the same for every block
    exhibit.caption.numbers = { fmt::format("{} of {} warps", input->warps, input->warps_at_most),
        fmt::format("{} threads a block", kernel.threads_per_block),
        fmt::format("{} registers a thread", kernel.registers_per_thread),
        fmt::format("{}\u2009B of shared memory a block", text::grouped(kernel.shared_bytes_per_block)) };
    exhibit.caption.source = "computed by the rules of the architecture; registers as given";
    exhibit.draw = [input = *input](Size size, const Style& style) {
        return occupancy_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
