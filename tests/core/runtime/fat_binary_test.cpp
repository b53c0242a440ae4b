#include "core/runtime/program/fat_binary.h"
#include "tests/approved.h"
#include "tests/core/runtime/fat_binary_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::runtime {

namespace {

using testing::HasSubstr;

std::string best_of(const std::vector<std::byte>& container, std::uint32_t architecture)
{
    const auto entries = fat_binary_entries(container);
    if (!entries)
        return entries.error().message;
    const auto text = best_ptx(*entries, architecture);
    return text ? *text : text.error().message;
}

TEST(FatBinary, ReadsEveryCompression)
{
    const std::string text = program_ptx();
    for (const Packing packing : { Packing::none, Packing::lz4, Packing::zstd }) {
        const auto container = make_fat_binary({ { .text = text, .packing = packing } });
        EXPECT_EQ(fat_binary_bytes(container.data()).value(), container.size());
        // The padding with zeros and the last line break are not part of a comparison.
        EXPECT_EQ(best_of(container, 90), text);
    }
}

TEST(FatBinary, ChoosesTheHighestArchitectureThatTheDeviceCanRun)
{
    const auto container = make_fat_binary(
        { { .kind = 2, .architecture = 80, .text = "machine code" }, { .architecture = 75, .text = "seventy-five" },
            { .architecture = 80, .text = "eighty" }, { .architecture = 90, .text = "ninety" } });
    EXPECT_EQ(best_of(container, 75), "seventy-five");
    EXPECT_EQ(best_of(container, 86), "eighty");
    EXPECT_EQ(best_of(container, 90), "ninety");
    EXPECT_APPROVED(best_of(container, 70));
    EXPECT_THAT(best_of(container, 70), HasSubstr("`nvcc -arch=compute_75`")) << "nvcc 13 has no compute_70";
    EXPECT_THAT(best_of(make_fat_binary({ { .kind = 2, .architecture = 80, .text = "x" } }), 90), HasSubstr("only sm_80"));
}

std::string ptx_for(const std::string& target)
{
    return ".version 8.8\n.target sm_" + target + ", debug\n.address_size 64";
}

TEST(FatBinary, PrefersTheFeaturesOfTheDevice)
{
    const auto container = make_fat_binary({ { .architecture = 90, .text = ptx_for("90") },
        { .architecture = 90, .text = ptx_for("90a"), .packing = Packing::zstd }, { .architecture = 80, .text = ptx_for("80") },
        { .architecture = 100, .text = ptx_for("100a") }, { .architecture = 100, .text = ptx_for("100f") },
        { .architecture = 100, .text = ptx_for("100") }, { .architecture = 103, .text = ptx_for("103a") },
        { .architecture = 120, .text = ptx_for("120f"), .packing = Packing::lz4 } });
    EXPECT_EQ(best_of(container, 89), ptx_for("80"));
    EXPECT_EQ(best_of(container, 90), ptx_for("90a"));
    EXPECT_EQ(best_of(container, 100), ptx_for("100a"));
    EXPECT_EQ(best_of(container, 103), ptx_for("103a"));
    EXPECT_EQ(best_of(container, 107), ptx_for("100f"));
    EXPECT_EQ(best_of(container, 110), ptx_for("100"));
    EXPECT_EQ(best_of(container, 120), ptx_for("120f"));
    EXPECT_EQ(best_of(container, 121), ptx_for("120f"));
}

TEST(FatBinary, NamesThePtxForOtherDevices)
{
    const auto container =
        make_fat_binary({ { .architecture = 90, .text = ptx_for("90a") }, { .architecture = 100, .text = ptx_for("100f") } });
    EXPECT_APPROVED(best_of(container, 120));
    EXPECT_APPROVED(best_of(container, 80));
}

TEST(FatBinary, RefusesDamagedContainers)
{
    auto container = make_fat_binary({ { .text = program_ptx(), .packing = Packing::zstd } });
    auto wrong = container;
    wrong[0] = std::byte { 0 };
    EXPECT_THAT(best_of(wrong, 90), HasSubstr("magic number"));
    wrong = container;
    wrong[16 + 64 + 20] ^= std::byte { 0xff };
    wrong[16 + 64] ^= std::byte { 0xff };
    EXPECT_THAT(best_of(wrong, 90), HasSubstr("zstd"));
    wrong = container;
    wrong[16 + 8 + 3] = std::byte { 0x7f };
    EXPECT_APPROVED(best_of(wrong, 90));
    wrong = container;
    wrong[16 + 56 + 7] = std::byte { 0x7f };
    EXPECT_APPROVED(best_of(wrong, 90));
    EXPECT_THAT(best_of({ container.begin(), container.begin() + 8 }, 90), HasSubstr("damaged"));
}

} // namespace

} // namespace warpstage::runtime
