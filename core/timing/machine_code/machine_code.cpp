#include "core/timing/machine_code/machine_code.h"

#include "core/ptx/branch_target.h"
#include "core/ptx/contraction.h"
#include "core/ptx/control_flow.h"
#include "core/timing/machine_code/narrow_products.h"
#include "core/timing/machine_code/register_use.h"
#include "core/timing/machine_code/retries.h"
#include "core/timing/machine_code/run_order.h"
#include "core/timing/machine_code/sequences.h"
#include "core/timing/machine_code/uniform_atomics.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace warpstage::timing {

namespace {

using ptx::Opcode;

OperationKind kind_of(const ptx::Instruction& instruction)
{
    const auto is = [opcode = instruction.opcode](auto... any) {
        return ((opcode == any) || ...);
    };
    if (is(Opcode::bar, Opcode::barrier)) // bar.warp.sync is __syncwarp: lanes of a warp run in lock step here
        return instruction.has_modifier("warp") ? OperationKind::arithmetic : OperationKind::barrier;
    if (is(Opcode::membar, Opcode::fence))
        return OperationKind::fence;
    if (is(Opcode::bra, Opcode::brx, Opcode::call))
        return OperationKind::branch;
    if (is(Opcode::ret, Opcode::exit))
        return OperationKind::exit;
    if (is(Opcode::tex, Opcode::tld4))
        return OperationKind::texture;
    if (is(Opcode::ldmatrix, Opcode::stmatrix))
        return OperationKind::shared_access;
    if (is(Opcode::wmma)) {
        if (instruction.has_modifier("mma"))
            return OperationKind::arithmetic;
        return instruction.has_modifier("shared") ? OperationKind::shared_access : OperationKind::global_access;
    }
    if (is(Opcode::wgmma) && instruction.has_modifier("mma_async"))
        return OperationKind::matrix_product;
    if (is(Opcode::mbarrier) || instruction.has_modifier("mbarrier"))
        return OperationKind::phase;
    if (is(Opcode::cp, Opcode::wgmma)
        && (instruction.has_modifier("commit_group") || instruction.has_modifier("wait_group")
            || instruction.has_modifier("wait_all")))
        return OperationKind::group;
    if (is(Opcode::cp) && instruction.has_modifier("async"))
        return instruction.has_modifier("bulk") ? OperationKind::bulk_copy : OperationKind::async_copy;
    if (!is(Opcode::ld, Opcode::ldu, Opcode::st, Opcode::atom, Opcode::red, Opcode::cp) || instruction.has_modifier("param"))
        return OperationKind::arithmetic;
    if (instruction.has_modifier("shared") && !is(Opcode::cp))
        return OperationKind::shared_access;
    if (instruction.has_modifier("local"))
        return OperationKind::local_access;
    if (instruction.has_modifier("const"))
        return OperationKind::constant_access;
    return OperationKind::global_access;
}

GroupKind groups_of(const ptx::Instruction& instruction)
{
    if (instruction.opcode == Opcode::wgmma)
        return GroupKind::products;
    return instruction.has_modifier("bulk") ? GroupKind::bulk_copies : GroupKind::copies;
}

// 0: the operand is no constant.
std::uint32_t constant_operand(const ptx::Instruction& instruction, std::size_t index)
{
    const auto* value =
        index < instruction.operands.size() ? std::get_if<ptx::ImmediateOperand>(&instruction.operands[index]) : nullptr;
    return value == nullptr ? 0 : static_cast<std::uint32_t>(value->bits);
}

// "m64n256k16": the n. Shared memory delivers 128 bytes per cycle, which are 4 columns of B or 4 rows of A; the tensor cores
// multiply 2 columns per cycle.
double product_columns(const ptx::Instruction& instruction)
{
    constexpr double kRows = 64.0;
    double columns = 0.0;
    for (const std::string& modifier : instruction.modifiers) {
        const std::size_t n = modifier.find('n');
        if (modifier.starts_with("m64n") && n != std::string::npos)
            std::from_chars(modifier.data() + n + 1, modifier.data() + modifier.size(), columns);
    }
    constexpr std::size_t kA = 1; // operand
    const bool reads_a =
        kA < instruction.operands.size() && !std::holds_alternative<ptx::VectorOperand>(instruction.operands[kA]);
    return std::max(columns, (columns + (reads_a ? kRows : 0.0)) / 2.0);
}

// Of functions that the GPU's driver provides.
std::string_view unmodeled_call(const ptx::Instruction& instruction)
{
    if (instruction.opcode != Opcode::call)
        return {};
    for (const ptx::Operand& operand : instruction.operands)
        if (const auto* function = std::get_if<ptx::SymbolOperand>(&operand)) {
            const std::string_view name = function->name;
            if (name == "vprintf")
                return "`printf`";
            if (name == "malloc" || name == "free")
                return "`malloc` and `free`";
            return name.starts_with("__cudaCDP") ? "launches by a kernel" : "";
        }
    return {};
}

// A conditional branch to the end of the kernel.
bool leads_to_exit(const ptx::Listing& listing, std::uint32_t pc, const ptx::Instruction& instruction)
{
    const ptx::Function& kernel = *listing.functions().front();
    const auto leads_to = ptx::branch_target(instruction);
    if (pc >= kernel.instructions.size() || !instruction.guard || !leads_to || *leads_to >= kernel.instructions.size())
        return false;
    const ptx::Instruction& target = kernel.instructions[*leads_to];
    return !target.guard && (target.opcode == Opcode::ret || target.opcode == Opcode::exit);
}

// How often each register is read, and whether only as the base of an address.
struct Readers {
    std::vector<std::uint32_t> count;
    std::vector<std::uint32_t> as_address;
    std::vector<std::uint32_t> writers;
};

std::optional<std::uint32_t> address_base(const ptx::Instruction& instruction, std::uint32_t first_register)
{
    for (const ptx::Operand& operand : instruction.operands)
        if (const auto* address = std::get_if<ptx::AddressOperand>(&operand))
            if (const auto* id = std::get_if<ptx::RegisterId>(&address->base))
                return first_register + *id;
    return {};
}

class Corrections {
public:
    Corrections(const ptx::Listing& listing, const RegisterNumbers& numbers, MachineCode& code)
        : m_listing(listing)
        , m_numbers(numbers)
        , m_code(code)
    {
        m_readers.count.resize(numbers.count());
        m_readers.as_address.resize(numbers.count());
        m_readers.writers.resize(numbers.count());
        std::uint32_t first_register = 0;
        for (std::size_t f = 0; f < listing.functions().size(); ++f) {
            const ptx::Function& function = *listing.functions()[f];
            for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
                const RegisterUse& use = numbers.use(listing.first(f) + i);
                for (const std::uint32_t reg : use.reads)
                    ++m_readers.count[reg];
                for (const std::uint32_t reg : use.writes)
                    ++m_readers.writers[reg];
                if (const auto base = address_base(function.instructions[i], first_register))
                    ++m_readers.as_address[*base];
            }
            first_register += static_cast<std::uint32_t>(function.registers.size());
        }
    }

