// The scenes of lessons about constant memory, images and local memory, drawn from recorded data.
#include "app/views/frame/panel.h"
#include "app/views/memories/footprint_figure.h"
#include "app/views/memories/registers_figure.h"
#include "app/views/memories/requests_figure.h"
#include "app/views/pipes/pipes_figure.h"
#include "core/analysis/requests.h"
#include "core/arch/constant_local.h"
#include "core/arch/timing/timing.h"
#include "core/timing/machine_code/machine_code.h"

#include <map>
#include <set>
#include <span>

namespace warpstage::views {

namespace {

using analysis::Counters;
using analysis::InstructionReport;

// A request of the instruction with the most requests to that memory; null: none.
const simt::Access* busiest_request(const session::Recording& recording, const session::Assessment& assessment,
    ptx::StateSpace space, std::uint64_t (*requests)(const Counters&), std::uint32_t& line)
{
    const auto& instructions = assessment.report.instructions;
    const auto busiest = std::ranges::max_element(
        instructions, {}, [&](const InstructionReport& instruction) { return requests(instruction.counters); });
    if (busiest == instructions.end() || requests(busiest->counters) == 0)
        return nullptr;
    for (const trace::StepRecord& step : recording.trace.steps) {
        const simt::Access* access = step.pc == busiest->pc ? recording.trace.access_of(step) : nullptr;
        if (access != nullptr && access->space == space) {
            line = recording.listing.line_of(step.pc);
            return access;
        }
    }
    return nullptr;
}

// Lanes with the same address are served together; on CC 1.x, only within their half-warp.
std::vector<LaneMask> constant_turns(const simt::Access& access, const arch::Traits& traits)
{
    const unsigned width = traits.capability.major == 1 ? 16 : 32;
    const std::uint64_t word_bytes = std::max(access.bytes, 4U);
    std::vector<LaneMask> turns;
    for (unsigned first = 0; first < kMaxLanes; first += width) {
        std::vector<std::pair<std::uint64_t, LaneMask>> words;
        for_each_lane(access.lanes & (first_lanes(width) << first), [&](unsigned lane) {
            const std::uint64_t word = access.addresses[lane] / word_bytes;
            auto known = std::ranges::find(words, word, &std::pair<std::uint64_t, LaneMask>::first);
            if (known == words.end())
                known = words.insert(words.end(), { word, 0 });
            known->second |= LaneMask { 1 } << lane;
        });
        for (const auto& [word, lanes] : words)
            turns.push_back(lanes);
    }
    return turns;
}

std::optional<RequestTurns> turns_of(const std::string& name, const session::Recording* recording,
    const session::Assessment* assessment, const arch::Traits& traits)
{
    if (recording == nullptr || assessment == nullptr)
        return std::nullopt;
    RequestTurns side;
    side.name = name;
    if (const auto* access = busiest_request(
            *recording, *assessment, ptx::StateSpace::constant,
            [](const Counters& counters) { return counters.constant.requests; }, side.line)) {
        const arch::MemoryTiming& memory = arch::timing_of(traits.capability).memory;
        side.turns = constant_turns(*access, traits);
        side.served = side.turns.size() == 1 ? trf("1 address for {} lanes", lane_count(access->lanes)) : tr("1 address");
        side.latency = memory.constant_latency.value;
        side.turn = memory.constant_turn.value;
        return side;
    }
    const auto* access = busiest_request(
        *recording, *assessment, ptx::StateSpace::global, [](const Counters& counters) { return counters.all_global().requests; },
        side.line);
    if (access == nullptr)
        return std::nullopt;
    side.turns = { access->lanes };
    side.served = counted(analysis::cost_of(*access, traits).cost, "sector");
    return side;
}

// In the recording's warp: the loads from the buffer with the most loads.
std::optional<FootprintInput> footprint_of(
    const session::Recording& recording, std::uint32_t warp, const problem::MatrixScene& image, const arch::Traits& traits)
{
    using Accesses = std::span<const simt::Access>; // of one instruction: a filtered texture fetch reads several pixels
    std::map<std::size_t, std::vector<Accesses>> loads; // by buffer
    std::size_t before = 0; // accesses of the instructions so far
    for (const trace::StepRecord& step : recording.trace.steps) {
        if (recording.trace.access_of(step) == nullptr)
            continue;
        const Accesses accesses = Accesses(recording.trace.accesses).first(step.access).subspan(before);
        before = step.access;
        const simt::Access& access = accesses.back();
        if (step.warp != warp || access.space != ptx::StateSpace::global || access.kind != simt::AccessKind::load
            || access.lanes == 0)
            continue;
        const std::uint64_t address = access.addresses[lowest_lane(access.lanes)];
        for (std::size_t i = 0; i < recording.buffers.size(); ++i)
            if (address >= recording.buffers[i].address && address < recording.buffers[i].address + recording.buffers[i].bytes)
                loads[i].push_back(accesses);
    }
    const auto most = std::ranges::max_element(loads, {}, [](const auto& of) { return of.second.size(); });
    if (most == loads.end())
        return std::nullopt;
    FootprintInput input;
    input.width = image.columns;
    input.height = image.rows;
    input.element_bytes = most->second.front().front().bytes;
    for (const Accesses& accesses : most->second) {
        std::set<std::uint64_t> sectors; // pixels that several accesses of one instruction share
        for (const simt::Access& access : accesses)
            for_each_lane(access.lanes, [&](unsigned lane) {
                input.reads.push_back((access.addresses[lane] - recording.buffers[most->first].address) / input.element_bytes);
                sectors.insert(access.addresses[lane] / 32);
            });
        ++input.requests;
        input.sectors += accesses.size() == 1 ? analysis::cost_of(accesses.front(), traits).cost : sectors.size();
    }
    return input;
}

std::uint32_t local_words(const trace::Trace& trace)
{
    std::set<std::uint64_t> words; // of one lane
    for (const trace::StepRecord& step : trace.steps) {
        const simt::Access* access = trace.access_of(step);
        if (access == nullptr || access->space != ptx::StateSpace::local || step.warp != 0 || access->lanes == 0)
            continue;
        const std::uint64_t begin = access->addresses[lowest_lane(access->lanes)];
        for (std::uint64_t word = begin / 4; word <= (begin + access->bytes - 1) / 4; ++word)
            words.insert(word);
    }
    return static_cast<std::uint32_t>(words.size());
}

// `code`: null if it is not assembled.
std::optional<ThreadStorage> storage_of(const std::string& name, const session::Recording* recording,
    const session::Assessment* assessment, const analysis::MachineCode* code, const arch::Traits& traits, double operations)
{
    if (recording == nullptr || assessment == nullptr)
        return std::nullopt;
    ThreadStorage side;
    side.name = name;
    side.assembled = code != nullptr && code->listing.registers > 0;
    side.registers =
        side.assembled ? code->listing.registers : timing::machine_code(recording->listing, traits).registers_per_thread;
    side.local_words = local_words(recording->trace);
    side.requests = assessment->report.total.local.requests;
    side.sectors = assessment->report.total.local.cost;
    const timing::InstructionMix mix = timing::instruction_mix(*recording, traits, operations);
    side.instructions_per_operation = mix.instructions;
    for (const auto& part : mix.parts)
        if (part.memory == timing::OperationKind::local_access)
            side.loads_per_operation = part.instructions;
    return side;
}

// The current and the compared variant, if `make` has something to show for them.
template <typename Side, typename Make> std::vector<Side> sides_of(const session::Snapshot& model, const Make& make)
{
    auto first = make(label_of(model, model.setup->variant), model.run->recording.get(), model.run->assessment.get());
    if (!first)
        return {};
    decltype(first) second;
    if (model.run->compared) {
        const session::ComparedView& other = *model.run->compared;
        second = make(label_of(model, other.variant), other.recording.get(), other.assessment.get());
    }
    std::vector<Side> sides(second ? 2 : 1);
    sides.front() = *std::move(first);
    if (second)
        sides.back() = *std::move(second);
    return sides;
}

// Why there is nothing to show: no data yet, or the answer is still hidden.
std::optional<DrawList> waiting_scene(const Scope& scope)
{
    if (scope.model.run->recording != nullptr && !is_asking(scope.model))
        return std::nullopt;
    Canvas canvas(scope.size, scope.style);
    canvas.empty_words(scope.size.area(), no_warps_words(scope.model));
    return canvas.finish();
}

DrawList scene_with_tip(const Scope& scope, DrawList figure, Tip tip)
{
    Canvas canvas(scope.size, scope.style);
    canvas.append(std::move(figure), {});
    canvas.tip(scope.size.area(), std::move(tip));
    return canvas.finish();
}

} // namespace

DrawList requests_view(const Scope& scope)
{
    if (auto waiting = waiting_scene(scope))
        return *std::move(waiting);
    RequestsInput input;
    input.architecture = scope.model.run->architecture;
    input.warp_width = scope.model.run->recording->trace.warp_width;
    input.sides =
        sides_of<RequestTurns>(scope.model, [&](const std::string& name, const auto* recording, const auto* assessment) {
            return turns_of(name, recording, assessment, *scope.model.run->traits);
        });
    return scene_with_tip(scope, requests_figure(input, scope.size, scope.style),
        { tr("One request"),
            tr("The constant cache serves one address at a time. Lanes with the same address are served together."),
            tr("accesses = number of different addresses in the request"),
            tr("Recorded addresses; cycles from the table of the SM model."), {} });
}

DrawList footprint_view(const Scope& scope)
{
    if (auto waiting = waiting_scene(scope))
        return *std::move(waiting);
    const session::Snapshot& model = scope.model;
    const auto* image = model.scene->plan == nullptr ? nullptr : std::get_if<problem::MatrixScene>(&model.scene->plan->scene);
    std::optional<FootprintInput> input;
    const std::uint32_t warp = model.selection->warp;
    if (image != nullptr)
        input = footprint_of(*model.run->recording, warp, *image, *model.run->traits);
    if (input)
        input->title = trf("warp {} · {}", warp, label_of(model, model.setup->variant));
    // Texture fetches are not recorded; the compared variant reads the same pixels from global memory.
    if (image != nullptr && !input && model.run->compared && model.run->compared->recording) {
        input = footprint_of(*model.run->compared->recording, warp, *image, *model.run->traits);
        if (input)
            input->title = trf("warp {} · variant: {}", warp, label_of(model, model.run->compared->variant));
    }
    FootprintInput shown = input.value_or(FootprintInput {});
    shown.architecture = model.run->architecture;
    return scene_with_tip(scope, footprint_figure(shown, scope.size, scope.style),
        { tr("Footprint"), tr("How often the lanes of a warp read each pixel, over all their loads."), {},
            tr("Recorded addresses. The texture cache is optimized for 2D spatial locality; its hits are not modeled."), {} });
}

DrawList registers_view(const Scope& scope)
{
    if (auto waiting = waiting_scene(scope))
        return *std::move(waiting);
    RegistersInput input;
    input.architecture = scope.model.run->architecture;
    const double operations = operations_per_thread(scope.model);
    input.sides =
        sides_of<ThreadStorage>(scope.model, [&](const std::string& name, const auto* recording, const auto* assessment) {
            const session::MachineCodeSection& codes = *scope.model.machine_code;
            const auto& code = recording == scope.model.run->recording.get() ? codes.code : codes.compared;
            return storage_of(name, recording, assessment, code.get(), *scope.model.run->traits, operations);
        });
    return scene_with_tip(scope, registers_figure(input, scope.size, scope.style),
        { tr("Registers and local memory"),
            tr("32-bit words that a thread keeps in registers, and words that it reads and writes in local memory."), {},
            tr("Registers: printed by the installed `ptxas -v`; without it, live values of the PTX. Local memory: recorded."),
            {} });
}

} // namespace warpstage::views
