#include "core/timing/machine_code/sequences.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace warpstage::timing {

namespace {

using arch::Pipe;
using ptx::Opcode;
using ptx::Type;
using Sequence = std::vector<MicroOperation>;

Sequence times(Pipe pipe, unsigned count)
{
    Sequence sequence(count, { pipe, true });
    if (!sequence.empty())
        sequence.front().chained = false;
    return sequence;
}

Sequence operator+(Sequence first, const Sequence& second)
{
    for (MicroOperation operation : second) {
        operation.chained = operation.chained || !first.empty();
        first.push_back(operation);
    }
    return first;
}

struct Words {
    const ptx::Instruction& instruction;
    const arch::Traits& traits;

    [[nodiscard]] Type type() const { return instruction.types.empty() ? Type::b32 : instruction.types.front(); }
    [[nodiscard]] bool has(std::string_view modifier) const { return instruction.has_modifier(modifier); }
    // CC 1.x has no 64-bit addresses, and lessons use 64-bit integers only for addresses.
    [[nodiscard]] unsigned words() const { return traits.capability.major == 1 ? 1 : std::max(1U, ptx::size_of(type()) / 4); }
    [[nodiscard]] bool is_half() const
    {
        const Type t = type();
        return t == Type::f16 || t == Type::f16x2 || t == Type::bf16 || t == Type::bf16x2;
    }
};

// Before CC 7.0, flushing denormals saved nothing or did not exist: MUFU used operands scaled by a preceding RRO.
bool handles_denormals(const Words& words)
{
    return !words.has("ftz") && words.traits.capability.major >= 2;
}

// 32-bit products. The multipliers of CC 1.x have 24 bits: a product is four instructions of the same processors (2 products per
// cycle: CUDA Programming Guide 2.3, 5.1.1.1).
Sequence multiplications(const Words& words, unsigned count)
{
    return words.traits.capability.major == 1 ? times(Pipe::integer, 4 * count) : times(Pipe::multiply, count);
}

constexpr MicroOperation after(Pipe pipe)
{
    return { pipe, true };
}

constexpr MicroOperation beside(Pipe pipe)
{
    return { pipe, false };
}

// CC 3.x, fast paths. The instructions of both were counted in machine code of CC 3.5 (ptxas 11.8); a slow path is behind a
// branch, with an instruction for reconvergence (SSY) before it. Toolkits of the time of these GPUs call a function for the
// division
// ($__cuda_sm3x_div_rn_noftz_f32 in their machine code): two arguments, call, return and result in addition.
Sequence kepler_division()
{
    const Sequence call = times(Pipe::integer, 2) + times(Pipe::branch, 1);
    const Sequence divide { beside(Pipe::integer), beside(Pipe::special), beside(Pipe::special), after(Pipe::float32),
        after(Pipe::float32), after(Pipe::float32), after(Pipe::float32), after(Pipe::float32), after(Pipe::branch) };
    return call + divide + times(Pipe::branch, 1) + times(Pipe::integer, 1);
}

Sequence kepler_root()
{
    return { beside(Pipe::integer), beside(Pipe::special), beside(Pipe::integer), after(Pipe::integer), after(Pipe::branch),
        after(Pipe::float32), after(Pipe::float32), after(Pipe::float32), after(Pipe::branch) };
}

// Newton iteration: a reciprocal from the special function unit, then dependent fused multiply-adds; FCHK on the same unit checks
// for the slow path. Counted in machine code of CC 7.5 to 9.0 (nvdisasm), fast path; latency and rate as measured on an H200.
Sequence division(const Words& words)
{
    const Type type = words.type();
    if (type == Type::f64)
        return times(Pipe::special, 1) + times(Pipe::float64, 11) + times(Pipe::integer, 4);
    if (type == Type::f32) {
        if (words.has("approx") || words.has("full"))
            return times(Pipe::integer, handles_denormals(words) ? 2 : 0) + times(Pipe::special, 1)
                + times(Pipe::float32, handles_denormals(words) ? 2 : 1);
        if (words.traits.capability.major == 3)
            return kepler_division();
        Sequence sequence = times(Pipe::special, 1) + times(Pipe::float32, 5);
        sequence.insert(sequence.begin() + 1, { Pipe::special, false });
        return sequence + times(Pipe::integer, 3);
    }
    if (words.is_half())
        return times(Pipe::conversion, 1) + times(Pipe::special, 1) + times(Pipe::float32, 2) + times(Pipe::conversion, 1);
    const bool is_word = words.words() == 1;
    const Sequence sign = times(Pipe::integer, ptx::is_signed(type) ? 3 : 0);
    return sign + times(Pipe::conversion, 1) + times(Pipe::special, 1) + times(Pipe::conversion, 1)
        + multiplications(words, is_word ? 6 : 24) + times(Pipe::integer, is_word ? 10 : 30);
}

Sequence root(const Words& words)
{
    if (words.type() == Type::f64)
        return times(Pipe::special, 1) + times(Pipe::float64, 11) + times(Pipe::integer, 4);
    const bool denormals = handles_denormals(words);
    if (words.has("approx"))
        return times(Pipe::integer, denormals ? 1 : 0) + times(Pipe::float32, denormals ? 1 : 0) + times(Pipe::special, 1)
            + times(Pipe::float32, 1);
    if (words.traits.capability.major == 3)
        return kepler_root();
    return times(Pipe::integer, 1) + times(Pipe::special, 1) + times(Pipe::float32, 5) + times(Pipe::integer, 3);
}

Sequence special_function(const Words& words)
{
    const Opcode opcode = words.instruction.opcode;
    if (words.type() == Type::f64)
        return times(Pipe::special, 1) + times(Pipe::float64, opcode == Opcode::rcp ? 6 : 7);
    if (words.is_half() || opcode == Opcode::tanh)
        return times(Pipe::special, 1);
    if (opcode == Opcode::rcp && !words.has("approx"))
        return times(Pipe::integer, 2) + times(Pipe::special, 1) + times(Pipe::float32, 3);
    if (opcode == Opcode::sin || opcode == Opcode::cos)
        return times(Pipe::float32, 1) + times(Pipe::special, 1);
    return handles_denormals(words)
        ? times(Pipe::integer, 1) + times(Pipe::float32, 1) + times(Pipe::special, 1) + times(Pipe::float32, 1)
        : times(Pipe::special, 1);
}

// A sum or a product of floating-point numbers; empty for integers.
std::optional<Sequence> floating(const Words& words)
{
    const Type type = words.type();
    if (type == Type::f32)
        return times(Pipe::float32, 1);
    if (type == Type::f64)
        return times(Pipe::float64, 1);
    if (words.is_half())
        return times(Pipe::half, 1);
    return std::nullopt;
}

Sequence product(const Words& words)
{
    if (auto sequence = floating(words))
        return *std::move(sequence);
    if (words.words() == 2 && words.traits.capability.major >= 7) // counted in machine code of CC 9.0
        return words.has("hi") ? times(Pipe::multiply, 5) + times(Pipe::integer, ptx::is_signed(words.type()) ? 12 : 2)
                               : times(Pipe::multiply, 3) + times(Pipe::integer, 1);
    return multiplications(words, words.words() == 2 ? 3 : 1);
}

Sequence sum(const Words& words)
{
    if (auto sequence = floating(words))
        return *std::move(sequence);
    Sequence sequence = times(Pipe::integer, words.words());
    if (words.traits.capability.major >= 7)
        sequence.front().either = true;
    return sequence;
}

Sequence conversion(const Words& words)
{
    if (words.instruction.types.size() < 2)
        return times(Pipe::conversion, 1);
    const Type to = words.instruction.types[0];
    const Type from = words.instruction.types[1];
    if (ptx::is_float(to) || ptx::is_float(from)) {
        // I2FP, in the integer pipe since CC 9.0
        const bool in_integer_pipe =
            words.traits.capability.major >= 9 && to == Type::f32 && !ptx::is_float(from) && ptx::size_of(from) <= 4;
        return times(in_integer_pipe ? Pipe::integer : Pipe::conversion, 1);
    }
    const bool widens = ptx::size_of(to) > ptx::size_of(from);
    if (ptx::size_of(to) == 8 && (!ptx::is_signed(from) || words.traits.capability.major == 1))
        return {}; // the high word is zero
    if (!widens && ptx::size_of(to) >= 4)
        return {}; // the low word
    return times(Pipe::integer, 1);
}

Sequence move(const ptx::Instruction& instruction)
{
    if (instruction.operands.size() < 2)
        return {};
    const auto* special = std::get_if<ptx::SpecialOperand>(&instruction.operands[1]);
    if (special == nullptr)
        return {};
    using ptx::SpecialRegister;
    const auto is = [id = special->id](auto... any) {
        return ((id == any) || ...);
    };
    // All others are constants of the launch.
    const bool is_read = is(SpecialRegister::tid_x, SpecialRegister::tid_y, SpecialRegister::tid_z, SpecialRegister::ctaid_x,
        SpecialRegister::ctaid_y, SpecialRegister::ctaid_z, SpecialRegister::laneid, SpecialRegister::clock,
        SpecialRegister::clock64, SpecialRegister::globaltimer);
    return is_read ? times(Pipe::special, 1) : Sequence {};
}

bool is_parameter(const ptx::Instruction& instruction)
{
    return instruction.has_modifier("param");
}

} // namespace