    void fold_addresses(std::size_t f, const arch::Traits& traits)
    {
        const ptx::Function& function = *m_listing.functions()[f];
        const std::uint32_t first = m_listing.first(f);
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
            const ptx::Instruction& instruction = function.instructions[i];
            const std::uint32_t pc = first + i;
            if (instruction.opcode == Opcode::add && is_constant_offset(instruction) && only_an_address(pc))
                m_code.operations[pc].micro.clear();
            if (instruction.opcode == Opcode::mul && instruction.has_modifier("wide") && added_once(pc, first, function, i))
                m_code.operations[pc].micro.clear();
            if (traits.capability.major >= 2 && instruction.opcode == Opcode::shl && is_constant_offset(instruction)
                && added_once(pc, first, function, i))
                m_code.operations[pc].micro.clear();
        }
    }

    // A product that its sums compute has no instruction of its own.
    void join_products(std::size_t f, const arch::Traits& traits)
    {
        if (traits.capability.major < 2)
            return;
        const ptx::Function& function = *m_listing.functions()[f];
        for (const ptx::Contraction& contraction : ptx::contractions_of(function, ptx::ControlFlow { function }))
            m_code.operations[m_listing.first(f) + contraction.product].micro.clear();
    }

    // A constant that is one of several values of a register is moved to it; otherwise it becomes an operand. Counted in machine
    // code of CC 9.0.
    void count_merged_constants(std::size_t f, const arch::Traits& traits)
    {
        if (traits.capability.major < 7)
            return;
        const ptx::Function& function = *m_listing.functions()[f];
        const std::uint32_t first = m_listing.first(f);
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
            const ptx::Instruction& instruction = function.instructions[i];
            const auto& writes = m_numbers.use(first + i).writes;
            if (instruction.opcode == Opcode::mov && instruction.operands.size() == 2 && writes.size() == 1
                && std::holds_alternative<ptx::ImmediateOperand>(instruction.operands[1]) && m_readers.writers[writes[0]] > 1)
                m_code.operations[first + i].micro.assign(1, { arch::Pipe::integer, false, true });
        }
    }

    // From CC 7.0 on, a forward branch whose lanes may take different paths within a loop or outside of one has an instruction
    // before it that names the place where the paths meet (BSSY), and one at that place (BSYNC).
    void add_convergence_barriers(std::size_t f, const arch::Traits& traits)
    {
        if (traits.capability.major < 7)
            return;
        const ptx::Function& function = *m_listing.functions()[f];
        const std::uint32_t first = m_listing.first(f);
        const std::vector<bool> divergent = branches_that_may_diverge(function, first, m_numbers);
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
            MachineOperation& operation = m_code.operations[first + i];
            if (!divergent[i] || operation.leaves || operation.kind != OperationKind::branch || operation.micro.empty()
                || leaves_loop(function, i))
                continue;
            operation.micro.insert(operation.micro.begin(), 2, { arch::Pipe::branch, false });
        }
    }

    // CC 3.x: an instruction (SSY) stores the place where the paths of a conditional branch meet, and each path ends with a
    // branch to it.
    void add_reconvergence(std::size_t f, const arch::Traits& traits)
    {
        if (traits.capability.major != 3)
            return;
        const ptx::Function& function = *m_listing.functions()[f];
        const std::uint32_t first = m_listing.first(f);
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
            MachineOperation& operation = m_code.operations[first + i];
            if (operation.kind == OperationKind::branch && function.instructions[i].guard && !operation.micro.empty())
                operation.micro.insert(operation.micro.begin(), { { arch::Pipe::integer, false }, { arch::Pipe::branch, true } });
        }
    }

    // A branch over a few instructions, without other branches or barriers among them, is converted to predication.
    void turn_short_branches_into_predicates(std::size_t f, const arch::Traits& traits)
    {
        // Maximum number of instructions, "4 or 7": CUDA C Programming Guide 4.2, 5.4.2; today's assembler uses 7.
        const std::uint32_t most = traits.capability.major < 5 ? 4 : 7;
        const ptx::Function& function = *m_listing.functions()[f];
        const std::uint32_t first = m_listing.first(f);
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
            const ptx::Instruction& branch = function.instructions[i];
            const auto target = ptx::branch_target(branch);
            if (!branch.guard || !target || *target <= i || *target >= function.instructions.size())
                continue;
            bool plain = true;
            std::uint32_t skipped = 0;
            for (std::uint32_t k = i + 1; plain && k < *target; ++k) {
                const MachineOperation& operation = m_code.operations[first + k];
                plain = operation.kind != OperationKind::branch && operation.kind != OperationKind::barrier
                    && operation.kind != OperationKind::exit && operation.micro.size() < 4;
                // Since CC 7.0 an address computation is one instruction (IMAD.WIDE); before, it has as many as its PTX.
                skipped += traits.capability.major >= 7 && operation.micro.empty() ? 0U : 1U;
            }
            if (plain && skipped <= most) {
                m_code.operations[first + i].micro.clear();
                m_code.operations[first + i].kind = OperationKind::arithmetic;
                m_code.operations[first + i].skips = *target - i - 1;
                for (std::uint32_t k = i + 1; k < *target; ++k)
                    m_code.operations[first + k].reads.push_back(m_numbers.use(first + i).reads.front());
            }
        }
    }

