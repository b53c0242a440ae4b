// Matrix descriptors of wgmma, and errors. Products are tested with kernels (tests/kernels/tensor).
#include "core/simt/matrix/warpgroup.h"
#include "launch.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::simt {

namespace {

// PTX ISA, "Matrix descriptor format": address 0x1000, leading 256 and stride 1024 bytes.
constexpr std::uint64_t kDescriptor = 0x100 | 16ULL << 16U | 64ULL << 32U;
constexpr std::uint64_t kRowsOf128 = 1ULL << 62U;
constexpr std::uint64_t kRowsOf64 = 2ULL << 62U;

TEST(MatrixDescriptor, HasItsFields)
{
    const MatrixDescriptor descriptor = MatrixDescriptor::of(kDescriptor | 3ULL << 49U | kRowsOf64);
    EXPECT_EQ(descriptor.start, 0x1000U);
    EXPECT_EQ(descriptor.leading, 256U);
    EXPECT_EQ(descriptor.stride, 1024U);
    EXPECT_EQ(descriptor.base_offset, 3U);
    EXPECT_EQ(descriptor.row_bytes, 64U);
    EXPECT_EQ(MatrixDescriptor::of(kDescriptor).row_bytes, 16U);
    EXPECT_EQ(MatrixDescriptor::of(3ULL << 62U).row_bytes, 32U);
}

// Core matrices of eight rows of 16 bytes.
TEST(MatrixDescriptor, WithoutSwizzleNamesCoreMatrices)
{
    const MatrixDescriptor descriptor = MatrixDescriptor::of(kDescriptor);
    EXPECT_EQ(descriptor.address(0, 0, 16, true), 0x1000U);
    EXPECT_EQ(descriptor.address(7, 0, 16, true), 0x1000U + 7 * 16);
    EXPECT_EQ(descriptor.address(8, 0, 16, true), 0x1000U + 1024);
    EXPECT_EQ(descriptor.address(0, 8, 16, true), 0x1000U + 256);
    EXPECT_EQ(descriptor.address(8, 0, 16, false), 0x1000U + 1024) << "the stride is along the side";
    EXPECT_EQ(descriptor.address(0, 8, 16, false), 0x1000U + 256);
}

TEST(MatrixDescriptor, WithSwizzleExchangesChunks)
{
    const MatrixDescriptor descriptor = MatrixDescriptor::of(kDescriptor | kRowsOf128);
    EXPECT_EQ(descriptor.address(0, 8, 16, true), 0x1000U + 16);
    EXPECT_EQ(descriptor.address(1, 0, 16, true), 0x1000U + 128 + 16);
    EXPECT_EQ(descriptor.address(3, 8, 16, true), 0x1000U + 3 * 128 + (1 ^ 3) * 16);
    EXPECT_EQ(descriptor.address(9, 0, 16, true), 0x1000U + 1024 + 128 + 16);
    EXPECT_EQ(descriptor.address(64, 0, 16, false), 0x1000U + 256 + 2 * 16) << "256 bytes further is line 2";
}

std::string wgmma_module(const std::string& instruction)
{
    return fmt::format(".version 8.4\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 descriptor)\n{{\n"
                       ".reg .f32 %f<4>;\n.reg .b64 %d<2>;\n.reg .pred %p;\n.shared .align 1024 .b8 tile[2048];\n"
                       "ld.param.u64 %d0, [descriptor];\nsetp.eq.u64 %p, %d0, 0;\n{}\nret;\n}}\n",
        instruction);
}

constexpr const char* kProduct =
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d0, %p, 1, 1, 0, 0;";

std::string fault_with(std::uint64_t descriptor)
{
    const ptx::Module module = parse_text(wgmma_module(kProduct));
    return fault_of(launch_plain(module, "k", { .block = { 128 } }, Parameters().add(descriptor)));
}

TEST(Warpgroup, ReadsSharedMemoryOnly)
{
    EXPECT_EQ(fault_with(8ULL << 16U | 8ULL << 32U), "no trap");
    EXPECT_APPROVED(fault_with(128 | 8ULL << 16U | 8ULL << 32U));
    EXPECT_APPROVED(fault_with(1ULL << 49U));
}

TEST(Warpgroup, RefusesWhatItDoesNotExecute)
{
    const auto refusal = [](const std::string& instruction) {
        return lowering_refusal(parse_text(wgmma_module(instruction)), "k");
    };
    EXPECT_APPROVED(
        refusal("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d0, 0, 0, %p, 1, 1, 0, 0;"));
    EXPECT_APPROVED(
        refusal("wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d0, %p, 1, 1, 0, 0;"));
    EXPECT_APPROVED(refusal("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2}, %d0, %d0, %p, 1, 1, 0, 0;"));
    EXPECT_APPROVED(refusal("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d0, %p, 2, 1, 0, 0;"));
}

} // namespace

} // namespace warpstage::simt
