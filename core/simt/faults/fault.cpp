#include "core/simt/faults/fault.h"

#include "core/base/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::simt {

std::string text_of(const Dim3& index)
{
    return fmt::format("({},{},{})", index.x, index.y, index.z);
}

std::string counted(std::uint64_t count, std::string_view noun)
{
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

namespace {

// The PTX of lessons names headers without their folders, so that the parser does not recognize those of the toolkit.
bool is_header_of_cuda(std::string_view file)
{
    constexpr std::array<std::string_view, 8> kBeginnings { "sm_", "device_", "texture_", "surface_", "math_", "cuda_",
        "cooperative_groups", "mma." };
    return file.find('/') == std::string_view::npos
        && std::ranges::any_of(kBeginnings, [file](std::string_view beginning) { return file.starts_with(beginning); });
}

} // namespace

// Kernels compiled without line information have only PTX lines.
std::string line_text(const Block& block, std::uint32_t pc)
{
    const ptx::Instruction& instruction = block.program().listing().instruction(pc);
    if (instruction.location.line == 0)
        return fmt::format("PTX line {}", instruction.text_line);
    const std::uint32_t kernel_file = block.program().kernel().location.file;
    const auto& files = block.program().module().files;
    if (instruction.location.inlined_at != 0 && instruction.location.file < files.size()
        && is_header_of_cuda(files[instruction.location.file]))
        return fmt::format("line {}", instruction.location.inlined_at);
    const auto line_in = [&](std::uint32_t line, std::uint32_t file) {
        if (file == kernel_file || file >= files.size())
            return fmt::format("line {}", line);
        return fmt::format("line {} of {}", line, std::filesystem::path { files[file] }.filename().string());
    };
    std::string text = line_in(instruction.location.line, instruction.location.file);
    if (instruction.location.inlined_at != 0)
        text += ", called from " + line_in(instruction.location.inlined_at, block.program().listing().function(pc).location.file);
    return text;
}

namespace {

// "lane 7 is", "lanes 0 to 3 and 9 are".
std::string lanes_text(LaneMask lanes, std::string_view one, std::string_view several)
{
    std::vector<std::string> runs;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        if (!has_lane(lanes, lane))
            continue;
        unsigned last = lane;
        while (last + 1 < kMaxLanes && has_lane(lanes, last + 1))
            ++last;
        if (last == lane + 1)
            runs.insert(runs.end(), { std::to_string(lane), std::to_string(last) });
        else
            runs.push_back(last == lane ? std::to_string(lane) : fmt::format("{} to {}", lane, last));
        lane = last;
    }
    std::string text = lane_count(lanes) == 1 ? "lane " : "lanes ";
    for (std::size_t i = 0; i < runs.size(); ++i)
        text += (i == 0 ? "" : i + 1 == runs.size() ? " and " : ", ") + runs[i];
    return fmt::format("{} {}", text, lane_count(lanes) == 1 ? one : several);
}

} // namespace

Trap trap_at(const Block& block, const FaultPlace& place, TrapKind kind, const std::string& what)
{
    Trap trap;
    trap.kind = kind;
    trap.block = block.index();
    trap.thread = block.thread_of(place.warp, place.lane);
    trap.warp = place.warp;
    trap.lane = place.lane;
    trap.pc = place.pc;
    trap.location = block.program().listing().instruction(place.pc).location;
    trap.location.line = block.program().listing().line_of(place.pc);
    if (trap.location.inlined_at != 0 && trap.location.line == trap.location.inlined_at)
        trap.location.file = block.program().kernel().location.file;
    trap.message = fmt::format("{}; thread {} of block {}, lane {}, {}", what, text_of(trap.thread), text_of(trap.block),
        trap.lane, line_text(block, place.pc));
    return trap;
}

Trap memory_trap(const Block& block, const FaultPlace& place, const MemoryRequest::Fault& fault)
{
    Trap trap = trap_at(block, place, fault.kind, fault.what);
    trap.address = fault.address;
    return trap;
}

namespace {

// "shfl.sync.down.b32"
std::string word_of(const ptx::Instruction& instruction)
{
    return instruction.text.substr(0, instruction.text.find_first_of(" \t;"));
}

// Instructions on matrices are executed by the whole warp, without a mask.
bool has_mask(const ptx::Instruction& instruction)
{
    using enum ptx::Opcode;
    static constexpr std::array kMasked { shfl, vote, match, redux, elect, bar, barrier };
    return std::ranges::find(kMasked, instruction.opcode) != kMasked.end();
}

} // namespace

