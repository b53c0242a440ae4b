// The rounding errors of lessons, compared with the same results in double on the host.
#include "core/analysis/recording/rounding_errors.h"
#include "core/session/session.h"
#include "tests/approved.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using analysis::RoundingErrors;

analysis::RoundingRequest rounding_of(const std::string& lesson_id, const std::string& variant, const std::string& n)
{
    const auto catalog = lesson::shipped_lessons();
    const auto lesson = *catalog->find(lesson_id);
    auto settings = lesson->initial_settings();
    EXPECT_TRUE(settings.set(lesson->problem->parameters(), "n", n));
    auto plan = lesson->problem->plan(*lesson->find_variant(variant), settings);
    EXPECT_TRUE(plan);
    return { std::make_shared<const engine::VmPrograms>(lesson), std::make_shared<const problem::Plan>(std::move(*plan)) };
}

TEST(RoundingErrors, SmallWholeNumbersAreExact)
{
    std::size_t grown = 0;
    const RoundingErrors errors =
        analysis::find_rounding_errors(rounding_of("matmul", "smem1", "64"), {}, [&](const RoundingErrors&) { ++grown; });
    EXPECT_EQ(errors.refusal, "");
    EXPECT_FALSE(errors.running);
    EXPECT_EQ(errors.blocks_seen, errors.grid.count());
    EXPECT_EQ(grown, errors.grid.count() - 1);
    EXPECT_EQ(errors.elements, 64U * 64U);
    EXPECT_EQ(errors.exact, errors.elements) << "the elements of the factors are whole numbers";
    EXPECT_EQ(errors.correctly_rounded, errors.elements);
    EXPECT_EQ(errors.unresolved, 0U);
    EXPECT_TRUE(errors.lines.empty());
}

TEST(RoundingErrors, OfBodiesComeFromTheLinesOfTheKernel)
{
    const RoundingErrors errors = analysis::find_rounding_errors(rounding_of("nbody", "several", "256"));
    EXPECT_EQ(errors.refusal, "");
    EXPECT_GE(errors.buffers.size(), 4U) << "positions and velocities";
    EXPECT_GE(errors.elements, 4U * 256U);
    EXPECT_EQ(errors.not_finite, 0U);
    EXPECT_GE(errors.correctly_rounded, errors.exact);
    EXPECT_LT(errors.correctly_rounded, errors.elements);
    EXPECT_LE(errors.median_ulp, errors.worst.ulp);
    std::uint64_t elements = 0;
    for (const std::uint64_t bin : errors.bins)
        elements += bin;
    EXPECT_EQ(elements, errors.elements);
    ASSERT_FALSE(errors.lines.empty());
    EXPECT_NE(errors.lines.front().rounding.line, 0U);
    double explained = 0.0;
    for (const analysis::LineErrors& line : errors.lines)
        explained += line.worst_ulp;
    EXPECT_NEAR(std::abs(explained), errors.worst.ulp, 1e-2 * errors.worst.ulp);
}

TEST(RoundingErrors, OfIntegersDoNotExist)
{
    const RoundingErrors errors = analysis::find_rounding_errors(rounding_of("reduction", "reduce3", "4096"));
    EXPECT_APPROVED(errors.refusal);
    EXPECT_TRUE(errors.lines.empty());
}

TEST(RoundingErrors, AreComputedByTheSessionOnRequest)
{
    SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = "matmul";
    options.variant = "smem1";
    options.parameters = { { "n", "64" } };
    auto created = Session::create(lesson::shipped_lessons(), options);
    ASSERT_TRUE(created);
    auto& session = **created;
    auto now = std::chrono::steady_clock::time_point { std::chrono::hours(1) };
    const auto settle = [&] {
        for (int i = 0; i < 4; ++i) {
            now += std::chrono::milliseconds(1);
            session.tick(now);
            session.settle();
        }
        session.tick(now);
    };
    settle();
    EXPECT_EQ(session.snapshot()->counters->rounding, nullptr) << "not requested";
    session.submit(FindRounding {});
    settle();
    ASSERT_NE(session.snapshot()->counters->rounding, nullptr);
    EXPECT_FALSE(session.snapshot()->counters->rounding->running);
    EXPECT_EQ(session.snapshot()->counters->rounding->elements, 64U * 64U);
}

} // namespace
} // namespace warpstage::session
