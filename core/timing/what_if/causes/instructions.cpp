// Instructions that compute no data: barriers, loops, addresses; and instructions that the GPU replaces by a sequence.
#include "core/timing/machine_code/register_use.h"
#include "core/timing/what_if/causes/causes.h"
#include "core/timing/what_if/causes/lines.h"
#include "core/timing/what_if/causes/separated.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace warpstage::timing::causes {

namespace {

using ptx::Opcode;
using Pcs = std::set<std::uint32_t>;

// Executed machine instructions of the sampled blocks by program counter.
std::map<std::uint32_t, double> executed(const Scenario& scenario)
{
    std::map<std::uint32_t, double> counts;
    for (const BlockStream& stream : *scenario.streams)
        for (const auto& warp : stream.warps)
            for (const StreamStep& step : warp)
                if (!step.vanishes)
                    counts[step.pc] += static_cast<double>(scenario.code->operations[step.pc].micro.size());
    return counts;
}

// Instructions that some warp executes several times: those of loops.
Pcs repeated_instructions(const Scenario& scenario)
{
    Pcs repeated;
    for (const BlockStream& stream : *scenario.streams) {
        for (const auto& warp : stream.warps) {
            Pcs seen;
            for (const StreamStep& step : warp)
                if (!seen.insert(step.pc).second)
                    repeated.insert(step.pc);
        }
    }
    return repeated;
}

double sum_over(const std::map<std::uint32_t, double>& counts, const std::function<bool(std::uint32_t)>& is_counted)
{
    double sum = 0.0;
    for (const auto& [pc, count] : counts)
        sum += is_counted(pc) ? count : 0.0;
    return sum;
}

std::string share_words(double part, double all)
{
    return fmt::format("{:.0f} % of the executed instructions", 100.0 * part / std::max(1.0, all));
}

// The places where an executed instruction of this kind is, each once.
Found places(
    const Scenario& scenario, const std::map<std::uint32_t, double>& counts, const std::function<bool(std::uint32_t)>& is_counted)
{
    Found found;
    for (const auto& [pc, count] : counts) {
        const Cause place = cause_at(scenario, pc);
        const bool is_known = std::ranges::any_of(
            found, [&](const Cause& other) { return other.line == place.line && other.index == place.index; });
        if (count > 0.0 && is_counted(pc) && !is_known)
            found.push_back(place);
    }
    return found;
}

bool is_barrier(const Scenario& scenario, std::uint32_t pc)
{
    return scenario.code->operations[pc].kind == OperationKind::barrier && scenario.code->operations[pc].waits_at_barrier;
}

// The instruction itself, or null past the end of a function.
const ptx::Instruction* at(const Scenario& scenario, std::uint32_t pc)
{
    return scenario.listing->find(pc);
}

bool ends_loop(const Scenario& scenario, std::uint32_t pc)
{
    const ptx::Instruction* instruction = at(scenario, pc);
    if (instruction == nullptr || instruction->opcode != Opcode::bra || !instruction->guard)
        return false;
    const auto target = target_of(*scenario.listing, pc);
    return target && *target <= pc && &scenario.listing->function(pc) == scenario.listing->functions().front();
}

// A loop that only tests an mbarrier object, in one line.
bool polls_phase(const Scenario& scenario, std::uint32_t branch)
{
    const auto target = target_of(*scenario.listing, branch);
    for (std::uint32_t pc = target.value_or(branch); pc < branch; ++pc)
        if (scenario.code->operations[pc].kind == OperationKind::phase && is_at(cause_at(scenario, branch), scenario, pc))
            return true;
    return false;
}

// The branch of a loop, the comparison that decides it, and the step of the counter that it compares.
Pcs control_of(const Scenario& scenario, const RegisterNumbers& numbers, std::uint32_t branch)
{
    Pcs pcs { branch };
    const std::uint32_t size = scenario.listing->size();
    std::set<std::uint32_t> compared;
    for (const std::uint32_t predicate : numbers.use(branch).reads)
        for (std::uint32_t pc = 0; pc < size; ++pc) {
            const ptx::Instruction* instruction = at(scenario, pc);
            if (instruction == nullptr || instruction->opcode != Opcode::setp)
                continue;
            const RegisterUse& use = numbers.use(pc);
            if (std::ranges::find(use.writes, predicate) != use.writes.end()) {
                pcs.insert(pc);
                compared.insert(use.reads.begin(), use.reads.end());
            }
        }
    for (std::uint32_t pc = 0; pc < size; ++pc) {
        const ptx::Instruction* instruction = at(scenario, pc);
        if (instruction == nullptr
            || (instruction->opcode != Opcode::add && instruction->opcode != Opcode::sub && instruction->opcode != Opcode::shl
                && instruction->opcode != Opcode::shr))
            continue;
        const RegisterUse& use = numbers.use(pc);
        const bool steps_itself = use.reads.size() == 1 && use.writes == use.reads;
        if (steps_itself && compared.contains(use.reads.front()))
            pcs.insert(pc);
    }
    return pcs;
}

Pcs loop_control_at(const Scenario& scenario, const RegisterNumbers& numbers, const Cause& cause)
{
    Pcs pcs;
    for (std::uint32_t pc = 0; pc < scenario.listing->size(); ++pc)
        if (ends_loop(scenario, pc) && is_at(cause, scenario, pc))
            pcs.merge(control_of(scenario, numbers, pc));
    return pcs;
}

// Whether the line has a second loop: the compiler has unrolled the first one, and the second one executes the iterations that
// remain.
bool has_rest_loop(const Scenario& scenario, const Cause& cause)
{
    std::uint32_t loops = 0;
    for (std::uint32_t pc = 0; pc < scenario.listing->size(); ++pc)
        loops += ends_loop(scenario, pc) && is_at(cause, scenario, pc) ? 1U : 0U;
    return loops > 1;
}

bool stores(const ptx::Instruction& instruction)
{
    return instruction.opcode == Opcode::st || instruction.opcode == Opcode::atom || instruction.opcode == Opcode::red;
}

bool accesses_memory(OperationKind kind)
{
    return kind != OperationKind::arithmetic && kind != OperationKind::branch && kind != OperationKind::exit;
}

constexpr std::size_t kLongSequence = 4; // machine instructions of one PTX instruction

bool is_long_sequence(const Scenario& scenario, std::uint32_t pc)
{
    const MachineOperation& operation = scenario.code->operations[pc];
    const ptx::Instruction* instruction = at(scenario, pc);
    // An approximate function is the fast one.
    return operation.kind == OperationKind::arithmetic && operation.micro.size() >= kLongSequence && instruction != nullptr
        && !instruction->has_modifier("approx");
}

bool computes_with_floats(const ptx::Instruction& instruction)
{
    return std::ranges::any_of(instruction.types, ptx::is_float);
}

// Instructions on integers whose results reach only addresses and conditions, without those that control loops and long
// sequences.
Pcs index_instructions(const Scenario& scenario)
{
    const RegisterNumbers numbers(*scenario.listing);
    const std::uint32_t size = scenario.listing->size();
    std::vector<bool> is_data(numbers.count(), false);
    bool changed = true;
    const auto mark = [&](std::uint32_t reg) {
        changed = changed || !is_data[reg];
        is_data[reg] = true;
    };
    while (changed) {
        changed = false;
        for (std::uint32_t pc = 0; pc < size; ++pc) {
            const ptx::Instruction* instruction = at(scenario, pc);
            if (instruction == nullptr)
                continue;
            const RegisterUse& use = numbers.use(pc);
            const auto addresses = address_registers(scenario, pc);
            const bool is_needed = stores(*instruction)
                || std::ranges::any_of(use.writes, [&](std::uint32_t reg) { return static_cast<bool>(is_data[reg]); });
            if (!is_needed)
                continue;
            for (const std::uint32_t reg : use.reads)
                if (std::ranges::find(addresses, reg) == addresses.end()
                    && !(instruction->guard && numbers.type_of(reg) == ptx::Type::pred))
                    mark(reg);
        }
    }
    Pcs controls;
    for (std::uint32_t pc = 0; pc < size; ++pc)
        if (ends_loop(scenario, pc))
            controls.merge(control_of(scenario, numbers, pc));
    Pcs pcs;
    for (std::uint32_t pc = 0; pc < size; ++pc) {
        if (at(scenario, pc) == nullptr || computes_with_floats(*at(scenario, pc)) || controls.contains(pc)
            || is_long_sequence(scenario, pc) || accesses_memory(scenario.code->operations[pc].kind))
            continue;
        const RegisterUse& use = numbers.use(pc);
        if (!use.writes.empty()
            && std::ranges::none_of(use.writes, [&](std::uint32_t reg) { return static_cast<bool>(is_data[reg]); }))
            pcs.insert(pc);
    }
    return pcs;
}

// The steps of a warp up to its last access to memory: after it, the warp computes nothing that another thread can see.
std::size_t useful_steps(const std::vector<StreamStep>& steps)
{
    const auto last = std::find_if(steps.rbegin(), steps.rend(), [](const StreamStep& step) { return step.memory != 0; });
    return static_cast<std::size_t>(steps.rend() - last);
}

// Of the loop that ends with this branch, for each time that a warp enters it. 0: the assembler unrolls it.
double iterations(const Scenario& scenario, std::uint32_t branch)
{
    if (scenario.code->operations[branch].in_unrolled_loop)
        return 0.0;
    double executed = 0.0;
    double left = 0.0;
    for (const BlockStream& stream : *scenario.streams)
        for (const auto& warp : stream.warps)
            for (std::size_t i = 0; i < warp.size(); ++i)
                if (warp[i].pc == branch) {
                    executed += 1.0;
                    left += i + 1 == warp.size() || warp[i + 1].pc > branch ? 1.0 : 0.0;
                }
    return executed / std::max(1.0, left);
}

SlowKind slow_kind(const ptx::Instruction& instruction)
{
    const bool divides = instruction.opcode == Opcode::div || instruction.opcode == Opcode::rem;
    const auto is_long = [](ptx::Type type) {
        return !ptx::is_float(type) && ptx::size_of(type) == sizeof(std::uint64_t);
    };
    if (divides)
        return computes_with_floats(instruction) ? SlowKind::division : SlowKind::integer_division;
    return std::ranges::any_of(instruction.types, is_long) ? SlowKind::long_integer : SlowKind::function;
}

} // namespace

