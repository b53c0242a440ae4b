// All builds of the operators compute the same bits, and masked forms do not change the other lanes.
#include "core/simt/conversion.h"
#include "core/simt/operators/operator_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kRowBytes = 8 * kMaxLanes;
constexpr std::uint32_t kRows = 5; // d, a, b, c, e

struct alignas(64) Registers {
    std::array<std::byte, std::size_t { kRows } * kRowBytes> bytes {};

    bool operator==(const Registers& other) const { return bytes == other.bytes; }
};

// Edge cases, as 64 bits and as two halves of 32 bits.
constexpr std::array<std::uint64_t, 24> kEdges { 0, 1, 2, 31, 32, 63, 64, 0x7fff'ffff, 0x8000'0000, 0xffff'ffff, 0x7f80'0000,
    0xff80'0000, 0x7fc0'0000, 0x0000'0001'0000'0000, 0x3f80'0000'3f80'0000, 0x0080'0000'007f'ffff, 0x7f7f'ffff'8000'0001,
    0x7fff'ffff'ffff'ffff, 0x8000'0000'0000'0000, 0xffff'ffff'ffff'ffff, 0x7ff0'0000'0000'0000, 0xfff8'0000'0000'0001,
    0x000f'ffff'ffff'ffff, 0x7fef'ffff'ffff'ffff };

Registers random_registers(std::mt19937_64& random)
{
    Registers registers;
    for (std::size_t at = 0; at < registers.bytes.size(); at += sizeof(std::uint64_t)) {
        const std::uint64_t choice = random();
        const std::uint64_t value = choice % 3 == 0 ? kEdges[choice / 3 % kEdges.size()] : random();
        std::memcpy(registers.bytes.data() + at, &value, sizeof(value));
    }
    return registers;
}

Operation operation_of(const Operator& entry)
{
    Operation operation;
    operation.full = entry.full;
    operation.masked = entry.masked;
    operation.d = 0;
    operation.a = kRowBytes;
    operation.b = 2 * kRowBytes;
    operation.c = 3 * kRowBytes;
    operation.e = 4 * kRowBytes;
    return operation;
}

Registers after(Handler handler, const Operation& operation, Registers registers, LaneMask active)
{
    WarpState state;
    state.registers = registers.bytes.data();
    set_active(state, active);
    EXPECT_TRUE(handler(state, operation));
    return registers;
}

// Of the first build. Loads and stores require memory: the fixtures cover them.
std::vector<Operator> operators()
{
    std::vector<OperatorList> lists;
#define OPERATOR_SET(id, name, level)                                                                                            \
    if (lists.empty())                                                                                                           \
        lists = { id::integer_operators(), id::float_operators(), id::comparison_operators(), id::move_operators(),              \
            id::bit_operators(), id::carry_operators(), id::float_approximate_operators(), id::float_part_operators(),           \
            id::half_operators(), id::half_comparison_operators(), id::half_conversion_operators(),                              \
            id::integer_special_operators(), id::rounded_operators() };
#include "core/simt/operator_sets.inc"
#undef OPERATOR_SET
    std::vector<Operator> all;
    for (const OperatorList& list : lists)
        all.insert(all.end(), list.first, list.first + list.count);
    return all;
}

TEST(Operators, GiveTheSameBitsInEveryBuild)
{
    const std::vector<InstructionSet> sets = available_instruction_sets();
    for (const Operator& entry : operators()) {
        std::mt19937_64 random(1);
        for (int repetition = 0; repetition < 50; ++repetition) {
            const Registers before = random_registers(random);
            const auto mask = static_cast<LaneMask>(random());
            const Registers full = after(entry.full, operation_of(entry), before, ~LaneMask { 0 });
            const Registers masked = after(entry.masked, operation_of(entry), before, mask);
            for (const InstructionSet set : sets) {
                const Operator* other = find_operator(set, entry.key);
                ASSERT_NE(other, nullptr) << entry.key;
                ASSERT_TRUE(after(other->full, operation_of(*other), before, ~LaneMask { 0 }) == full)
                    << entry.key << ", " << name_of(set);
                ASSERT_TRUE(after(other->masked, operation_of(*other), before, mask) == masked)
                    << entry.key << " masked, " << name_of(set);
            }
        }
    }
}

