// Machine instructions of PTX instructions, for each correction that machine_code.h lists.
#include "core/timing/machine_code/required_capability.h"
#include "tests/core/timing/kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::timing {
namespace {

using arch::Pipe;
using testing::Each;
using testing::IsEmpty;

std::vector<Pipe> pipes_of(const Kernel& kernel, std::uint32_t pc)
{
    std::vector<Pipe> pipes;
    for (const MicroOperation& operation : kernel.code().operations[pc].micro)
        pipes.push_back(operation.pipe);
    return pipes;
}

TEST(MachineCode, ParametersMovesAndAddressSpacesCostNothing)
{
    const Kernel kernel("ld.param.u64 %rd1, [k_param_0];\n"
                        "cvta.to.global.u64 %rd2, %rd1;\n"
                        "mov.u32 %r1, 5;\n"
                        "mov.u32 %r2, %r1;\n"
                        "mov.u32 %r3, %ntid.x;\n"
                        "neg.s32 %r4, %r2;\n"
                        "mov.b32 %f1, %r4;\n"
                        "ret;");
    for (std::uint32_t pc = 0; pc < 7; ++pc)
        EXPECT_EQ(kernel.cost(pc), 0) << kernel.listing().instruction(pc).text;
    EXPECT_EQ(kernel.cost(7), 1);
}

TEST(MachineCode, ThreadIndicesAreReadFromASpecialRegister)
{
    const Kernel kernel("mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.y;\nmov.u32 %r3, %nctaid.x;\nret;");
    EXPECT_THAT(pipes_of(kernel, 0), testing::ElementsAre(Pipe::special));
    EXPECT_THAT(pipes_of(kernel, 1), testing::ElementsAre(Pipe::special));
    EXPECT_THAT(pipes_of(kernel, 2), IsEmpty());
}

TEST(MachineCode, MatricesGoToMemoryOrToTheTensorCores)
{
    const Kernel kernel(
        "wmma.load.c.sync.aligned.row.m8n8k32.shared.s32 {%r1, %r2}, [%r3], 8;\n"
        "wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32 {%r1, %r2}, {%r3}, {%r4}, {%r1, %r2};\n"
        "wmma.store.d.sync.aligned.row.m8n8k32.global.s32 [%rd1], {%r1, %r2}, 8;\n"
        "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%r1, %r2, %r3, %r4}, {%r1, %r2, %r3, %r4, %r5, %r6, %r7, "
        "%r8}, {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, {%r1, %r2, %r3, %r4};\n"
        "ret;");
    EXPECT_EQ(kernel.code().operations[0].kind, OperationKind::shared_access);
    EXPECT_THAT(pipes_of(kernel, 1), testing::ElementsAre(Pipe::matrix));
    EXPECT_EQ(kernel.code().operations[2].kind, OperationKind::global_access);
    EXPECT_THAT(pipes_of(kernel, 3), testing::ElementsAre(Pipe::matrix, Pipe::matrix));
}

TEST(MachineCode, EachArithmeticInstructionGoesToItsPipe)
{
    const Kernel kernel("add.f32 %f3, %f1, %f2;\n"
                        "fma.rn.f32 %f4, %f1, %f2, %f3;\n"
                        "mul.lo.s32 %r3, %r1, %r2;\n"
                        "and.b32 %r4, %r1, %r2;\n"
                        "fma.rn.f64 %fd3, %fd1, %fd2, %fd1;\n"
                        "popc.b32 %r5, %r1;\n"
                        "ex2.approx.ftz.f32 %f5, %f1;\n"
                        "cvt.rn.f32.s32 %f6, %r1;\n"
                        "cvt.rzi.s32.f32 %r6, %f1;\n"
                        "shfl.sync.bfly.b32 %r7, %r1, 1, 31, -1;\n"
                        "ret;");
    const std::vector<Pipe> expected { Pipe::float32, Pipe::float32, Pipe::multiply, Pipe::integer, Pipe::float64,
        Pipe::bit_count, Pipe::special, Pipe::integer, Pipe::conversion, Pipe::shuffle, Pipe::branch };
    for (std::uint32_t pc = 0; pc < expected.size(); ++pc)
        EXPECT_THAT(pipes_of(kernel, pc), testing::ElementsAre(expected[pc])) << kernel.listing().instruction(pc).text;
}

TEST(MachineCode, DivisionsAreSequencesOfDependentInstructions)
{
    const Kernel kernel("div.rn.f32 %f3, %f1, %f2;\ndiv.s32 %r3, %r1, %r2;\ndiv.u32 %r4, %r1, %r2;\nsqrt.rn.f32 %f4, %f1;\nret;");
    for (std::uint32_t pc = 0; pc < 4; ++pc) {
        EXPECT_GT(kernel.cost(pc), 8) << kernel.listing().instruction(pc).text;
        const auto pipes = pipes_of(kernel, pc);
        EXPECT_NE(std::ranges::find(pipes, Pipe::special), pipes.end()) << kernel.listing().instruction(pc).text;
        const auto& micro = kernel.code().operations[pc].micro;
        EXPECT_FALSE(micro.front().chained);
        EXPECT_TRUE(micro.back().chained);
    }
    EXPECT_GT(kernel.cost(1), kernel.cost(2)); // the signs
}

TEST(MachineCode, AProductThatIsOnlyAddedIsOneWithTheAddition)
{
    const Kernel kernel("mul.wide.s32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\nld.global.f32 %f1, [%rd4];\nret;");
    EXPECT_EQ(kernel.cost(0), 0);
    EXPECT_GT(kernel.cost(1), 0);
}

TEST(MachineCode, AProductWithAnotherReaderIsComputed)
{
    const Kernel twice("mul.wide.s32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\nadd.s64 %rd5, %rd1, %rd3;\nret;");
    EXPECT_EQ(twice.cost(0), 1);
    const Kernel stored("mul.wide.s32 %rd3, %r1, 4;\nst.global.u64 [%rd2], %rd3;\nret;");
    EXPECT_EQ(stored.cost(0), 1);
}

TEST(MachineCode, AProductOfFloatsThatIsOnlyAddedIsOneWithTheSum)
{
    const Kernel joined("mul.f32 %f3, %f1, %f2;\nsub.f32 %f4, %f1, %f3;\nst.global.f32 [%rd2], %f4;\nret;");
    EXPECT_EQ(joined.cost(0), 0);
    EXPECT_EQ(joined.cost(1), 1);
    const Kernel rounded("mul.rn.f32 %f3, %f1, %f2;\nsub.f32 %f4, %f1, %f3;\nst.global.f32 [%rd2], %f4;\nret;");
    EXPECT_EQ(rounded.cost(0), 1);
}

TEST(MachineCode, ALongProductIsASequence)
{
    const Kernel kernel("mul.lo.u64 %rd3, %rd1, %rd2;\nmul.hi.u64 %rd4, %rd1, %rd2;\nret;");
    EXPECT_EQ(kernel.cost(0), 4);
    EXPECT_EQ(kernel.cost(1), 7);
}

TEST(MachineCode, ABranchToTheEndOfTheKernelIsAPredicatedExit)
{
    const Kernel kernel("@%p1 bra $end;\nst.global.f32 [%rd1], %f1;\nbar.sync 0;\nst.global.f32 [%rd1], %f1;\n$end:\nret;");
    EXPECT_TRUE(kernel.code().operations[0].leaves);
    EXPECT_EQ(kernel.cost(0), 1);
    const Kernel around("@%p1 bra $more;\nbar.sync 0;\n$more:\nst.global.f32 [%rd1], %f1;\nret;");
    EXPECT_FALSE(around.code().operations[0].leaves);
    EXPECT_EQ(around.cost(0), 3) << "BSSY and BSYNC";
}

TEST(MachineCode, AShiftThatIsOnlyAddedIsOneWithTheAddition)
{
    const Kernel added("shl.b32 %r3, %r1, 2;\nadd.s32 %r4, %r2, %r3;\nst.global.u32 [%rd2], %r4;\nret;");
    EXPECT_EQ(added.cost(0), 0);
    EXPECT_EQ(added.cost(1), 1);
    const Kernel stored("shl.b32 %r3, %r1, 2;\nst.global.u32 [%rd2], %r3;\nret;");
    EXPECT_EQ(stored.cost(0), 1);
    const Kernel by_register("shl.b32 %r3, %r1, %r5;\nadd.s32 %r4, %r2, %r3;\nst.global.u32 [%rd2], %r4;\nret;");
    EXPECT_EQ(by_register.cost(0), 1);
}

TEST(MachineCode, AConstantThatIsOnlyAddedToAnAddressIsTheOffsetOfTheAccess)
{
    const Kernel folded("add.s64 %rd2, %rd1, 64;\nld.global.f32 %f1, [%rd2];\nst.global.f32 [%rd2+4], %f1;\nret;");
    EXPECT_EQ(folded.cost(0), 0);
    const Kernel computed("add.s64 %rd2, %rd1, 64;\nld.global.f32 %f1, [%rd2];\nadd.s64 %rd3, %rd2, %rd2;\nret;");
    EXPECT_EQ(computed.cost(0), 2);
    const Kernel variable("add.s64 %rd2, %rd1, %rd3;\nld.global.f32 %f1, [%rd2];\nret;");
    EXPECT_EQ(variable.cost(0), 2);
}

Kernel branch_over(const std::string& skipped)
{
    return Kernel("setp.lt.s32 %p1, %r1, 5;\n@%p1 bra $L_end;\n" + skipped + "$L_end:\nret;");
}

TEST(MachineCode, AShortForwardBranchBecomesPredicates)
{
    for (const std::uint32_t length : { 1U, 7U }) {
        const Kernel kernel = branch_over(lines(length, "add.f32 %f#, %f#, %f#;"));
        EXPECT_EQ(kernel.cost(1), 0) << length;
        EXPECT_EQ(kernel.code().operations[1].skips, length);
        // They wait for the comparison instead.
        const auto& predicate = kernel.code().operations[0].writes;
        for (std::uint32_t pc = 2; pc < 2 + length; ++pc)
            EXPECT_THAT(kernel.code().operations[pc].reads, testing::Contains(predicate.front()));
    }
}

// Eight PTX instructions, seven machine instructions.
TEST(MachineCode, SkippedInstructionsAreCountedAsMachineInstructions)
{
    const Kernel kernel("@%p1 bra $end;\nmul.wide.s32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\nld.global.u32 %r2, [%rd4];\n"
                        "xor.b32 %r3, %r1, %r5;\nadd.s32 %r6, %r3, %r2;\nadd.s32 %r7, %r6, %r3;\nadd.s32 %r8, %r7, %r3;\n"
                        "st.global.u32 [%rd4], %r8;\n$end:\nbar.sync 0;\nret;");
    EXPECT_EQ(kernel.code().operations[0].skips, 8U);
}

TEST(MachineCode, OtherBranchesStay)
{
    for (const Kernel& kernel : { branch_over(lines(8, "add.f32 %f#, %f#, %f#;")), // long
             branch_over("bar.sync 0;\n"), branch_over("div.rn.f32 %f1, %f2, %f3;\n"), branch_over("@%p2 bra $L_end;\n"),
             branch_over("ret;\n") }) {
        EXPECT_EQ(kernel.cost(1), 1) << kernel.listing().instruction(2).text;
        EXPECT_EQ(kernel.code().operations[1].skips, 0);
        EXPECT_EQ(kernel.code().operations[1].kind, OperationKind::branch);
    }
}

TEST(MachineCode, ABackwardBranchStays)
{
    const Kernel kernel("$L_loop:\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, 5;\n@%p1 bra $L_loop;\nret;");
    EXPECT_EQ(kernel.cost(2), 1);
    EXPECT_EQ(kernel.code().operations[2].kind, OperationKind::branch);
}

TEST(MachineCode, AddressesOfCC1AreOneWord)
{
    const std::string body = "add.s64 %rd3, %rd1, %rd2;\nsetp.lt.s64 %p1, %rd3, %rd1;\nand.b64 %rd4, %rd3, %rd1;\nret;";
    const Kernel gt200(body, { 1, 3 });
    const Kernel fermi(body, { 2, 0 });
    for (std::uint32_t pc = 0; pc < 3; ++pc) {
        EXPECT_EQ(gt200.cost(pc), 1) << gt200.listing().instruction(pc).text;
        EXPECT_EQ(fermi.cost(pc), 2) << fermi.listing().instruction(pc).text;
    }
}

TEST(MachineCode, ProductsOfCC1AreFourInstructionsAndMul24IsOne)
{
    const std::string plain = "mul.lo.s32 %r3, %r1, %r2;\nret;";
    EXPECT_THAT(
        pipes_of(Kernel(plain, { 1, 3 }), 0), testing::ElementsAre(Pipe::integer, Pipe::integer, Pipe::integer, Pipe::integer));
    EXPECT_THAT(pipes_of(Kernel(plain, { 2, 0 }), 0), testing::ElementsAre(Pipe::multiply));

    // What today's compiler makes of __mul24(r1, r2) + r3.
    const std::string expanded = "shl.b32 %r4, %r1, 8;\nshr.s32 %r5, %r4, 8;\nmad.lo.s32 %r6, %r5, %r2, %r3;\nret;";
    const Kernel gt200(expanded, { 1, 3 });
    EXPECT_EQ(gt200.cost(0), 0);
    EXPECT_EQ(gt200.cost(1), 0);
    EXPECT_THAT(pipes_of(gt200, 2), testing::ElementsAre(Pipe::integer));
    const Kernel fermi(expanded, { 2, 0 });
    EXPECT_EQ(fermi.cost(0) + fermi.cost(1), 2);
    EXPECT_THAT(pipes_of(fermi, 2), testing::ElementsAre(Pipe::multiply));

    for (const std::string other :
        { "shl.b32 %r4, %r1, 7;\nshr.s32 %r5, %r4, 7;\nmad.lo.s32 %r6, %r5, %r2, %r3;\nret;", // 25 bits
            "shl.b32 %r4, %r1, 8;\nshr.s32 %r5, %r4, 8;\nadd.s32 %r5, %r5, 1;\nmad.lo.s32 %r6, %r5, %r2, %r3;\nret;" })
        EXPECT_GE(Kernel(other, { 1, 3 }).cost(2) + Kernel(other, { 1, 3 }).cost(3), 4) << other;
}

TEST(MachineCode, BuiltInVariablesHave16Bits)
{
    const std::string body =
        "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\nmad.lo.s32 %r4, %r1, %r2, %r3;\nret;";
    EXPECT_EQ(Kernel(body, { 1, 3 }).cost(3), 1);
}

TEST(MachineCode, DivisionsAndRootsOfCC3ContainBranches)
{
    const std::string body = "div.rn.f32 %f3, %f1, %f2;\nsqrt.rn.f32 %f4, %f3;\nret;";
    for (const std::uint32_t pc : { 0U, 1U }) {
        EXPECT_THAT(pipes_of(Kernel(body, { 3, 5 }), pc), testing::Contains(Pipe::branch));
        EXPECT_THAT(pipes_of(Kernel(body, { 9, 0 }), pc), testing::Not(testing::Contains(Pipe::branch)));
    }
}

TEST(MachineCode, AConditionalBranchOfCC3StoresWhereThePathsMeet)
{
    const std::string body = lines(12, "add.s32 %r#, %r#, 1;");
    const std::string branch = "@%p1 bra $L1;\n" + body + "$L1:\nret;";
    EXPECT_EQ(Kernel(branch, { 3, 5 }).cost(0), 3);
    EXPECT_EQ(Kernel(branch, { 9, 0 }).cost(0), 1);
}

TEST(MissingCapabilities, NameTheInstructionAndTheCapability)
{
    struct Case {
        std::string body;
        arch::ComputeCapability older;
        arch::ComputeCapability capability;
        std::string word;
    };
    const std::vector<Case> cases {
        { "shfl.sync.down.b32 %r1, %r2, 16, 31, -1;", { 1, 3 }, { 3, 0 }, "`shfl`" },
        { "redux.sync.add.s32 %r1, %r2, -1;", { 7, 5 }, { 8, 0 }, "`redux`" },
        { "shfl.sync.down.b32 %r1, %r2, 16, 31, -1;\nredux.sync.add.s32 %r1, %r2, -1;", { 1, 3 }, { 8, 0 }, "`redux`" },
        { "match.any.sync.b32 %r1, %r2, -1;", { 6, 0 }, { 7, 0 }, "`match`" },
        { "activemask.b32 %r1;", { 2, 0 }, { 3, 0 }, "`activemask`" },
        { "atom.global.add.u32 %r1, [%rd1], %r2;", { 1, 0 }, { 1, 1 }, "`atom`" },
        { "atom.shared.add.u32 %r1, [%r3], %r2;", { 1, 1 }, { 1, 2 }, "`atom`" },
        { "vote.sync.ballot.b32 %r1, %p1, -1;", { 1, 3 }, { 2, 0 }, "`vote`" },
    };
    for (const Case& one : cases) {
        const Kernel kernel(one.body + "\nret;");
        const auto missing = missing_capability(kernel.listing(), one.older);
        ASSERT_TRUE(missing) << one.body;
        EXPECT_EQ(missing->capability, one.capability) << one.body;
        EXPECT_NE(missing->words.find(one.word), std::string::npos) << missing->words;
        EXPECT_FALSE(missing_capability(kernel.listing(), one.capability)) << one.body;
    }
    // Replaced on older GPUs: warps that run in lock step, multiply-adds, addresses.
    const Kernel replaced("bar.warp.sync -1;\nfma.rn.f32 %f1, %f2, %f3, %f1;\ncvta.to.global.u64 %rd2, %rd1;\nret;");
    EXPECT_FALSE(missing_capability(replaced.listing(), { 1, 0 }));
}

TEST(MachineCode, RegistersAreTheSimultaneouslyLiveValues)
{
    const Kernel kernel("ld.param.u64 %rd1, [k_param_0];\n" // alive before it: nothing
                        "mov.u32 %r1, %tid.x;\n" // %rd1: 2
                        "mul.wide.u32 %rd2, %r1, 4;\n" // %rd1 %r1: 3
                        "add.s64 %rd3, %rd1, %rd2;\n" // %rd1 %rd2: 4
                        "ld.global.f32 %f1, [%rd3];\n" // %rd3: 2
                        "add.f32 %f2, %f1, %f1;\n" // %rd3 %f1: 3
                        "st.global.f32 [%rd3], %f2;\n" // %rd3 %f2: 3
                        "ret;");
    EXPECT_EQ(kernel.code().registers_per_thread, 4 + 4);
}

TEST(MachineCode, RegistersStayLiveThroughALoop)
{
    const std::string loop = "$L_loop:\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, 9;\n@%p1 bra $L_loop;\n";
    const Kernel kernel("mov.u32 %r1, 0;\nmov.f32 %f1, 0f3F800000;\nld.param.u64 %rd1, [k_param_0];\n" + loop
        + "st.global.f32 [%rd1], %f1;\nret;");
    EXPECT_EQ(kernel.code().registers_per_thread, 4 + 4); // %r1, %f1, %rd1; predicates have a separate register file
}

} // namespace
} // namespace warpstage::timing