Found find_barriers(const Scenario& scenario, const Simulation& /*now*/)
{
    Found found = places(scenario, executed(scenario), [&](std::uint32_t pc) { return is_barrier(scenario, pc); });
    for (Cause& cause : found)
        cause.ratio = separate_nothing(cause, scenario);
    return found;
}

void remove_barrier(const Cause& cause, Scenario& scenario)
{
    MachineCode& code = edit_code(scenario);
    for (std::uint32_t pc = 0; pc < code.operations.size(); ++pc)
        if (code.operations[pc].kind == OperationKind::barrier && is_at(cause, scenario, pc)) {
            code.operations[pc].waits_at_barrier = false;
            code.operations[pc].micro.clear();
        }
}

// Of loops: a fence that is executed once costs little.
Found find_fences(const Scenario& scenario, const Simulation& /*now*/)
{
    const Pcs repeated = repeated_instructions(scenario);
    return places(scenario, executed(scenario),
        [&](std::uint32_t pc) { return scenario.code->operations[pc].kind == OperationKind::fence && repeated.contains(pc); });
}

void remove_fence(const Cause& cause, Scenario& scenario)
{
    MachineCode& code = edit_code(scenario);
    for (std::uint32_t pc = 0; pc < code.operations.size(); ++pc)
        if (code.operations[pc].kind == OperationKind::fence && is_at(cause, scenario, pc))
            code.operations[pc].micro.clear();
}