private:
    // A backward branch, or one beyond the end of the loop that contains it: its barrier is outside of the loop.
    static bool leaves_loop(const ptx::Function& function, std::uint32_t index)
    {
        const std::uint32_t target = ptx::branch_target(function.instructions[index]).value_or(0);
        for (std::uint32_t k = index + 1; k < target && k < function.instructions.size(); ++k)
            if (function.instructions[k].opcode == Opcode::bra
                && ptx::branch_target(function.instructions[k]).value_or(0) <= index)
                return true;
        return target <= index;
    }

    static bool is_constant_offset(const ptx::Instruction& instruction)
    {
        return instruction.operands.size() == 3 && std::holds_alternative<ptx::ImmediateOperand>(instruction.operands[2]);
    }

    [[nodiscard]] bool only_an_address(std::uint32_t pc) const
    {
        const auto& writes = m_numbers.use(pc).writes;
        return writes.size() == 1 && m_readers.writers[writes[0]] == 1 && m_readers.count[writes[0]] > 0
            && m_readers.count[writes[0]] == m_readers.as_address[writes[0]];
    }

    // The product has a single use: an addition of the same width shortly after it.
    [[nodiscard]] bool added_once(std::uint32_t pc, std::uint32_t first, const ptx::Function& function, std::uint32_t index) const
    {
        const auto& writes = m_numbers.use(pc).writes;
        if (writes.size() != 1 || m_readers.count[writes[0]] != 1 || m_readers.writers[writes[0]] != 1)
            return false;
        constexpr std::uint32_t kNear = 64;
        const auto end = std::min<std::size_t>(function.instructions.size(), index + kNear);
        for (std::uint32_t k = index + 1; k < end; ++k) {
            const auto& reads = m_numbers.use(first + k).reads;
            if (std::ranges::find(reads, writes[0]) != reads.end())
                return function.instructions[k].opcode == Opcode::add;
        }
        return false;
    }

    const ptx::Listing& m_listing;
    const RegisterNumbers& m_numbers;
    MachineCode& m_code;
    Readers m_readers;
};

} // namespace