std::vector<MicroOperation> sequence_of(const ptx::Instruction& instruction, const arch::Traits& traits)
{
    const Words words { instruction, traits };
    const auto is = [opcode = instruction.opcode](auto... any) {
        return ((opcode == any) || ...);
    };
    if (is(Opcode::mov))
        return move(instruction);
    if (is(Opcode::cvta, Opcode::neg, Opcode::abs, Opcode::brkpt, Opcode::pmevent, Opcode::prefetch, Opcode::prefetchu,
            Opcode::applypriority, Opcode::discard, Opcode::createpolicy))
        return {};
    if (is(Opcode::ld, Opcode::st))
        return is_parameter(instruction) ? Sequence {} : times(Pipe::integer, 1);
    if (is(Opcode::add, Opcode::sub, Opcode::addc, Opcode::subc))
        return sum(words);
    if (is(Opcode::mul, Opcode::mad, Opcode::madc, Opcode::fma))
        return product(words);
    if (is(Opcode::mul24, Opcode::mad24))
        return traits.capability.major == 1 ? times(Pipe::integer, 1) : times(Pipe::multiply, 1);
    if (is(Opcode::div, Opcode::rem))
        return division(words);
    if (is(Opcode::sqrt))
        return root(words);
    if (is(Opcode::rcp, Opcode::rsqrt, Opcode::ex2, Opcode::lg2, Opcode::sin, Opcode::cos, Opcode::tanh))
        return special_function(words);
    if (is(Opcode::min, Opcode::max))
        return words.type() == Type::f64 ? times(Pipe::float64, 1) + times(Pipe::integer, 2)
                                         : times(Pipe::integer, words.words());
    if (is(Opcode::set, Opcode::setp, Opcode::slct))
        return words.type() == Type::f64 ? times(Pipe::float64, 1) : times(Pipe::integer, words.words());
    if (is(Opcode::cvt))
        return conversion(words);
    if (is(Opcode::popc, Opcode::clz, Opcode::brev, Opcode::bfind))
        return times(Pipe::bit_count, 1);
    if (is(Opcode::bfe, Opcode::bfi))
        return times(Pipe::integer, traits.capability.major >= 7 ? 2 : 1);
    if (is(Opcode::shfl))
        return times(Pipe::shuffle, 1);
    if (is(Opcode::vote, Opcode::match, Opcode::redux, Opcode::activemask, Opcode::elect))
        return times(Pipe::vote, 1);
    if (is(Opcode::mma, Opcode::movmatrix))
        return times(Pipe::matrix, 1);
    if (is(Opcode::wmma) && words.has("mma")) // two of m16n8 where there are 256 sums
        return times(Pipe::matrix, words.has("m8n8k4") || words.has("m8n8k32") || words.has("m8n8k128") ? 1 : 2);
    if (is(Opcode::bra, Opcode::ret, Opcode::exit))
        return times(Pipe::branch, 1);
    if (is(Opcode::brx, Opcode::call))
        return times(Pipe::integer, 2) + times(Pipe::branch, 1);
    if (is(Opcode::shl) && traits.capability.major >= 7) {
        Sequence shift = times(Pipe::integer, words.words());
        shift.front().either = true;
        return shift;
    }
    const ptx::OpcodeFamily family = ptx::family_of(instruction.opcode);
    if (family == ptx::OpcodeFamily::logic || family == ptx::OpcodeFamily::comparison)
        return times(Pipe::integer, words.words());
    return times(Pipe::integer, 1);
}

} // namespace warpstage::timing
