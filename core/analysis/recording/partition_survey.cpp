#include "core/analysis/recording/partition_survey.h"

#include "core/arch/occupancy.h"

#include <algorithm>
#include <array>
#include <variant>

namespace warpstage::analysis {

Result<PartitionSurvey> survey_partitions(const PartitionRequest& request, const std::stop_token& stop)
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

    PartitionSurvey survey;
    survey.gpu = request.gpu->name;
    survey.grid = launch.grid.count();
    survey.blocks = std::min(survey.grid, std::uint64_t { occupancy->blocks } * request.gpu->multiprocessors);
    PartitionObserver observer((*program)->listing(), *request.traits);
    for (std::uint64_t block = 0; block < survey.blocks; ++block) {
        const auto outcome = vm->run_blocks(request.work, std::array { block },
            { .observer = &observer, .instruction_budget = request.instruction_budget / survey.blocks, .stop = stop });
        if (!outcome)
            return outcome.error();
        if (outcome->stopped)
            return Error { "The survey of memory partitions was stopped." };
        // Accesses before a fault or the end of the instruction budget are counted, too.
        survey.complete = survey.complete && !outcome->trap;
    }
    survey.lines = observer.reports();
    return survey;
}

} // namespace warpstage::analysis