Found find_loop_control(const Scenario& scenario, const Simulation& /*now*/)
{
    const auto counts = executed(scenario);
    const RegisterNumbers numbers(*scenario.listing);
    Found found =
        places(scenario, counts, [&](std::uint32_t pc) { return ends_loop(scenario, pc) && !polls_phase(scenario, pc); });
    const double all = sum_over(counts, [](std::uint32_t) { return true; });
    for (Cause& cause : found) {
        const Pcs control = loop_control_at(scenario, numbers, cause);
        cause.degree = share_words(sum_over(counts, [&](std::uint32_t pc) { return control.contains(pc); }), all);
        if (has_rest_loop(scenario, cause))
            continue;
        for (const auto& [pc, count] : counts)
            if (ends_loop(scenario, pc) && is_at(cause, scenario, pc))
                cause.ratio = std::max(cause.ratio, iterations(scenario, pc));
    }
    return found;
}

void remove_loop_control(const Cause& cause, Scenario& scenario)
{
    const RegisterNumbers numbers(*scenario.listing);
    const Pcs control = loop_control_at(scenario, numbers, cause);
    MachineCode& code = edit_code(scenario);
    for (const std::uint32_t pc : control)
        code.operations[pc].micro.clear();
}

Found find_index_arithmetic(const Scenario& scenario, const Simulation& /*now*/)
{
    const auto counts = executed(scenario);
    const Pcs index = index_instructions(scenario);
    const double part = sum_over(counts, [&](std::uint32_t pc) { return index.contains(pc); });
    if (part == 0.0)
        return {};
    const auto repeated = repeated_instructions(scenario);
    const double once = sum_over(counts, [&](std::uint32_t pc) { return index.contains(pc) && !repeated.contains(pc); });
    return { { .ratio = once / part, .degree = share_words(part, sum_over(counts, [](std::uint32_t) { return true; })) } };
}