std::uint64_t lane_value(const Registers& registers, std::uint32_t row, std::uint32_t lane_bytes, unsigned lane)
{
    std::uint64_t value = 0;
    if (lane_bytes == kPredicateSize) {
        std::memcpy(&value, registers.bytes.data() + row, sizeof(LaneMask));
        return value >> lane & 1U;
    }
    std::memcpy(&value, registers.bytes.data() + row + std::size_t { lane } * lane_bytes, lane_bytes);
    return value;
}

TEST(Operators, WriteActiveLanesOnly)
{
    for (const Operator& entry : operators()) {
        const bool packs = std::string_view(entry.key).starts_with("pack");
        const std::uint32_t row = packs ? kRowBytes : 0; // the packed value is row a
        const std::uint32_t bytes = packs ? entry.a : entry.d;
        std::mt19937_64 random(2);
        const Registers before = random_registers(random);
        constexpr LaneMask kActive = 0xa5a5'0ff1;
        const Registers full = after(entry.full, operation_of(entry), before, ~LaneMask { 0 });
        const Registers masked = after(entry.masked, operation_of(entry), before, kActive);
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            ASSERT_EQ(lane_value(masked, row, bytes, lane), lane_value(has_lane(kActive, lane) ? full : before, row, bytes, lane))
                << entry.key << ", lane " << lane;
        }
    }
}

ptx::Type type_of(std::string_view word)
{
    return ptx::parse_type(word).value();
}

