// Counters in machine code: accesses that the assembler joins, branches that it turns into predicates.
#include "core/timing/machine_counters.h"
#include "tests/core/timing/kernels.h"

#include <gtest/gtest.h>

namespace warpstage::timing {
namespace {

simt::Access shared_words(std::uint64_t first, std::uint64_t stride)
{
    simt::Access access { .space = ptx::StateSpace::shared, .bytes = 4, .lanes = 0xffffffff };
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        access.addresses[lane] = first + stride * lane;
    return access;
}

TEST(MachineCounters, AJoinedAccessHasTheWavefrontsOfItsWidth)
{
    const Kernel kernel("ld.shared.f32 %f1, [%r1];\nld.shared.f32 %f2, [%r1+4];\nadd.f32 %f1, %f1, %f2;\nret;");
    WideAccesses accesses(kernel.listing(), kernel.traits());
    accesses.add(0, shared_words(0, 16)); // 4 wavefronts, as 16 bytes per lane
    accesses.add(1, shared_words(4, 16));
    EXPECT_EQ(accesses.factor(0, { false, { 4 } }), 1.0);
    EXPECT_EQ(accesses.factor(0, { false, { 16 } }), 1.0);
    EXPECT_EQ(accesses.factor(1, { false, { 16 } }), 1.0) << "begins at the word before";
    EXPECT_EQ(accesses.factor(1, { false, {} }), 0.0) << "part of another load";
    EXPECT_EQ(accesses.factor(2, { false, {} }), 1.0) << "no access";
    WideAccesses broadcast(kernel.listing(), kernel.traits());
    broadcast.add(0, shared_words(0, 4)); // 1 wavefront
    EXPECT_EQ(broadcast.factor(0, { false, { 8 } }), 1.0);
    broadcast += accesses;
    EXPECT_EQ(broadcast.factor(0, { false, { 4, 4 } }), 1.0);
}

TEST(MachineCounters, OnlyBranchesOfTheMachineCodeDiverge)
{
    const Kernel kernel("setp.lt.s32 %p1, %r1, 5;\n@%p1 bra $L_far;\n" + lines(9, "add.f32 %f#, %f#, %f#;")
        + "$L_far:\nadd.f32 %f1, %f1, %f1;\nret;");
    analysis::InstructionReport branch;
    branch.pc = 1;
    branch.counters.divergent_branches = 7;
    const WideAccesses accesses(kernel.listing(), kernel.traits());
    analysis::AssembledKernel made(kernel.listing().size());
    const AssembledLaunch assembled { &made, &accesses };
    const MachineEvents no_events(kernel.listing(), kernel.code(), kernel.traits());
    EXPECT_EQ(machine_counters(kernel.code(), { &branch, 1 }, {}, no_events).divergent_branches, 7);
    EXPECT_EQ(machine_counters(kernel.code(), { &branch, 1 }, {}, no_events, &assembled).divergent_branches, 0) << "predicates";
    made[1].branches = true;
    EXPECT_EQ(machine_counters(kernel.code(), { &branch, 1 }, {}, no_events, &assembled).divergent_branches, 7);
}

} // namespace
} // namespace warpstage::timing
