// How kernels become programs: what is refused, and with which words; memory and registers that a program needs.
#include "core/simt/program.h"
#include "core/simt/program_body.h"
#include "fixture.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace warpstage::simt {

namespace {

using testing::HasSubstr;

std::string refusal_of(const std::string& body)
{
    const ptx::Module module = parse_text(kernel_text(body));
    const Result<Program> program = Program::lower(module, module.functions.front());
    return program.ok() ? "" : program.error().message;
}

TEST(Lowering, UnknownInstructionIsRefusedWithItsKernelAlone)
{
    EXPECT_APPROVED(refusal_of("foo.bar.s32 %r1, [%r2], {%q1};\nret;"));
    EXPECT_APPROVED(refusal_of(".loc 1 22 5\nfoo %r1;\nret;"));
    const ptx::Module module =
        parse_text(std::string(kHeader) + ".visible .entry bad()\n{\nfoo;\nret;\n}\n.visible .entry good()\n{\nret;\n}\n");
    EXPECT_FALSE(Program::lower(module, *module.find("bad")).ok());
    EXPECT_TRUE(Program::lower(module, *module.find("good")).ok());
}

TEST(Lowering, CachePoliciesAndHintsOfTheGridChangeNothing)
{
    EXPECT_EQ(refusal_of(
                  "ld.global.L2::cache_hint.v2.u32 {%r1, %r2}, [%d1], %d2;\nst.global.L2::cache_hint.u32 [%d1], %r1, %d2;\n"
                  "atom.global.add.L2::cache_hint.u32 %r1, [%d1], %r2, %d2;\nred.global.add.L2::cache_hint.u32 [%d1], %r2, %d2;\n"
                  "griddepcontrol.wait;\ngriddepcontrol.launch_dependents;\nsetmaxnreg.inc.sync.aligned.u32 40;\nret;"),
        "");
}

TEST(Lowering, KernelsOfKernelsAreRefusedByName)
{
    const ptx::Module module = parse_text(std::string(kHeader)
        + ".extern .func (.param .b64 a) cudaGetParameterBufferV2(.param .b64 f);\n.visible .entry k()\n{\n.param .b64 "
          "p;\n.param "
          ".b64 r;\ncall (r), cudaGetParameterBufferV2, (p);\nret;\n}\n");
    EXPECT_THAT(Program::lower(module, *module.find("k")).error().message, HasSubstr("dynamic parallelism"));
}

TEST(Lowering, NamesUnsupportedInstructions)
{
    EXPECT_APPROVED(refusal_of("add.f32 %r1, %r2, 0f3F800000;\nadd.rz.f16 %h1, %h2, %h3;\nret;"));
    EXPECT_THAT(refusal_of("add.u64 %d1, %clock64, 1;"), HasSubstr("%clock64"));
    EXPECT_THAT(refusal_of("barrier.cluster.arrive.sync;"), HasSubstr("barrier.cluster.arrive.sync"));
    EXPECT_THAT(refusal_of("ld.local.u32 %r1, [%r1];"), HasSubstr("ld.local"));
    EXPECT_THAT(refusal_of("add.s32 %r1, %d1, 3;"), HasSubstr("add.s32"));
    EXPECT_THAT(refusal_of("lop3.and.b32 %r1|%p1, %r2, %r3, %r4, 0x80, %p2;"), HasSubstr("lop3.and.b32"));
    EXPECT_THAT(refusal_of("lop3.b32 %r1, %r2, %r3, %r4, %r5;"), HasSubstr("lop3.b32"));
    EXPECT_THAT(refusal_of("lop3.b32 %r1, %r2, %r3, %r4, 256;"), HasSubstr("lop3.b32"));
    EXPECT_THAT(refusal_of("bfi.b32 %r1, %r2, %r3, %r4;"), HasSubstr("bfi.b32"));
    EXPECT_THAT(refusal_of("bfi.b32 %r1, %r2, %r3, %r4, %d5;"), HasSubstr("bfi.b32"));
    EXPECT_THAT(refusal_of("set.lt.u64.s32 %d1, %r3, %r4;"), HasSubstr("set.lt.u64.s32"));
    EXPECT_THAT(refusal_of("set.lt.u32.s32 %d1, %r3, %r4;"), HasSubstr("set.lt.u32.s32"));
    EXPECT_THAT(refusal_of("setp.lt.s32 {%p1, %p2}, %r3, %r4;"), HasSubstr("setp.lt.s32"));
    EXPECT_THAT(refusal_of("addc.cc.u16 %h1, %h2, %h3;"), HasSubstr("addc.cc.u16"));
    EXPECT_THAT(refusal_of("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%r1, %r2}, {%r1, %r2}, {%r1}, {%r1, %r2};"),
        HasSubstr("mma.sync.aligned.m16n8k8"));
    EXPECT_THAT(refusal_of("mma.sync.aligned.m8n8k16.row.row.s32.s8.s8.s32 {%r1, %r2}, {%r1}, {%r2}, {%r1, %r2};"),
        HasSubstr("mma.sync.aligned.m8n8k16"));
    EXPECT_THAT(refusal_of("ldmatrix.sync.aligned.m8n8.x1.b16 {%r1}, [%d1];"), HasSubstr("ldmatrix"));
    EXPECT_THAT(refusal_of("cvt.f32;"), HasSubstr("cvt.f32"));
    EXPECT_THAT(refusal_of("add.f32 %r1, %r2, 3;"), HasSubstr("add.f32"));
    EXPECT_EQ(refusal_of("add.f32 %r1, %r2, 0f40400000;\nret;"), "");
}

std::string sentence_of(const std::string& instruction)
{
    return "the virtual machine does not support `" + instruction + "` (kernel `k`, PTX line 10); run the kernel on a GPU";
}

TEST(Lowering, NamesUnsupportedWarpInstructions)
{
    for (const std::string instruction : { "shfl.sync.bfly.b32 %r1, %d1, 1, 31, -1", "shfl.sync.bfly.b32 %r1|%r2, %r1, 1, 31, -1",
             "shfl.sync.bfly.b32 %r1, %r1, 1, 31", "shfl.sync.b32 %r1, %r1, 1, 31, -1", "vote.sync.all.pred %r1, %p1, -1",
             "vote.sync.all.pred %p1|%p2, %p1, -1", "vote.sync.ballot.b32 %r1, %r2, -1", "match.any.b32 %r1, %r2, -1",
             "match.any.sync.b32 %r1|%p1, %r2, -1", "redux.sync.add.b32 %r1, %r2, -1", "redux.sync.min.f32 %r1, %r2, -1",
             "redux.sync.add.u32 %r1, %r2, %d1", "elect.sync %r1, -1", "elect.sync %r1|%r2, -1", "activemask.b32 %d1",
             "activemask.b32", "bar.warp.sync", "bar.warp.arrive -1", "bar.warp.sync %d1" })
        EXPECT_EQ(refusal_of(instruction + ";\nret;"), sentence_of(instruction));
}

TEST(Lowering, LongTextsAreCutInMessages)
{
    EXPECT_LT(refusal_of(std::string(100000, 'x') + ".s32 %r1;").size(), 400U);
    std::string many = "add";
    for (int i = 0; i < 1000; ++i)
        many += ".rn";
    EXPECT_LT(refusal_of(many + ".f32 %r1, %r2, %r3;").size(), 400U);
}

TEST(Lowering, NamesUnsupportedAtomics)
{
    for (const std::string instruction :
        { "atom.global.max.v2.f32 {%r1, %r2}, [%d1], {%r3, %r4}", "red.shared.add.v2.f32 [%d1], {%r3, %r4}",
            "red.global.add.v8.f32 [%d1], {%r1, %r2}", "atom.global.exch.b128 %d1, [%d2], %d3",
            "atom.global.add.u32 %r1, [%r2], %r3", "atom.global.add.s64 %d1, [%d2], %d3", "atom.global.add.u32 %d1, [%d2], %d3",
            "atom.global.cas.b32 %r1, [%d1], %r2", "atom.local.add.u32 %r1, [%r2], %r3",
            "atom.global.add.noftz.f16 %h1, [%d1], 0f3F800000", "atom.global.u32 %r1, [%d1], %r2", "atom.add.u32 %r1, %d1, %r2",
            "atom.global.add.sub.u32 %r1, [%d1], %r2", "red.global.cas.b32 [%d1], %r1, %r2",
            "red.async.add.u32 [%r1], %r2, [%r3]", "red.global.add.u32", "atom.global.add.u32 %r1, [%d1], %p1" })
        EXPECT_EQ(refusal_of(instruction + ";\nret;"), sentence_of(instruction));
}

TEST(Lowering, NamesUnsupportedBarriersAndCopies)
{
    for (const std::string instruction :
        { "bar.sync 16", "bar.sync", "bar.sync %d1", "bar.sync 0, %d1", "bar.sync 0, 32, 32", "bar.arrive 1",
            "bar.red.popc.u32 %r1", "bar.red.popc.u32 %r1, 0", "bar.red.popc.u32 %r1, 0, %r2", "bar.red.popc.pred %p1, 0, %p2",
            "bar.red.and.pred %r1, 0, %p1", "bar.popc.u32 %r1, 0, %p1", "bar.red.xor.pred %p1, 0, %p2", "barrier.cluster.sync",
            "fence.proxy.tensormap", "membar.gl %r1", "cp.async.bulk.commit_group 1", "cp.async.mbarrier.arrive.b64 [%r1]",
            "cp.async.wait_group %r1", "cp.async.ca.shared.global [%r1], [%d1], 12", "cp.async.cg.shared.global [%r1], [%d1], 8",
            "cp.async.ca.shared.global [%r1], [%r2], 8", "cp.async.ca.shared.global %r1, [%d1], 8",
            "cp.async.ca.shared.global [%r1], [%d1], %r2", "cp.async.ca.shared.global [%r1], [%d1], 8, %d2",
            "cp.async.ca.shared.global.L2::cache_hint [%r1], [%d1], 8, %d2, %d3", "cp.async.ca.global.shared",
            "prefetch.global.L1", "prefetch.global.L1 %d1", "createpolicy.fractional.L2::evict_last.b64 %r1, 1" })
        EXPECT_EQ(refusal_of(instruction + ";\nret;"), sentence_of(instruction));
}

TEST(Lowering, CountsStaticSharedMemoryWithItsAlignment)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.extern .shared .align 16 .b8 dynamic[];
.shared .align 4 .b8 unused[4096];
.visible .entry k()
{
    .reg .b32 %r<4>;
    .shared .align 1 .b8 a[3];
    .shared .align 8 .b8 b[8];
    mov.u32 %r1, dynamic;
    ret;
})");
    const Result<Program> program = Program::lower(module, module.functions.front());
    ASSERT_TRUE(program.ok());
    EXPECT_EQ(program->static_shared_bytes(), 16U);
    EXPECT_EQ(program->body().dynamic_shared_offset, 16U);
}

// Registers that a lane reads before it has written them are 0, independent of earlier contents of the register file.
TEST(Lowering, ClearsOnlyRegistersThatMayBeReadFirst)
{
    const ptx::Module module = parse_text(kernel_text(R"(
    mov.u32 %r0, %tid.x;
    setp.gt.u32 %p0, %r0, 3;
    @%p0 mov.u32 %r1, 7;
    mov.u32 %r2, 1;
    @%p0 bra BEHIND;
    mov.u32 %r3, 1;
BEHIND:
    add.u32 %r4, %r3, %r2;
    add.u32 %r4, %r4, %r1;
    ret;)"));
    const Result<Program> program = Program::lower(module, module.functions.front());
    ASSERT_TRUE(program.ok());
    EXPECT_EQ(program->body().cleared.size(), 2U) << "%r1 and %r3";
}

} // namespace

} // namespace warpstage::simt
