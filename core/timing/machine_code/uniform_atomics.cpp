#include "core/timing/machine_code/uniform_atomics.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <variant>

namespace warpstage::timing {

namespace {

using ptx::Opcode;
using ptx::SpecialRegister;

bool is_same_for_a_block(SpecialRegister which)
{
    return which >= SpecialRegister::ntid_x && which <= SpecialRegister::nctaid_z;
}

bool computes_from_operands(Opcode opcode)
{
    // ld: from an address that is the same for all lanes.
    constexpr std::array kOpcodes { Opcode::mov, Opcode::cvta, Opcode::cvt, Opcode::add, Opcode::sub, Opcode::mul, Opcode::mad,
        Opcode::shl, Opcode::shr, Opcode::and_, Opcode::or_, Opcode::xor_, Opcode::min, Opcode::max, Opcode::ld, Opcode::setp };
    return std::ranges::find(kOpcodes, opcode) != kOpcodes.end();
}

// Registers whose value is the same in all lanes of a warp, as far as a register with one writer shows it.
class UniformRegisters {
public:
    UniformRegisters(const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers)
        : m_function(function)
        , m_first(first)
        , m_numbers(numbers)
    {
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i)
            for (const std::uint32_t reg : numbers.use(first + i).writes) {
                const auto [at, is_new] = m_writers.try_emplace(reg, i);
                if (!is_new)
                    m_known[reg] = false;
            }
    }

    [[nodiscard]] bool contains(std::uint32_t reg)
    {
        const auto [at, is_new] = m_known.try_emplace(reg, false); // a register that depends on itself is not uniform
        if (!is_new)
            return at->second;
        const auto writer = m_writers.find(reg);
        return m_known[reg] = writer != m_writers.end() && gives_uniform(writer->second);
    }

private:
    [[nodiscard]] bool gives_uniform(std::uint32_t index)
    {
        const ptx::Instruction& instruction = m_function.instructions[index];
        if (instruction.guard || !computes_from_operands(instruction.opcode))
            return false;
        for (const ptx::Operand& operand : instruction.operands)
            if (const auto* special = std::get_if<ptx::SpecialOperand>(&operand);
                special != nullptr && !is_same_for_a_block(special->id))
                return false;
        if (instruction.opcode == Opcode::ld && instruction.has_modifier("local"))
            return false;
        return std::ranges::all_of(m_numbers.use(m_first + index).reads, [this](std::uint32_t reg) { return contains(reg); });
    }

    const ptx::Function& m_function;
    std::uint32_t m_first;
    const RegisterNumbers& m_numbers;
    std::map<std::uint32_t, std::uint32_t> m_writers; // index of the first instruction that writes the register
    std::map<std::uint32_t, bool> m_known;
};

bool is_combined(const ptx::Instruction& instruction, bool uniform_value, const arch::Traits& traits)
{
    if (instruction.types.empty() || traits.capability.major < 7)
        return false;
    const ptx::Type type = instruction.types.back();
    const bool is_word = type == ptx::Type::u32 || type == ptx::Type::s32 || type == ptx::Type::b32;
    const bool is_wide = type == ptx::Type::u64 || type == ptx::Type::s64 || type == ptx::Type::b64;
    if (instruction.has_modifier("add"))
        return (is_word && (uniform_value || traits.capability.major >= 8)) || (is_wide && uniform_value);
    for (const char* combined : { "min", "max", "and", "or", "xor" })
        if (instruction.has_modifier(combined))
            return is_word && traits.capability.major >= 8;
    return false;
}

} // namespace

void combine_uniform_atomics(const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers,
    const arch::Traits& traits, MachineCode& code)
{
    UniformRegisters uniform(function, first, numbers);
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
        const ptx::Instruction& instruction = function.instructions[i];
        if (instruction.opcode != Opcode::atom && instruction.opcode != Opcode::red)
            continue;
        // The operands are the result (of atom), the address and the value.
        const std::size_t at = instruction.opcode == Opcode::atom ? 1 : 0;
        if (instruction.operands.size() != at + 2)
            continue;
        const auto* address = std::get_if<ptx::AddressOperand>(&instruction.operands[at]);
        if (address == nullptr)
            continue;
        // Read in this order: guard, address, value.
        std::span<const std::uint32_t> reads = numbers.use(first + i).reads;
        if (instruction.guard)
            reads = reads.subspan(1);
        bool uniform_address = true;
        if (std::holds_alternative<ptx::RegisterId>(address->base)) {
            uniform_address = uniform.contains(reads.front());
            reads = reads.subspan(1);
        }
        const bool uniform_value = std::ranges::all_of(reads, [&](std::uint32_t reg) { return uniform.contains(reg); });
        code.operations[first + i].once_per_warp = uniform_address && is_combined(instruction, uniform_value, traits);
    }
}

std::vector<bool> branches_that_may_diverge(const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers)
{
    UniformRegisters uniform(function, first, numbers);
    std::vector<bool> divergent(function.instructions.size());
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i)
        divergent[i] = function.instructions[i].opcode == Opcode::bra && function.instructions[i].guard
            && !uniform.contains(numbers.use(first + i).reads.front());
    return divergent;
}

} // namespace warpstage::timing
