#include "core/analysis/step/step_traffic.h"

#include "core/analysis/grid_recorder.h"
#include "core/analysis/recording/grid_prediction.h"
#include "core/base/lane_mask.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::analysis {

namespace {

constexpr std::uint64_t kBlockBudget = 400'000'000; // warp instructions of one block

// Extrapolates the sums of `counted` blocks to `count` blocks.
Counters of_all_blocks(const Counters& counters, std::uint64_t count, std::uint64_t counted)
{
    const double factor = static_cast<double>(count) / static_cast<double>(counted);
    const auto scaled = [factor](std::uint64_t value) {
        return static_cast<std::uint64_t>(std::llround(static_cast<double>(value) * factor));
    };
    Counters all = counters;
    for (std::uint64_t Counters::*member :
        { &Counters::instructions, &Counters::active_lanes, &Counters::executed_lanes, &Counters::branches,
            &Counters::divergent_branches, &Counters::shared_requests, &Counters::wavefronts, &Counters::wavefronts_ideal,
            &Counters::global_requests, &Counters::sectors, &Counters::sectors_ideal, &Counters::transactions })
        all.*member = scaled(counters.*member);
    for (Traffic Counters::*member :
        { &Counters::shared_copies, &Counters::global_copies, &Counters::constant, &Counters::local })
        all.*member = { scaled((counters.*member).requests), scaled((counters.*member).cost) };
    for (Atomics Counters::*member : { &Counters::shared_atomics, &Counters::global_atomics }) {
        const Atomics& one = counters.*member;
        all.*member = { scaled(one.requests), scaled(one.cost), scaled(one.ideal), scaled(one.operations),
            scaled(one.same_word) };
    }
    const GlobalElements& elements = counters.global_elements;
    all.global_elements = { scaled(elements.loaded), scaled(elements.loaded_bytes), scaled(elements.stored),
        scaled(elements.stored_bytes) };
    return all;
}

void add_lines(StepTraffic& traffic, const KernelReport& report, std::uint64_t count, std::uint64_t counted)
{
    for (const LineReport& line : report.lines) {
        auto known = std::ranges::find(traffic.lines, line.line, &LineReport::line);
        if (known == traffic.lines.end())
            known = traffic.lines.insert(traffic.lines.end(), { line.line, {}, 0 });
        known->counters += of_all_blocks(line.counters, count, counted);
        known->worst_wavefronts = std::max(known->worst_wavefronts, line.worst_wavefronts);
    }
}

// The first, the middle, the last, and one more, because the edges of a grid often differ.
std::vector<std::uint64_t> sampled_blocks_of_grid(std::uint64_t count)
{
    std::vector<std::uint64_t> blocks { 0, count / 3, count / 2, count - 1 };
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

Result<StepTraffic> sampled(const StepTrafficRequest& request, const std::stop_token& stop)
{
    auto vm = engine::VmPlan::make(request.programs, request.plan);
    if (!vm)
        return vm.error();
    StepTraffic traffic;
    traffic.architecture = request.traits->name;
    for (std::size_t work = 0; work < request.plan->step.size(); ++work) {
        const auto* launch = std::get_if<problem::KernelLaunch>(&request.plan->step[work]);
        if (launch == nullptr)
            continue;
        const auto program = request.programs->find(launch->kernel);
        if (!program)
            return program.error();
        const auto warps = static_cast<std::uint32_t>((launch->block.count() + kMaxLanes - 1) / kMaxLanes);
        GridRecorder recorder((*program)->listing(), *request.traits, kMaxLanes, warps);
        const std::uint64_t count = launch->grid.count();
        std::uint64_t counted = 0;
        std::uint64_t instructions = 0;
        for (const std::uint64_t block : sampled_blocks_of_grid(count)) {
            const auto outcome = vm->run_blocks(
                work, std::array { block }, { .observer = &recorder, .instruction_budget = kBlockBudget, .stop = stop });
            if (!outcome)
                return outcome.error();
            if (outcome->stopped)
                return Error { "Counting was stopped." };
            if (outcome->trap)
                return Error { "The kernel ends with a fault, so its launches cannot be counted." };
            ++counted;
            instructions += outcome->warp_instructions;
            if (instructions > request.instruction_budget)
                break;
        }
        const KernelReport report = recorder.take(counted);
        traffic.total += of_all_blocks(report.total, count, counted);
        add_lines(traffic, report, count, counted);
        traffic.blocks += count;
        traffic.counted_blocks += counted;
        ++traffic.launches;
    }
    if (traffic.launches == 0)
        return Error { "The variant launches no kernel." };
    return traffic;
}

} // namespace

Counters StepTraffic::of_line(std::uint32_t line) const
{
    const auto found = std::ranges::find(lines, line, &LineReport::line);
    return found == lines.end() ? Counters {} : found->counters;
}

Result<StepTraffic> count_step(const StepTrafficRequest& request, const std::stop_token& stop)
{
    auto traffic = sampled(request, stop);
    if (!traffic || traffic->total.instructions > request.instruction_budget)
        return traffic;
    // Short enough to run completely: each launch uses the results of the previous ones.
    const auto whole = predict_step(request.programs, request.plan, *request.traits, stop);
    if (!whole)
        return whole.error();
    traffic->total = {};
    traffic->lines.clear();
    for (const LaunchPrediction& launch : whole->launches) {
        traffic->total += launch.report.total;
        add_lines(*traffic, launch.report, 1, 1);
    }
    traffic->counted_blocks = traffic->blocks;
    return traffic;
}

} // namespace warpstage::analysis