MachineCode machine_code(const ptx::Listing& listing, const arch::Traits& traits)
{
    const RegisterNumbers numbers(listing);
    MachineCode code;
    code.registers = numbers.count();
    code.operations.resize(listing.size());
    code.run_at.resize(listing.size());
    code.joined_at.resize(listing.size());
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc) {
        const ptx::Instruction* instruction = listing.find(pc);
        if (instruction == nullptr)
            continue;
        MachineOperation& operation = code.operations[pc];
        operation.kind = kind_of(*instruction);
        operation.commits = instruction->has_modifier("commit_group");
        operation.groups = groups_of(*instruction);
        operation.pending_groups = operation.kind == OperationKind::group ? constant_operand(*instruction, 0) : 0;
        operation.copied_bytes = operation.kind == OperationKind::async_copy ? constant_operand(*instruction, 2) : 0;
        operation.product_columns = operation.kind == OperationKind::matrix_product ? product_columns(*instruction) : 0.0;
        operation.after_copies = operation.kind == OperationKind::phase && instruction->opcode == Opcode::cp;
        operation.micro = sequence_of(*instruction, traits);
        operation.reads = numbers.use(pc).reads;
        operation.writes = numbers.use(pc).writes;
        operation.adds_float = (instruction->opcode == Opcode::atom || instruction->opcode == Opcode::red)
            && instruction->has_modifier("add") && !instruction->types.empty() && ptx::is_float(instruction->types.back());
        operation.unmodeled = unmodeled_call(*instruction);
        operation.leaves = leads_to_exit(listing, pc, *instruction);
        operation.waits_at_barrier = !instruction->has_modifier("arrive");
    }
    Corrections corrections(listing, numbers, code);
    for (std::size_t f = 0; f < listing.functions().size(); ++f) {
        corrections.fold_addresses(f, traits);
        corrections.join_products(f, traits);
        corrections.count_merged_constants(f, traits);
        corrections.turn_short_branches_into_predicates(f, traits);
        corrections.add_reconvergence(f, traits);
        corrections.add_convergence_barriers(f, traits);
        if (traits.capability.major == 1)
            use_narrow_products(*listing.functions()[f], listing.first(f), numbers, code);
        combine_uniform_atomics(*listing.functions()[f], listing.first(f), numbers, traits, code);
        find_retries(*listing.functions()[f], listing.first(f), numbers, code);
        order_runs(*listing.functions()[f], listing.first(f), traits, code);
    }
    code.registers_per_thread = registers_needed(listing, numbers);
    return code;
}

} // namespace warpstage::timing
