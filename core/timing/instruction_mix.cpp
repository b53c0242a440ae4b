#include "core/timing/instruction_mix.h"

#include "core/arch/timing/timing.h"
#include "core/timing/block_stream.h"
#include "core/timing/machine_code/machine_code.h"

#include <algorithm>
#include <array>

namespace warpstage::timing {

namespace {

struct NamedKind {
    OperationKind kind;
    std::string_view name;
};
constexpr std::array kMemories {
    NamedKind { OperationKind::shared_access, "shared memory" },
    NamedKind { OperationKind::global_access, "global memory" },
    NamedKind { OperationKind::local_access, "local memory" },
    NamedKind { OperationKind::constant_access, "constant memory" },
    NamedKind { OperationKind::texture, "texture" },
};

// How often the first warp executes each instruction.
std::vector<std::uint32_t> executions_of(const std::vector<StreamStep>& steps, std::size_t instructions)
{
    std::vector<std::uint32_t> executions(instructions, 0);
    for (const StreamStep& step : steps)
        ++executions[step.pc];
    return executions;
}

} // namespace

InstructionMix instruction_mix(const analysis::Recording& recording, const arch::Traits& traits, double operations_per_thread)
{
    InstructionMix mix;
    const MachineCode code = machine_code(recording.listing, traits);
    const BlockStream stream = stream_of(recording.trace, code, traits);
    if (stream.warps.empty() || stream.all_steps == 0 || operations_per_thread <= 0.0)
        return mix;
    const auto executions = executions_of(stream.warps.front(), code.operations.size());
    const bool loops = std::ranges::any_of(executions, [](std::uint32_t count) { return count > 1; });
    std::array<double, arch::kPipes> pipes {};
    std::array<double, kMemories.size()> memories {};
    for (const auto& warp : stream.warps)
        for (const StreamStep& step : warp) {
            const MachineOperation& operation = code.operations[step.pc];
            if (loops && executions[step.pc] < 2)
                continue;
            mix.ptx_instructions += 1.0;
            if (step.vanishes || operation.micro.empty())
                continue;
            const auto memory = std::ranges::find(kMemories, operation.kind, &NamedKind::kind);
            if (memory != kMemories.end())
                memories[static_cast<std::size_t>(memory - kMemories.begin())] += static_cast<double>(operation.micro.size());
            else
                for (const MicroOperation& micro : operation.micro)
                    pipes[static_cast<std::size_t>(micro.pipe)] += 1.0;
        }
    // If the recording ends before the block, so do the operations.
    const double recorded = static_cast<double>(stream.steps) / static_cast<double>(stream.all_steps);
    const double operations = operations_per_thread * static_cast<double>(stream.warps.size()) * recorded;
    mix.ptx_instructions /= operations;
    const arch::Timing& timing = arch::timing_of(traits.capability);
    for (std::size_t pipe = 0; pipe < arch::kPipes; ++pipe)
        if (pipes[pipe] > 0.0)
            mix.parts.push_back(
                { arch::name_of(static_cast<arch::Pipe>(pipe)), pipes[pipe] / operations, timing.pipes[pipe].lanes.value });
    for (std::size_t i = 0; i < kMemories.size(); ++i)
        if (memories[i] > 0.0)
            mix.parts.push_back({ kMemories[i].name, memories[i] / operations, 0.0, kMemories[i].kind });
    for (const InstructionMix::Part& part : mix.parts)
        mix.instructions += part.instructions;
    mix.issue_cycles = mix.instructions / std::max(0.01, timing.schedulers.value * timing.issues.value);
    return mix;
}

} // namespace warpstage::timing
