#include "core/timing/what_if/scenario.h"

#include "core/timing/launch_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpstage::timing {

namespace {

// Machine instructions after which a simulation ends: fewer than for an estimate, because each cause needs a simulation, and
// only ratios of their times are used.
constexpr std::uint64_t kInstructionsOfScenario = 30'000;

// Cycles of the resource that is busy longest.
double busiest(const Simulation& simulation)
{
    return std::max(std::ranges::max(simulation.queue_busy), std::ranges::max(simulation.pipe_busy));
}

double cycles_of(const Scenario& scenario, const Simulation& simulation, double all)
{
    if (scenario.always_full) // requests that wait at the end have to be served, too
        return all
            * std::max(
                steady_rate(simulation), busiest(simulation) / std::max(1.0, static_cast<double>(simulation.run.instructions)));
    return extrapolate(simulation, all);
}

} // namespace

Result<Scenario> scenario_of(LaunchSample sample, const arch::Traits& traits, const arch::Gpu& gpu)
{
    auto model = launch_model(sample, traits, gpu);
    if (!model)
        return model.error();
    Scenario scenario;
    scenario.traits = &traits;
    scenario.gpu = &gpu;
    scenario.listing = sample.listing;
    scenario.timing = *model->request.timing;
    scenario.code = std::make_shared<const MachineCode>(*sample.code);
    scenario.modeled = model->request.streams.size();
    scenario.shape = sample.shape;
    scenario.placement = model->placement;
    scenario.memory = std::move(model->request.memory);
    scenario.resident_blocks = model->placement.resident;
    scenario.blocks = model->blocks;
    scenario.streams = std::make_shared<const std::vector<BlockStream>>(std::move(sample.streams));
    return scenario;
}

MachineCode& edit_code(Scenario& scenario)
{
    auto copy = std::make_shared<MachineCode>(*scenario.code);
    MachineCode& code = *copy;
    scenario.code = std::move(copy);
    return code;
}

std::vector<BlockStream>& edit_streams(Scenario& scenario)
{
    auto copy = std::make_shared<std::vector<BlockStream>>(*scenario.streams);
    std::vector<BlockStream>& streams = *copy;
    scenario.streams = std::move(copy);
    return streams;
}

ScenarioTime time_of(const Scenario& scenario, const std::stop_token& stop)
{
    SimulationRequest request;
    request.timing = &scenario.timing;
    request.code = scenario.code.get();
    std::vector<const BlockStream*> sampled;
    for (const BlockStream& stream : *scenario.streams)
        sampled.push_back(&stream);
    request.streams.assign(sampled.begin(), sampled.begin() + static_cast<std::ptrdiff_t>(scenario.modeled));
    request.memory = scenario.memory;
    request.resident_blocks = scenario.resident_blocks;
    request.multiprocessors = scenario.placement.active;
    request.blocks = static_cast<std::uint64_t>(std::ceil(scenario.blocks));
    request.instructions = kInstructionsOfScenario;
    ScenarioTime time;
    time.simulation = simulate(request, stop);
    const double cycles = cycles_of(scenario, time.simulation, instructions_per_block(*scenario.code, sampled) * scenario.blocks);
    const double gigahertz = std::max(0.001, scenario.gpu->clock_megahertz / 1000.0);
    time.nanoseconds =
        std::max((cycles + scenario.timing.first_instruction.value) / gigahertz + last_end(time.simulation, scenario.timing),
            scenario.timing.launch.value);
    return time;
}

} // namespace warpstage::timing
