#include "core/problem/buffers/bytes.h"
#include "core/problem/transfers/transfers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warpstage::problem {
namespace {

Variant variant_of(const std::string& memory, const std::string& order, const std::string& streams = "one")
{
    Variant variant;
    variant.id = "test";
    variant.settings = { { "kernel", "work" }, { "memory", memory }, { "order", order }, { "streams", streams } };
    return variant;
}

Settings settings_of(const Transfers& transfers, const std::vector<std::pair<std::string, std::string>>& values)
{
    auto settings = Settings::initial(transfers.parameters());
    for (const auto& [id, value] : values)
        EXPECT_TRUE(settings.set(transfers.parameters(), id, value));
    return settings;
}

// Runs the step as the kernel and the copies would.
std::vector<std::vector<std::byte>> run(const Plan& plan)
{
    std::vector<std::vector<std::byte>> contents;
    for (const auto& buffer : plan.buffers) {
        contents.emplace_back(buffer.bytes);
        std::copy(buffer.initial.begin(), buffer.initial.end(), contents.back().begin());
    }
    for (const auto& work : plan.step) {
        if (const auto* transfer = std::get_if<Transfer>(&work)) {
            std::copy_n(contents[transfer->from].begin() + static_cast<std::ptrdiff_t>(transfer->offset), transfer->bytes,
                contents[transfer->to].begin() + static_cast<std::ptrdiff_t>(transfer->offset));
            continue;
        }
        const auto& launch = std::get<KernelLaunch>(work);
        const auto in =
            as_numbers<float>(std::span<std::byte> { contents[std::get<BufferArgument>(launch.arguments[0]).buffer] });
        const auto out =
            as_numbers<float>(std::span<std::byte> { contents[std::get<BufferArgument>(launch.arguments[1]).buffer] });
        const auto first = static_cast<std::size_t>(std::get<std::int32_t>(launch.arguments[2]));
        const auto count = static_cast<std::size_t>(std::get<std::int32_t>(launch.arguments[3]));
        EXPECT_GE(launch.grid.count() * launch.block.count(), count);
        for (std::size_t i = first; i < first + count; ++i) {
            out[i] = in[i];
            for (std::int32_t round = 0; round < std::get<std::int32_t>(launch.arguments[4]); ++round)
                out[i] = 1.0F - out[i];
        }
    }
    return contents;
}

TEST(TransfersProblem, EveryOrderBringsBackEveryElement)
{
    const Transfers transfers;
    for (const auto* const order : { "whole", "small", "depth", "breadth" }) {
        for (const auto* const rounds : { "4", "7" }) {
            const auto settings =
                settings_of(transfers, { { "n", "1001" }, { "pieces", "7" }, { "copies", "9" }, { "rounds", rounds } });
            const auto plan = transfers.plan(variant_of("pinned", order, "several"), settings);
            ASSERT_TRUE(plan) << plan.error().message;
            const auto outcome = transfers.check(*plan, settings, run(*plan));
            EXPECT_TRUE(outcome.passed) << order << ": " << outcome.sentence;
            EXPECT_EQ(outcome.sentence, "all 1001 elements are correct");
        }
    }
}

TEST(TransfersProblem, AMissingPieceIsDetected)
{
    const Transfers transfers;
    const auto settings = settings_of(transfers, { { "n", "1000" }, { "pieces", "10" } });
    auto plan = transfers.plan(variant_of("pinned", "depth"), settings);
    ASSERT_TRUE(plan);
    auto contents = run(*plan);
    std::fill_n(contents.back().begin() + 400, 400, std::byte {});
    const auto outcome = transfers.check(*plan, settings, contents);
    EXPECT_FALSE(outcome.passed);
    const auto expected =
        as_numbers<float>(std::span<const std::byte> { plan->buffers[0].initial })[100]; // an even number of rounds
    EXPECT_EQ(outcome.sentence,
        "100 of 1000 elements are wrong; the first is element 100: 0 instead of " + fmt::format("{}", expected));
    ASSERT_TRUE(outcome.first);
    EXPECT_EQ(outcome.first->index, 100U);
    EXPECT_EQ(outcome.first->count, 100U);
}

TEST(TransfersProblem, PiecesAreDealtOutAmongTheStreams)
{
    const Transfers transfers;
    const auto settings = settings_of(transfers, { { "n", "64" }, { "pieces", "5" }, { "streams", "3" } });
    const auto plan = transfers.plan(variant_of("pinned", "breadth", "several"), settings);
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->step.size(), 15U);
    std::vector<std::uint32_t> streams;
    for (std::size_t i = 0; i < 5; ++i)
        streams.push_back(std::get<Transfer>(plan->step[i]).stream);
    EXPECT_EQ(streams, (std::vector<std::uint32_t> { 0, 1, 2, 0, 1 }));
    EXPECT_EQ(plan->recorded_work, 5U);
    EXPECT_EQ(std::get<KernelLaunch>(plan->step[9]).stream, 1U);
}

TEST(TransfersProblem, TheVariantSelectsTheMemory)
{
    const Transfers transfers;
    const auto settings = settings_of(transfers, { { "n", "64" } });
    const auto pinned = transfers.plan(variant_of("pinned", "whole"), settings);
    const auto pageable = transfers.plan(variant_of("pageable", "whole"), settings);
    ASSERT_TRUE(pinned && pageable);
    EXPECT_EQ(pinned->buffers.front().place, Place::pinned_host);
    EXPECT_EQ(pageable->buffers.back().place, Place::pageable_host);
    EXPECT_EQ(pageable->buffers[1].place, Place::device);
    EXPECT_EQ(pinned->step.size(), 3U);
    EXPECT_EQ(pinned->work_per_step, 512.0);
}

TEST(TransfersProblem, FewerElementsThanPiecesMakeFewerPieces)
{
    const Transfers transfers;
    const auto settings = settings_of(transfers, { { "n", "3" }, { "pieces", "8" } });
    const auto plan = transfers.plan(variant_of("pinned", "depth"), settings);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->step.size(), 9U);
}

TEST(TransfersProblem, WrongSettingsAreSentences)
{
    const Transfers transfers;
    auto variant = variant_of("paged", "whole");
    const auto accepted = transfers.accepts(variant);
    ASSERT_FALSE(accepted);
    EXPECT_NE(accepted.error().message.find("pageable"), std::string::npos) << accepted.error().message;
}

} // namespace
} // namespace warpstage::problem
