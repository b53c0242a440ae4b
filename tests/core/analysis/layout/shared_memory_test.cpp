// Swizzle modes and matrix descriptors, compared with the virtual machine's own, whose products agree with an H200.
#include "core/layout/expression.h"
#include "core/layout/shared_memory.h"
#include "core/simt/matrix/warpgroup.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warpstage::layout {
namespace {

std::string tma(std::string_view text, int bits, SwizzleMode mode)
{
    const auto layout = evaluate_layout(text);
    if (!layout)
        return layout.error().message;
    const auto comparison = compare_with_tma(*layout, bits, mode);
    return comparison ? sentence_of(*comparison) : comparison.error().message;
}

TEST(SharedMemory, TheSwizzlesOfTmaAreThoseOfCuTeInBytes)
{
    EXPECT_APPROVED(tma("Sw<3,3,3> o (8,64):(64,1)", 16, SwizzleMode::span_128));
    EXPECT_APPROVED(tma("Sw<3,4,3> o (8,64):(64,1)", 16, SwizzleMode::span_128));
    EXPECT_APPROVED(tma("Sw<3,4,3> o (8,128):(128,1)", 8, SwizzleMode::span_128));
    EXPECT_APPROVED(tma("Sw<2,3,3> o (16,32):(32,1)", 16, SwizzleMode::span_64));
    EXPECT_APPROVED(tma("Sw<1,3,3> o (16,16):(16,1)", 16, SwizzleMode::span_32));
    EXPECT_APPROVED(tma("Sw<3,2,3> o (32,8):(1,32)", 32, SwizzleMode::span_128));
    EXPECT_APPROVED(tma("(8,64):(64,1)", 16, SwizzleMode::none));
    EXPECT_APPROVED(tma("(8,128):(128,1)", 16, SwizzleMode::span_128));
    EXPECT_APPROVED(tma("(512,64):(64,1)", 16, SwizzleMode::span_128));
    EXPECT_APPROVED(tma("(8,4):(4,1)", 16, SwizzleMode::span_32));
    EXPECT_APPROVED(tma("(8,64):(128,2)", 16, SwizzleMode::span_128));
    EXPECT_APPROVED(tma("(8,64):(64,1)", 4, SwizzleMode::span_128));
    EXPECT_APPROVED(tma("(8,64,2):(64,1,512)", 16, SwizzleMode::span_128));
}

std::string described(std::string_view text, int bits, Major major)
{
    const auto layout = evaluate_layout(text);
    if (!layout)
        return layout.error().message;
    const auto found = descriptor_of(*layout, bits, major);
    if (!found)
        return found.error().message;
    return fmt::format("LBO {}, SBO {}, swizzle {}", found->leading, found->stride, name_of(found->mode));
}

TEST(SharedMemory, OffsetsOfDescriptors)
{
    // K-major: SBO is the distance of 8 rows; LBO is used without swizzle only, where it is the distance of 16 bytes along k.
    EXPECT_EQ(described("Sw<3,3,3> o (64,16):(64,1)", 16, Major::k), "LBO 16, SBO 1024, swizzle 128B");
    EXPECT_EQ(described("Sw<2,3,3> o (64,16):(32,1)", 16, Major::k), "LBO 16, SBO 512, swizzle 64B");
    EXPECT_EQ(described("Sw<1,3,3> o (64,16):(16,1)", 16, Major::k), "LBO 16, SBO 256, swizzle 32B");
    EXPECT_EQ(described("((8,8),(8,2)):((8,128),(1,64))", 16, Major::k), "LBO 128, SBO 256, swizzle none");
    EXPECT_EQ(described("((8,8),(8,2)):((8,64),(1,512))", 16, Major::k), "LBO 1024, SBO 128, swizzle none");
    EXPECT_EQ(described("Sw<3,4,3> o (64,32):(128,1)", 8, Major::k), "LBO 16, SBO 1024, swizzle 128B");
    EXPECT_EQ(described("Sw<3,2,3> o (64,8):(32,1)", 32, Major::k), "LBO 16, SBO 1024, swizzle 128B");
    // MN-major: LBO is the distance of spans along m or n, SBO that of 8 columns of k; without swizzle the other way around.
    EXPECT_EQ(described("Sw<3,3,3> o (64,16):(1,64)", 16, Major::mn), "LBO 0, SBO 1024, swizzle 128B");
    EXPECT_EQ(described("Sw<3,3,3> o ((64,2),(8,2)):((1,1024),(64,512))", 16, Major::mn), "LBO 2048, SBO 1024, swizzle 128B");
    EXPECT_EQ(described("Sw<2,3,3> o ((32,4),(8,2)):((1,256),(32,1024))", 16, Major::mn), "LBO 512, SBO 2048, swizzle 64B");
    EXPECT_EQ(described("((8,8),(8,2)):((1,64),(8,512))", 16, Major::mn), "LBO 1024, SBO 128, swizzle none");
}

TEST(SharedMemory, LayoutsWithoutADescriptorAreRefused)
{
    EXPECT_APPROVED(described("Sw<3,4,3> o (64,16):(64,1)", 16, Major::k));
    EXPECT_APPROVED(described("(64,16):(64,1)", 16, Major::k));
    EXPECT_APPROVED(described("(64,16):(1,64)", 16, Major::k));
    EXPECT_APPROVED(described("Sw<3,3,3> o (64,32):(64,1)", 16, Major::k));
    EXPECT_APPROVED(described("Sw<3,3,3> o (60,16):(64,1)", 16, Major::k));
    EXPECT_APPROVED(described("Sw<3,3,3> o (64,16):(64,1)", 16, Major::mn));
    EXPECT_APPROVED(described("Sw<3,3,3> o (32,16):(1,32)", 16, Major::mn));
    EXPECT_APPROVED(described("(64,8):(8,1)", 64, Major::k));
}

TEST(SharedMemory, AddressesOfDescriptorsAreThoseOfTheLayoutAndOfTheVirtualMachine)
{
    struct Case {
        const char* layout;
        int bits;
        Major major;
    };
    for (const auto& [text, bits, major] :
        { Case { "Sw<3,3,3> o (64,16):(64,1)", 16, Major::k }, Case { "Sw<2,3,3> o (64,16):(32,1)", 16, Major::k },
            Case { "Sw<1,3,3> o (64,16):(16,1)", 16, Major::k }, Case { "((8,8),(8,2)):((8,128),(1,64))", 16, Major::k },
            Case { "((8,8),(8,2)):((8,64),(1,512))", 16, Major::k }, Case { "Sw<3,4,3> o (128,32):(128,1)", 8, Major::k },
            Case { "Sw<3,2,3> o (64,8):(32,1)", 32, Major::k }, Case { "Sw<3,3,3> o (64,16):(1,64)", 16, Major::mn },
            Case { "Sw<3,3,3> o ((64,2),(8,2)):((1,1024),(64,512))", 16, Major::mn },
            Case { "Sw<2,3,3> o ((32,4),(8,2)):((1,256),(32,1024))", 16, Major::mn },
            Case { "Sw<1,3,3> o ((16,4),(8,2)):((1,128),(16,512))", 16, Major::mn },
            Case { "((8,8),(8,2)):((1,64),(8,512))", 16, Major::mn } }) {
        const auto layout = evaluate_layout(text);
        ASSERT_TRUE(layout) << text;
        const auto descriptor = descriptor_of(*layout, bits, major);
        ASSERT_TRUE(descriptor) << text << ": " << descriptor.error().message;
        const auto encoded = encode_descriptor(*descriptor);
        ASSERT_TRUE(encoded) << text;
        EXPECT_EQ(decode_descriptor(*encoded), *descriptor) << text;
        const auto machine = simt::MatrixDescriptor::of(*encoded);
        const std::int64_t sides = size(layout->layout.mode(0));
        const std::int64_t step = 128 / bits; // elements of 16 bytes, of which the virtual machine gives the address
        for (std::int64_t i = 0; i < size(layout->layout); ++i) {
            const std::int64_t side = i % sides;
            const std::int64_t k = i / sides;
            const std::int64_t byte = (*layout)(i)*bits / 8;
            ASSERT_EQ(address_of(*descriptor, major, bits, side, k), byte) << text << " " << side << "," << k;
            if ((major == Major::k ? k : side) % step != 0)
                continue;
            const auto address = machine.address(static_cast<std::uint32_t>(side), static_cast<std::uint32_t>(k),
                static_cast<std::uint32_t>(bits), major == Major::k);
            ASSERT_EQ(address, byte) << text << " " << side << "," << k;
        }
    }
}

TEST(SharedMemory, DescriptorsThatCannotBeEncodedAreRefused)
{
    const auto refusal = [](const Descriptor& descriptor) {
        const auto bits = encode_descriptor(descriptor);
        return bits ? "(no refusal)" : bits.error().message;
    };
    EXPECT_APPROVED(refusal({ .start = 8 }));
    EXPECT_APPROVED(refusal({ .stride = 1 << 18 }));
    EXPECT_APPROVED(refusal({ .base_offset = 8 }));
    EXPECT_EQ(
        decode_descriptor(0x4000004000010000), (Descriptor { .leading = 16, .stride = 1024, .mode = SwizzleMode::span_128 }));
}

} // namespace
} // namespace warpstage::layout