void remove_index_arithmetic(const Cause& /*cause*/, Scenario& scenario)
{
    const Pcs index = index_instructions(scenario);
    MachineCode& code = edit_code(scenario);
    for (const std::uint32_t pc : index)
        code.operations[pc].micro.clear();
}

Found find_idle_warps(const Scenario& scenario, const Simulation& /*now*/)
{
    constexpr double kLeast = 0.05; // of the executed instructions
    double idle = 0.0;
    double all = 0.0;
    for (const BlockStream& stream : *scenario.streams) {
        if (!stream.complete())
            return {};
        for (const auto& warp : stream.warps) {
            const std::size_t useful = useful_steps(warp);
            for (std::size_t i = 0; i < warp.size(); ++i) {
                const double count =
                    warp[i].vanishes ? 0.0 : static_cast<double>(scenario.code->operations[warp[i].pc].micro.size());
                all += count;
                idle += i < useful ? 0.0 : count;
            }
        }
    }
    if (idle < kLeast * all)
        return {};
    return { { .degree = share_words(idle, all) + " follow the last memory access of their warp" } };
}

void remove_idle_warps(const Cause& /*cause*/, Scenario& scenario)
{
    for (BlockStream& stream : edit_streams(scenario))
        for (auto& warp : stream.warps)
            warp.resize(useful_steps(warp));
}

Found find_slow_sequences(const Scenario& scenario, const Simulation& /*now*/)
{
    Found found = places(scenario, executed(scenario), [&](std::uint32_t pc) { return is_long_sequence(scenario, pc); });
    for (Cause& cause : found)
        for (std::uint32_t pc = 0; pc < scenario.listing->size(); ++pc)
            if (is_long_sequence(scenario, pc) && is_at(cause, scenario, pc)) {
                const std::string& text = at(scenario, pc)->text;
                cause.slow = slow_kind(*at(scenario, pc));
                cause.degree = fmt::format("`{}` takes {} machine instructions", text.substr(0, text.find(' ')),
                    scenario.code->operations[pc].micro.size());
                break;
            }
    return found;
}

void remove_slow_sequence(const Cause& cause, Scenario& scenario)
{
    MachineCode& code = edit_code(scenario);
    for (std::uint32_t pc = 0; pc < code.operations.size(); ++pc)
        if (is_long_sequence(scenario, pc) && is_at(cause, scenario, pc))
            code.operations[pc].micro.resize(1);
}

} // namespace warpstage::timing::causes
