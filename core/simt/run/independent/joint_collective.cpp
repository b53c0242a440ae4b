#include "core/simt/run/independent/joint_collective.h"

#include "core/base/verify.h"
#include "core/simt/operators/operator_table.h"
#include "core/simt/run/block.h"

#include <algorithm>
#include <cstring>

namespace warpstage::simt {

namespace {

bool is_collective(const ptx::Instruction& instruction)
{
    using enum ptx::Opcode;
    static constexpr std::array kCollectives { shfl, vote, match, redux, elect, bar };
    return std::ranges::find(kCollectives, instruction.opcode) != kCollectives.end() && instruction.has_modifier("sync");
}

// Bytes per lane of the rows of a collective; 0 without such a row. The operators are those of operators/collective.cpp.
struct RowSizes {
    std::uint8_t d = 0;
    std::uint8_t a = 0;
    std::uint8_t b = 0;
    std::uint8_t c = 0;
};

RowSizes sizes_of(const ptx::Instruction& instruction)
{
    using enum ptx::Opcode;
    constexpr std::uint8_t kWord = sizeof(std::uint32_t);
    if (instruction.opcode == shfl)
        return { kWord, kWord, kWord, kWord };
    if (instruction.opcode == vote)
        return { instruction.has_modifier("ballot") ? kWord : kPredicateSize, kPredicateSize, 0, 0 };
    if (instruction.opcode == match)
        return { kWord, instruction.types.front() == ptx::Type::b64 ? std::uint8_t { sizeof(std::uint64_t) } : kWord, 0, 0 };
    if (instruction.opcode == redux)
        return { kWord, kWord, 0, 0 };
    VERIFY(instruction.opcode == elect);
    return { kWord, 0, 0, 0 };
}

void copy_lanes(std::byte* to, const std::byte* from, std::uint8_t bytes, LaneMask lanes)
{
    if (bytes == kPredicateSize) {
        LaneMask old = 0;
        LaneMask value = 0;
        std::memcpy(&old, to, sizeof(old));
        std::memcpy(&value, from, sizeof(value));
        value = (old & ~lanes) | (value & lanes);
        std::memcpy(to, &value, sizeof(value));
        return;
    }
    for_each_lane(lanes,
        [&](unsigned lane) { std::memcpy(to + std::size_t { lane } * bytes, from + std::size_t { lane } * bytes, bytes); });
}

// The registers of an operation that has the operands of all members.
class JointRegisters {
public:
    static constexpr std::uint32_t kRowBytes = kMaxLanes * sizeof(std::uint64_t);
    enum Row : std::uint32_t {
        d = 0,
        a = kRowBytes,
        b = 2 * kRowBytes,
        c = 3 * kRowBytes,
        e = 4 * kRowBytes,
        site = 5 * kRowBytes
    };

    std::byte* row(Row row) { return m_bytes.data() + row; }
    std::byte* data() { return m_bytes.data(); }

private:
    alignas(64) std::array<std::byte, 6 * kRowBytes> m_bytes {};
};

} // namespace

bool is_same_collective(const ptx::Listing& listing, std::uint32_t pc, std::uint32_t other)
{
    const ptx::Instruction* here = listing.find(pc);
    const ptx::Instruction* there = listing.find(other);
    return here != nullptr && there != nullptr && is_collective(*here) && here->opcode == there->opcode
        && here->modifiers == there->modifiers && here->types == there->types;
}

void execute_jointly(Block& block, const std::array<std::uint32_t, kMaxLanes>& pc, LaneMask members)
{
    const ptx::Instruction& instruction = block.program().listing().instruction(pc[lowest_lane(members)]);
    if (instruction.opcode == ptx::Opcode::bar)
        return; // has no effect on registers
    const RowSizes sizes = sizes_of(instruction);
    const auto for_each_place = [&](auto&& function) {
        for (LaneMask rest = members; rest != 0;) {
            const std::uint32_t place = pc[lowest_lane(rest)];
            LaneMask lanes = 0;
            for_each_lane(rest, [&](unsigned lane) { lanes |= pc[lane] == place ? LaneMask { 1 } << lane : 0; });
            rest &= ~lanes;
            function(block.body().operations[place], lanes);
        }
    };

    WarpState& state = block.state();
    JointRegisters joint;
    Operation operation = block.body().operations[pc[lowest_lane(members)]];
    for_each_place([&](const Operation& from, LaneMask lanes) {
        if (sizes.a != 0)
            copy_lanes(joint.row(JointRegisters::a), state.registers + from.a, sizes.a, lanes);
        if (sizes.a == kPredicateSize && from.predicate_negated) {
            LaneMask votes = 0;
            std::memcpy(&votes, joint.row(JointRegisters::a), sizeof(votes));
            votes ^= lanes;
            std::memcpy(joint.row(JointRegisters::a), &votes, sizeof(votes));
        }
        if (sizes.b != 0)
            copy_lanes(joint.row(JointRegisters::b), state.registers + from.b, sizes.b, lanes);
        if (sizes.c != 0)
            copy_lanes(joint.row(JointRegisters::c), state.registers + from.c, sizes.c, lanes);
        copy_lanes(joint.row(JointRegisters::e), state.registers + from.e, sizeof(LaneMask), lanes);
    });
    operation.d = JointRegisters::d;
    operation.a = JointRegisters::a;
    operation.b = JointRegisters::b;
    operation.c = JointRegisters::c;
    operation.e = JointRegisters::e;
    operation.site = JointRegisters::site;
    operation.predicate_negated = false;

    std::byte* const registers = state.registers;
    state.registers = joint.data();
    set_active(state, members);
    const bool done = operation.masked(state, operation);
    state.registers = registers;
    VERIFY(done);
    const bool has_predicate = instruction.opcode == ptx::Opcode::shfl || instruction.opcode == ptx::Opcode::match
        || instruction.opcode == ptx::Opcode::elect;
    for_each_place([&](const Operation& to, LaneMask lanes) {
        copy_lanes(registers + to.d, joint.row(JointRegisters::d), sizes.d, lanes);
        if (has_predicate && to.site != kNoRow)
            copy_lanes(registers + to.site, joint.row(JointRegisters::site), kPredicateSize, lanes);
    });
}

} // namespace warpstage::simt