TEST(Operators, FastConversionsAgreeWithTheGeneralOne)
{
    int compared = 0;
    for (const Operator& entry : operators()) {
        const std::string_view key = entry.key;
        const bool several_values = entry.b != 0 || key.find("x2") != std::string_view::npos;
        if (!key.starts_with("cvt.") || several_values)
            continue;
        Conversion conversion;
        const std::size_t from = key.rfind('.');
        const std::size_t to = key.rfind('.', from - 1);
        conversion.from = type_of(key.substr(from + 1));
        conversion.to = type_of(key.substr(to + 1, from - to - 1));
        conversion.from_lane_bytes = entry.a;
        conversion.to_lane_bytes = entry.d;
        const auto has = [&](std::string_view word) {
            return key.find(word) != std::string_view::npos;
        };
        conversion.to_integral = has(".rni.") || has(".rzi.") || has(".rmi.") || has(".rpi.");
        if (has(".rzi."))
            conversion.rounding = Rounding::towards_zero;
        if (has(".rmi."))
            conversion.rounding = Rounding::down;
        if (has(".rpi."))
            conversion.rounding = Rounding::up;
        if (has(".sat."))
            conversion.clamp = Clamp::saturate;
        std::mt19937_64 random(3);
        for (int repetition = 0; repetition < 100; ++repetition) {
            const Registers before = random_registers(random);
            const Registers result = after(entry.full, operation_of(entry), before, ~LaneMask { 0 });
            for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
                const std::uint64_t source = lane_value(before, kRowBytes, entry.a, lane);
                ASSERT_EQ(lane_value(result, 0, entry.d, lane), convert(source, conversion)) << key << " of " << source;
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 10000);
}

// Results of an H200, CUDA 13.0.
TEST(Conversions, OfNansAndSubnormalNumbersAreThoseOfAGpu)
{
    using ptx::Type;
    struct Case {
        Conversion conversion;
        std::uint64_t bits;
        std::uint64_t result;
    };
    const auto to_f16 = [](Rounding rounding, Clamp clamp = Clamp::none) {
        return Conversion { Type::f16, Type::f32, 2, 4, rounding, false, clamp, true };
    };
    const auto plain = [](Type to, Type from, bool flush = false) {
        return Conversion { to, from, 8, 8, Rounding::nearest_even, false, Clamp::none, flush };
    };
    const std::vector<Case> cases {
        { to_f16(Rounding::down), 0x800116c2, 0x8001 },
        { to_f16(Rounding::down), 0x8000c302, 0x8001 },
        { to_f16(Rounding::up), 0x00013f00, 0x0001 },
        { to_f16(Rounding::up), 0x00004380, 0x0001 },
        { to_f16(Rounding::up, Clamp::saturate), 0x00004380, 0x0001 },
        { to_f16(Rounding::nearest_even), 0x00004380, 0x0000 },
        { plain(Type::f32, Type::bf16, true), 0x7fc0, 0x7fffffff },
        { plain(Type::f32, Type::bf16, true), 0xffc1, 0x7fffffff },
        { plain(Type::f32, Type::f32), 0x7fc00000, 0x7fc00000 },
        { plain(Type::f32, Type::f32), 0xffc12345, 0xffc12345 },
        { plain(Type::f32, Type::f32), 0xff805bff, 0xff805bff },
        { plain(Type::f64, Type::f16), 0xff00, 0xfffc000000000000 },
        { plain(Type::f64, Type::f16), 0xfe01, 0xfff8040000000000 },
        { plain(Type::f64, Type::f16), 0x7f7f, 0x7ffdfc0000000000 },
        { plain(Type::f64, Type::bf16), 0x7fc0, 0x7ff8000000000000 },
        { plain(Type::f64, Type::bf16), 0xffc1, 0xfff8200000000000 },
        { plain(Type::f64, Type::f32), 0xffc12345, 0xfff82468a0000000 },
        { plain(Type::f64, Type::f32), 0xff805bff, 0xfff80b7fe0000000 },
        { plain(Type::f64, Type::f32, true), 0xffc12345, 0x7fffffffe0000000 },
        { plain(Type::f64, Type::f64), 0x7ff8000012345678, 0x7ff8000012345678 },
    };
    for (const auto& [conversion, bits, result] : cases)
        EXPECT_EQ(convert(bits, conversion), result)
            << ptx::name_of(conversion.to) << " from " << ptx::name_of(conversion.from) << " " << std::hex << bits;
}

// As the instructions that ptxas of CUDA 13.0 writes for sm_90a.
TEST(Conversions, ToTf32WithRnaCutsNans)
{
    const auto converted = [](std::uint32_t bits, Clamp clamp) {
        return convert(bits, { ptx::Type::tf32, ptx::Type::f32, 4, 4, Rounding::nearest_away, false, clamp, false });
    };
    struct Case {
        std::uint32_t bits;
        std::uint32_t result;
        std::uint32_t finite;
    };
    for (const Case& it : std::initializer_list<Case> {
             { 0x3f800000, 0x3f800000, 0x3f800000 },
             { 0x3f800fff, 0x3f800000, 0x3f800000 },
             { 0x3f801000, 0x3f802000, 0x3f802000 },
             { 0xbf803000, 0xbf804000, 0xbf804000 },
             { 0x00000fff, 0x00000000, 0x00000000 },
             { 0x80001000, 0x80002000, 0x80002000 },
             { 0x7f7fffff, 0x7f800000, 0x7f7fe000 },
             { 0xff800000, 0xff800000, 0xff7fe000 },
             { 0x7f800001, 0x7f800000, 0x7f7fe000 },
             { 0x7fc12345, 0x7fc12000, 0x7fc10000 },
             { 0xffffffff, 0xffffe000, 0xffffc000 },
         }) {
        EXPECT_EQ(converted(it.bits, Clamp::none), it.result) << std::hex << it.bits;
        EXPECT_EQ(converted(it.bits, Clamp::finite), it.finite) << std::hex << it.bits;
    }
}

} // namespace

} // namespace warpstage::simt