Trap divergent_barrier_trap(const Block& block, const FaultPlace& place, LaneMask arrived, LaneMask living)
{
    const ptx::Instruction& instruction = block.program().listing().instruction(place.pc);
    const std::string name = instruction.has_modifier("sync") ? "__syncthreads()" : '`' + word_of(instruction) + '`';
    return trap_at(block, place, TrapKind::divergent_barrier,
        fmt::format("Barrier in divergent code: {} of the {} active threads of warp {} wait at {} for the others, which are on "
                    "another path",
            lane_count(arrived), lane_count(living), place.warp, name));
}

Trap invalid_mask_trap(const Block& block, const FaultPlace& place, const Refusal& refusal, LaneMask staying)
{
    const ptx::Instruction& instruction = block.program().listing().instruction(place.pc);
    std::string what = has_mask(instruction)
        ? fmt::format("Invalid member mask 0x{:08x} of {}: ", refusal.members, word_of(instruction))
        : fmt::format("A part of a warp executes `{}`, which requires all threads: ", word_of(instruction));
    switch (refusal.kind) {
    case RefusalKind::not_a_member:
        what += fmt::format("lane {} executes the instruction but is not a member", refusal.lane);
        break;
    case RefusalKind::absent_members: {
        const LaneMask elsewhere = refusal.others & staying;
        const LaneMask left = refusal.others & ~staying;
        if (elsewhere != 0)
            what += lanes_text(elsewhere, "is", "are") + " on another path";
        if (left != 0)
            what += (elsewhere != 0 ? ", " : "") + lanes_text(left, "has", "have") + " exited";
        break;
    }
    case RefusalKind::different_masks:
        what += lanes_text(refusal.others, "passes", "pass") + " a different mask";
        break;
    case RefusalKind::none:
    case RefusalKind::copy_source:
    case RefusalKind::copy_destination:
    case RefusalKind::texture_handle:
    case RefusalKind::texture_use:
    case RefusalKind::texture_shape:
    case RefusalKind::texture_element:
    case RefusalKind::surface_bounds:
    case RefusalKind::surface_alignment:
    case RefusalKind::incomplete_phase:
    case RefusalKind::barrier_address:
    case RefusalKind::barrier_not_initialized:
    case RefusalKind::barrier_count:
    case RefusalKind::barrier_completes:
    case RefusalKind::barrier_transactions:
    case RefusalKind::bulk_source:
    case RefusalKind::bulk_destination:
    case RefusalKind::bulk_size:
    case RefusalKind::tensor_map:
    case RefusalKind::tensor_form:
        VERIFY_NOT_REACHED();
    }
    return trap_at(block, place, TrapKind::invalid_mask, what);
}

Trap barrier_number_trap(const Block& block, const FaultPlace& place, const std::string& why)
{
    return trap_at(block, place, TrapKind::invalid_barrier, "Invalid barrier number: " + why);
}

Trap barrier_count_trap(const Block& block, const FaultPlace& place, std::uint32_t barrier, std::optional<std::uint32_t> threads,
    const std::string& why)
{
    const std::string count = threads ? fmt::format(" {}", *threads) : "";
    return trap_at(
        block, place, TrapKind::invalid_barrier, fmt::format("Invalid thread count{} of barrier {}: {}", count, barrier, why));
}

std::string lanes_hint(const Block& block, LaneMask waiting)
{
    if (waiting == 0 || (block.lane_turns != nullptr && block.lane_turns->are_possible()))
        return "";
    return ". Code for a compute capability below 7.0 runs the other lanes of the warp only after the loop: compile it for "
           "compute capability 7.5 or later";
}

namespace {

// "warp 3 waits at `mbarrier.try_wait` for a phase ...".
std::string barrier_wait_text(const Block& block, std::uint32_t warp, std::uint32_t test)
{
    const std::string& text = block.program().listing().instruction(test).text;
    return fmt::format("warp {} waits at `{}` for an mbarrier phase that does not complete", warp,
        text.substr(0, text.find('.', text.find('.') + 1)));
}

} // namespace

Trap budget_trap(const Block& block, const FaultPlace& place, std::uint64_t budget, LaneMask waiting)
{
    if (const std::uint32_t test = block.warps()[place.warp].spin.failed_test(); test != kNever)
        return trap_at(block, { place.warp, place.lane, test }, TrapKind::budget_exhausted,
            fmt::format("The block has exhausted its budget of {} warp instructions; {}{}", budget,
                barrier_wait_text(block, place.warp, test), lanes_hint(block, waiting)));
    return trap_at(block, place, TrapKind::budget_exhausted,
        fmt::format("The block has exhausted its budget of {} warp instructions; this loop probably never ends{}", budget,
            lanes_hint(block, waiting)));
}

Trap branch_table_trap(const Block& block, const FaultPlace& place, std::uint32_t index, std::size_t labels)
{
    return trap_at(block, place, TrapKind::invalid_call,
        fmt::format("Invalid branch: index {} is outside the table of {} labels", index, labels));
}

} // namespace warpstage::simt
