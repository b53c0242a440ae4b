#include "core/timing/machine_code/register_use.h"

#include "core/ptx/control_flow.h"

#include <algorithm>

namespace warpstage::timing {

namespace {

bool writes_nothing(ptx::Opcode opcode)
{
    using ptx::Opcode;
    const auto is = [opcode](auto... any) {
        return ((opcode == any) || ...);
    };
    return is(Opcode::st, Opcode::red, Opcode::bar, Opcode::barrier, Opcode::bra, Opcode::brx, Opcode::ret, Opcode::exit,
        Opcode::membar, Opcode::fence, Opcode::cp, Opcode::prefetch, Opcode::prefetchu, Opcode::nanosleep, Opcode::trap,
        Opcode::call);
}

struct Collector {
    std::uint32_t base;
    RegisterUse& use;

    void add(const ptx::ScalarOperand& operand, bool written) const
    {
        if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand))
            (written ? use.writes : use.reads).push_back(base + reg->id);
    }

    void add(const ptx::Operand& operand, bool written) const
    {
        if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand))
            (written ? use.writes : use.reads).push_back(base + reg->id);
        else if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand))
            for (const auto& element : vector->elements)
                add(element, written);
        else if (const auto* pair = std::get_if<ptx::PairOperand>(&operand)) {
            add(pair->first, written);
            add(pair->second, written);
        } else if (const auto* address = std::get_if<ptx::AddressOperand>(&operand))
            if (const auto* id = std::get_if<ptx::RegisterId>(&address->base))
                use.reads.push_back(base + *id);
    }
};

RegisterUse use_of(const ptx::Instruction& instruction, std::uint32_t base)
{
    RegisterUse use;
    const Collector collector { base, use };
    if (instruction.guard)
        use.reads.push_back(base + instruction.guard->predicate);
    const bool first_is_written = !writes_nothing(instruction.opcode);
    for (std::size_t i = 0; i < instruction.operands.size(); ++i)
        collector.add(instruction.operands[i], i == 0 && first_is_written);
    return use;
}

std::uint32_t words_of(ptx::Type type)
{
    return type == ptx::Type::pred ? 0 : std::max(1U, ptx::size_of(type) / 4);
}

// Registers with a value that is still read, and how many machine registers they take.
class Live {
public:
    explicit Live(const RegisterNumbers& numbers, std::size_t count)
        : m_numbers(&numbers)
        , m_live(count)
    {
    }

    void set(std::uint32_t reg, bool is_live)
    {
        if (m_live[reg] == is_live)
            return;
        m_live[reg] = is_live;
        const std::uint32_t words = words_of(m_numbers->type_of(reg));
        m_words = is_live ? m_words + words : m_words - words;
    }
    void merge(const Live& other)
    {
        for (std::uint32_t reg = 0; reg < m_live.size(); ++reg)
            if (other.m_live[reg])
                set(reg, true);
    }
    void step_back(const RegisterUse& use)
    {
        for (const std::uint32_t reg : use.writes)
            set(reg, false);
        for (const std::uint32_t reg : use.reads)
            set(reg, true);
    }
    [[nodiscard]] std::uint32_t words() const { return m_words; }
    [[nodiscard]] bool operator==(const Live& other) const { return m_live == other.m_live; }

private:
    const RegisterNumbers* m_numbers;
    std::vector<bool> m_live;
    std::uint32_t m_words = 0;
};

} // namespace

RegisterNumbers::RegisterNumbers(const ptx::Listing& listing)
    : m_uses(listing.size())
{
    for (std::size_t f = 0; f < listing.functions().size(); ++f) {
        const ptx::Function& function = *listing.functions()[f];
        for (std::size_t i = 0; i < function.instructions.size(); ++i)
            m_uses[listing.first(f) + i] = use_of(function.instructions[i], m_count);
        for (const ptx::Register& reg : function.registers)
            m_types.push_back(reg.type);
        m_count += static_cast<std::uint32_t>(function.registers.size());
    }
}

std::uint32_t registers_needed(const ptx::Listing& listing, const RegisterNumbers& numbers)
{
    // System registers and a stack pointer: the minimum that ptxas reports for kernels with one load and one store.
    constexpr std::uint32_t kReserved = 4;
    const ptx::Function& kernel = *listing.functions().front();
    if (kernel.instructions.empty())
        return kReserved;
    const ptx::ControlFlow flow(kernel);
    const auto& blocks = flow.blocks();
    const Live none(numbers, kernel.registers.size());
    std::vector<Live> live_in(blocks.size(), none);
    std::uint32_t most = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t b = blocks.size(); b-- > 0;) {
            Live live = none;
            for (const std::uint32_t successor : blocks[b].successors)
                live.merge(live_in[successor]);
            for (std::uint32_t pc = blocks[b].end; pc-- > blocks[b].first;) {
                live.step_back(numbers.use(pc));
                most = std::max(most, live.words());
            }
            if (!(live == live_in[b])) {
                live_in[b] = std::move(live);
                changed = true;
            }
        }
    }
    return most + kReserved;
}

} // namespace warpstage::timing
