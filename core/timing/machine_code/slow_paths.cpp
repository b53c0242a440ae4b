#include "core/timing/machine_code/slow_paths.h"

#include "core/ptx/correct_rounding.h"
#include "core/simt/operation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <initializer_list>

namespace warpstage::timing {

namespace {

template <typename Bits> Bits bits_of(const std::byte* row, unsigned lane)
{
    Bits bits {};
    std::memcpy(&bits, row + std::size_t { lane } * sizeof(Bits), sizeof(Bits));
    return bits;
}

constexpr std::uint32_t kNoSign = 0x7fff'ffff;

std::uint32_t high_word(double value)
{
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> 32U);
}

// Without branches, so that a loop over lanes vectorizes.
constexpr bool any_of(std::initializer_list<bool> conditions)
{
    unsigned any = 0;
    for (const bool condition : conditions)
        any |= condition ? 1U : 0U;
    return any != 0;
}

// FCHK: `measure_gpu slow_paths` on an H200.
bool leaves_division(float dividend, float divisor)
{
    const auto exponent = [](float value) {
        return static_cast<int>(std::bit_cast<std::uint32_t>(value) >> 23U & 0xffU);
    };
    const int a = exponent(dividend);
    const int b = exponent(divisor);
    return any_of({ a<25, a == 255, b<2, b> 251, b - a> 124, a - b > 126 });
}

// The rest: the comparisons in machine code (ptxas 13.0). Those of 64 bits look at the high words, as integers or as numbers of
// 32 bits.
bool leaves_division(double dividend, double divisor)
{
    constexpr std::uint32_t kLeastDividend = 0x0360'0000; // |high word| >= 6.58e-37
    constexpr std::uint32_t kLeastQuotient = 0x0010'0000; // |high word| > 1.47e-39
    constexpr std::uint32_t kInfinity = 0x7f80'0000; // above are no numbers
    const std::uint32_t quotient = high_word(dividend / divisor) & kNoSign;
    return any_of({ (high_word(dividend) & kNoSign) < kLeastDividend, quotient <= kLeastQuotient, quotient > kInfinity,
        (high_word(divisor) & kNoSign) >= kInfinity });
}

bool leaves_reciprocal(float value)
{
    return ((std::bit_cast<std::uint32_t>(value) + 0x0180'0000U) & 0x7f80'0000U) <= 0x01ff'ffffU;
}

bool leaves_root(float value)
{
    return std::bit_cast<std::uint32_t>(value) - 0x0d00'0000U > 0x727f'ffffU;
}

bool leaves_reciprocal(double value)
{
    constexpr std::uint32_t kLeast = 0x0040'0000; // |high word + 0x300402| >= 5.88e-39, or no number
    return ((high_word(value) + 0x0030'0402U) & kNoSign) < kLeast;
}

bool leaves_root(double value)
{
    return high_word(value) - 0x0350'0000U >= 0x7ca0'0000U;
}

// A table lookup and a comparison vectorize; a shift by the lane's number would not.
constexpr auto kLaneBits = [] {
    std::array<LaneMask, kMaxLanes> bits {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        bits[lane] = LaneMask { 1 } << lane;
    return bits;
}();

template <typename Leaves> LaneMask lanes_that(const Leaves& leaves)
{
    LaneMask found = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        found |= leaves(lane) ? kLaneBits[lane] : LaneMask { 0 };
    return found;
}

template <typename Value, typename Bits> LaneMask slow_lanes(ptx::Opcode opcode, const OperandRows& rows)
{
    const auto first = [&](unsigned lane) {
        return std::bit_cast<Value>(bits_of<Bits>(rows.first, lane));
    };
    if (opcode == ptx::Opcode::div)
        return lanes_that(
            [&](unsigned lane) { return leaves_division(first(lane), std::bit_cast<Value>(bits_of<Bits>(rows.second, lane))); });
    if (opcode == ptx::Opcode::rcp)
        return lanes_that([&](unsigned lane) { return leaves_reciprocal(first(lane)); });
    return lanes_that([&](unsigned lane) { return leaves_root(first(lane)); });
}

} // namespace

bool has_slow_path(const ptx::Instruction& instruction)
{
    const std::uint32_t bytes = ptx::correctly_rounded_bytes(instruction);
    const bool is_long = bytes == sizeof(double);
    const bool tests_all_roundings = !is_long && instruction.opcode != ptx::Opcode::div;
    return bytes != 0 && (tests_all_roundings || instruction.has_modifier("rn"));
}

LaneMask lanes_on_slow_path(const ptx::Instruction& instruction, const OperandRows& rows, LaneMask lanes)
{
    const LaneMask slow = ptx::correctly_rounded_bytes(instruction) == sizeof(double)
        ? slow_lanes<double, std::uint64_t>(instruction.opcode, rows)
        : slow_lanes<float, std::uint32_t>(instruction.opcode, rows);
    return slow & lanes;
}

SlowPaths::SlowPaths(const ptx::Listing& listing)
    : m_listing(&listing)
    , m_divides(listing.size())
    , m_divergent(listing.size())
{
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc)
        if (const ptx::Instruction* instruction = listing.find(pc))
            m_divides[pc] = has_slow_path(*instruction);
}

bool SlowPaths::concern(const ptx::Listing& listing)
{
    const SlowPaths paths(listing);
    return std::ranges::find(paths.m_divides, true) != paths.m_divides.end();
}

OperandRows SlowPaths::rows_of(const simt::WarpState& state, const simt::Operation& operation)
{
    return { state.registers + operation.a, operation.b == simt::kNoRow ? nullptr : state.registers + operation.b };
}

void SlowPaths::add(const simt::Step& step, const OperandRows& rows)
{
    const LaneMask slow = lanes_on_slow_path(m_listing->instruction(step.pc), rows, step.executed);
    if (slow != 0 && slow != step.executed)
        ++m_divergent[step.pc];
}

SlowPaths& SlowPaths::operator+=(const SlowPaths& other)
{
    for (std::size_t pc = 0; pc < m_divergent.size(); ++pc)
        m_divergent[pc] += other.m_divergent[pc];
    return *this;
}

} // namespace warpstage::timing
