#include "core/timing/machine_code/narrow_products.h"

#include <map>
#include <optional>
#include <variant>

namespace warpstage::timing {

namespace {

using ptx::Opcode;

class Writers {
public:
    Writers(const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers)
    {
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i)
            for (const std::uint32_t reg : numbers.use(first + i).writes) {
                const auto [at, is_new] = m_writer.try_emplace(reg, i);
                if (!is_new)
                    at->second = std::nullopt;
            }
    }

    // Index in the function of the only instruction that writes the register.
    [[nodiscard]] std::optional<std::uint32_t> of(std::uint32_t reg) const
    {
        const auto found = m_writer.find(reg);
        return found == m_writer.end() ? std::nullopt : found->second;
    }

private:
    std::map<std::uint32_t, std::optional<std::uint32_t>> m_writer; // nothing: several
};

bool shifts_by_8(const ptx::Instruction& instruction, Opcode opcode)
{
    if (instruction.opcode != opcode || instruction.operands.size() != 3)
        return false;
    const auto* count = std::get_if<ptx::ImmediateOperand>(&instruction.operands[2]);
    return count != nullptr && count->bits == 8;
}

bool reads_built_in(const ptx::Instruction& instruction)
{
    return instruction.opcode == Opcode::mov && instruction.operands.size() == 2
        && std::holds_alternative<ptx::SpecialOperand>(instruction.operands[1]);
}

class NarrowProducts {
public:
    NarrowProducts(const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers, MachineCode& code)
        : m_function(function)
        , m_first(first)
        , m_numbers(numbers)
        , m_code(code)
        , m_writers(function, first, numbers)
    {
    }

    void use()
    {
        for (std::uint32_t i = 0; i < m_function.instructions.size(); ++i) {
            const ptx::Instruction& instruction = m_function.instructions[i];
            const bool is_product = (instruction.opcode == Opcode::mul || instruction.opcode == Opcode::mad)
                && instruction.has_modifier("lo") && !m_code.operations[m_first + i].micro.empty();
            const auto& reads = m_numbers.use(m_first + i).reads;
            if (!is_product || reads.size() < 2)
                continue;
            const auto extended = extension_of(reads[0]) ? extension_of(reads[0]) : extension_of(reads[1]);
            if (!extended && !(is_built_in(reads[0]) && is_built_in(reads[1])))
                continue;
            m_code.operations[m_first + i].micro = { { arch::Pipe::integer, false } };
            if (extended) {
                m_code.operations[m_first + *extended].micro.clear();
                m_code.operations[m_first + *m_writers.of(m_numbers.use(m_first + *extended).reads.front())].micro.clear();
            }
        }
    }

private:
    // The second of the two shifts.
    [[nodiscard]] std::optional<std::uint32_t> extension_of(std::uint32_t reg) const
    {
        const auto right = m_writers.of(reg);
        if (!right || !shifts_by_8(m_function.instructions[*right], Opcode::shr))
            return std::nullopt;
        const auto left = m_writers.of(m_numbers.use(m_first + *right).reads.front());
        return left && shifts_by_8(m_function.instructions[*left], Opcode::shl) ? right : std::nullopt;
    }

    [[nodiscard]] bool is_built_in(std::uint32_t reg) const
    {
        const auto writer = m_writers.of(reg);
        return writer && reads_built_in(m_function.instructions[*writer]);
    }

    const ptx::Function& m_function;
    std::uint32_t m_first;
    const RegisterNumbers& m_numbers;
    MachineCode& m_code;
    Writers m_writers;
};

} // namespace

void use_narrow_products(const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers, MachineCode& code)
{
    NarrowProducts(function, first, numbers, code).use();
}

} // namespace warpstage::timing
