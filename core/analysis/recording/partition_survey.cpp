#include "core/analysis/recording/partition_survey.h"

#include "core/arch/occupancy.h"

#include <algorithm>
#include <array>
#include <variant>

namespace warpstage::analysis {

Result<ResidentBlocks> run_resident_blocks(const PartitionRequest& request, simt::Observer& observer, const std::stop_token& stop)
{
    const auto& launch = std::get<problem::KernelLaunch>(request.plan->step[request.work]);
    const auto program = request.programs->find(launch.kernel);
    if (!program)
        return program.error();
    const arch::KernelResources resources { .threads_per_block = static_cast<std::uint32_t>(launch.block.count()),
        .shared_bytes_per_block = (*program)->static_shared_bytes() + launch.shared_bytes };
    const auto occupancy = arch::occupancy(*request.traits, resources);
    if (!occupancy)
        return occupancy.error();
    auto vm = engine::VmPlan::make(request.programs, request.plan);
    if (!vm)
        return vm.error();

    ResidentBlocks resident;
    resident.grid = launch.grid.count();
    resident.blocks = std::min(resident.grid, std::uint64_t { occupancy->blocks } * request.gpu->multiprocessors);
    for (std::uint64_t block = 0; block < resident.blocks; ++block) {
        const auto outcome = vm->run_blocks(request.work, std::array { block },
            { .observer = &observer, .instruction_budget = request.instruction_budget / resident.blocks, .stop = stop });
        if (!outcome)
            return outcome.error();
        if (outcome->stopped)
            return Error { "The survey of memory partitions was stopped." };
        // Accesses before a fault or the end of the instruction budget are counted, too.
        resident.complete = resident.complete && !outcome->trap;
    }
    return resident;
}

Result<PartitionSurvey> survey_partitions(const PartitionRequest& request, const std::stop_token& stop)
{
    const auto& launch = std::get<problem::KernelLaunch>(request.plan->step[request.work]);
    const auto program = request.programs->find(launch.kernel);
    if (!program)
        return program.error();
    PartitionObserver observer((*program)->listing(), *request.traits);
    const auto resident = run_resident_blocks(request, observer, stop);
    if (!resident)
        return resident.error();
    return PartitionSurvey { .gpu = std::string { request.gpu->name },
        .blocks = resident->blocks,
        .grid = resident->grid,
        .complete = resident->complete,
        .lines = observer.reports() };
}

} // namespace warpstage::analysis
