#include "core/arch/architecture.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace warpstage::arch {
namespace {

std::string name_of(const std::string& text)
{
    const auto architecture = parse_architecture(text);
    return architecture ? architecture->name() : "refused: " + architecture.error().message;
}

std::string refusal_of(const std::string& text)
{
    const auto architecture = parse_architecture(text);
    return architecture ? "taken as " + architecture->name() : architecture.error().message;
}

TEST(Architecture, ACapabilityHasManySpellings)
{
    for (const auto* text : { "1.3", "CC 1.3", "cc1.3", " Cc 1.3 ", "sm_13", "SM13", "compute_13" })
        EXPECT_EQ(name_of(text), "CC 1.3") << text;
    for (const auto* text : { "9.0", "sm_90", "sm_90a", "compute_90" })
        EXPECT_EQ(name_of(text), "CC 9.0") << text;
    EXPECT_EQ(name_of("sm_121"), "CC 12.1");
    EXPECT_EQ(name_of("sm_103f"), "CC 10.3");
}

TEST(Architecture, AnOptionFollowsAColon)
{
    EXPECT_EQ(name_of("3.5"), "CC 3.5");
    EXPECT_EQ(name_of("3.5:4byte"), "CC 3.5");
    EXPECT_EQ(name_of("3.5:8byte"), "CC 3.5, 8-byte banks");
    EXPECT_EQ(name_of("CC 3.5 : 8-Byte"), "CC 3.5, 8-byte banks");
    EXPECT_EQ(name_of("2.0"), "CC 2.0");
    EXPECT_EQ(name_of("2.0:l1"), "CC 2.0");
    EXPECT_EQ(name_of("2.1:L2"), "CC 2.1, L2 loads");
    EXPECT_EQ(name_of("K40c:8byte"), "Tesla K40c (CC 3.5, 8-byte banks)");
    EXPECT_EQ(parse_architecture("3.5:8byte")->traits->bank_bytes, 8U);
    EXPECT_EQ(parse_architecture("3.5")->traits->bank_bytes, 4U);
    EXPECT_EQ(parse_architecture("2.0")->traits->load_bytes, 128U);
    EXPECT_EQ(parse_architecture("2.0:l2")->traits->load_bytes, 32U);
}

TEST(Architecture, EveryNameAndIdIsParsed)
{
    for (const Traits& traits : all_traits()) {
        for (const std::string& text : { std::string { traits.name }, traits.id() }) {
            const auto architecture = parse_architecture(text);
            ASSERT_TRUE(architecture.ok()) << text;
            EXPECT_EQ(architecture->traits, &traits) << text;
            EXPECT_EQ(architecture->gpu, nullptr) << text;
        }
    }
    for (const Gpu& gpu : all_gpus()) {
        const auto architecture = parse_architecture(gpu.name);
        ASSERT_TRUE(architecture.ok()) << gpu.name;
        EXPECT_EQ(architecture->gpu, &gpu);
        EXPECT_EQ(architecture->traits, &traits_of(gpu.capability)) << gpu.name;
    }
}

TEST(Architecture, AGpuHasManySpellings)
{
    for (const auto* text : { "GTX280", "gtx 280", "GeForce GTX 280", "NVIDIA GeForce GTX 280", "geforce-gtx-280" })
        EXPECT_EQ(name_of(text), "GeForce GTX 280 (CC 1.3)") << text;
    for (const auto* text : { "8800GTX", "GeForce 8800 GTX" })
        EXPECT_EQ(name_of(text), "GeForce 8800 GTX (CC 1.0)") << text;
    for (const auto* text : { "H200", "NVIDIA H200" })
        EXPECT_EQ(name_of(text), "H200 (CC 9.0)") << text;
    EXPECT_EQ(name_of("Tesla V100-SXM2-16GB"), "Tesla V100 (CC 7.0)");
    EXPECT_EQ(name_of("NVIDIA A100-SXM4-40GB"), "A100 (CC 8.0)");
    EXPECT_EQ(name_of("NVIDIA H100 80GB HBM3"), "H100 (CC 9.0)");
    EXPECT_EQ(name_of("NVIDIA GeForce RTX 4090"), "GeForce RTX 4090 (CC 8.9)");
}

TEST(Architecture, AnotherModelOfTheSameSeriesIsRefused)
{
    for (const auto* text : { "H100 NVL", "RTX 3090 Ti", "GTX 280M", "GTX 980 Ti", "T400", "GTX" })
        EXPECT_EQ(find_gpu(text), nullptr) << text;
}

TEST(Architecture, AnUnknownNameIsRefusedWithASuggestionAndTheList)
{
    EXPECT_APPROVED(refusal_of("3.6"));
    EXPECT_THAT(refusal_of("GTX285"), testing::StartsWith("Unknown architecture `GTX285`. Did you mean `GeForce GTX 280`?"));
    EXPECT_THAT(refusal_of("pentium"), testing::StartsWith("Unknown architecture `pentium`. Use one of the"));
    for (const auto* text : { "", "9", "cc", "sm_", "sm_9", "9.", ".0", "-1.3.", "99999999999.0", "9.0.1", "1e1.0", "\xff", ":" })
        EXPECT_THAT(refusal_of(text), testing::StartsWith("Unknown architecture `")) << text;
}

TEST(Architecture, AnUnsupportedOptionIsRefused)
{
    EXPECT_APPROVED(refusal_of("9.0:8byte"));
    EXPECT_APPROVED(refusal_of("3.5:16byte"));
    EXPECT_APPROVED(refusal_of("3.5:l1"));
    EXPECT_APPROVED(refusal_of("2.0:"));
    EXPECT_APPROVED(refusal_of("C2050:l3"));
}

TEST(Gpus, HaveASupportedCapabilityAndASource)
{
    ASSERT_EQ(all_gpus().size(), 18U);
    std::set<std::string_view> names;
    for (const Gpu& gpu : all_gpus()) {
        EXPECT_TRUE(names.insert(gpu.name).second) << gpu.name;
        EXPECT_EQ(traits_of(gpu.capability).capability, gpu.capability) << gpu.name;
        EXPECT_GT(gpu.multiprocessors, 0U) << gpu.name;
        EXPECT_GT(gpu.memory_gigabytes_per_second, 0.0) << gpu.name;
        EXPECT_GT(gpu.memory_gigabytes, 0.0) << gpu.name;
        EXPECT_NE(gpu.source.find("NVIDIA"), std::string_view::npos) << gpu.name;
        EXPECT_EQ(find_gpu(gpu.name), &gpu) << gpu.name;
    }
}

} // namespace
} // namespace warpstage::arch
