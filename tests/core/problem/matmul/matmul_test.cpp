#include "core/problem/buffers/bytes.h"
#include "core/problem/matmul/matmul.h"
#include "core/problem/matmul/matmul_host.h"
#include "tests/approved.h"
#include "tests/core/problem/support.h"
#include "tests/parameter_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace warpstage::problem {
namespace {

const Variant kHost { "v", "v", "", { { "kind", "host" } } };
const Variant kTwo { "v", "v", "", { { "kind", "tile" }, { "kernel", "multiply" }, { "results", "2" } } };
const Variant kRegisters { "v", "v", "", { { "kind", "registers" }, { "kernel", "multiply" } } };

TEST(MatmulHost, ProductByHand)
{
    const std::vector<float> a { 1, 2, 3, 4 };
    const std::vector<float> b { 5, 6, 7, 8 };
    std::vector<float> c(4);
    multiply_on_host(a, b, c, 2, {});
    EXPECT_THAT(c, testing::ElementsAre(19.0F, 22.0F, 43.0F, 50.0F));
}

// The lecture's loops read the rows of b transposed.
TEST(MatmulHost, TheLoopsAsPrintedComputeTheSame)
{
    const std::vector<float> a { 1, 2, 3, 4 };
    const std::vector<float> bt { 5, 7, 6, 8 };
    std::vector<float> c(4);
    multiply_as_printed(a, bt, c, 2, {});
    EXPECT_THAT(c, testing::ElementsAre(19.0F, 22.0F, 43.0F, 50.0F));

    const Variant printed { "v", "v", "", { { "kind", "host" }, { "loops", "printed" } } };
    const Matmul matmul;
    const auto settings = settings_with(matmul, { { "n", "5" }, { "type", "double" }, { "input", "random" } });
    const auto plan = matmul.plan(printed, settings);
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    auto contents = initial_contents(*plan);
    run_host_work(std::get<HostWork>(plan->step[0]), contents);
    EXPECT_TRUE(matmul.check(*plan, settings, contents).passed);
}

TEST(MatmulHost, StoppedItReturns)
{
    const std::vector<double> a { 1, 2, 3, 4 };
    std::vector<double> c(4, -1.0);
    std::stop_source stop;
    stop.request_stop();
    multiply_on_host(a, a, c, 2, stop.get_token());
    EXPECT_THAT(c, testing::Each(-1.0));
}

TEST(MatmulFactors, AreThoseOfTheLecture)
{
    const auto factors = make_factors({ "double", "lecture", 4, 1 });
    const auto a = as_numbers<double>(std::span<const std::byte> { factors.a });
    const auto b = as_numbers<double>(std::span<const std::byte> { factors.b });
    EXPECT_EQ(a[1 * 4 + 3], 7.0); // 2 j + i
    EXPECT_EQ(b[3 * 4 + 1], -2.0); // j - i
    std::vector<double> c(16);
    multiply_on_host(a, b, c, 4, {});
    EXPECT_THAT(c, testing::Each(testing::AllOf(testing::Ge(factors.lowest), testing::Le(factors.highest))));
    EXPECT_THAT(c, testing::Contains(factors.lowest));
    EXPECT_THAT(c, testing::Contains(factors.highest));
}

TEST(MatmulPlan, HasAllLaunches)
{
    const Matmul matmul;
    const auto settings = settings_with(matmul, { { "n", "130" }, { "type", "double" } });
    const auto two = matmul.plan(kTwo, settings);
    ASSERT_TRUE(two.ok());
    const auto& tile = std::get<KernelLaunch>(two->step.front());
    EXPECT_EQ(tile.kernel, "multiply<double>");
    EXPECT_EQ(tile.grid, (Dim3 { 5, 5, 1 }));
    EXPECT_EQ(tile.block, (Dim3 { 32, 16, 1 }));
    const auto registers = matmul.plan(kRegisters, settings);
    const auto& launch = std::get<KernelLaunch>(registers->step.front());
    EXPECT_EQ(launch.grid, (Dim3 { 2, 2, 1 }));
    EXPECT_EQ(launch.block, (Dim3 { 256, 1, 1 }));
    EXPECT_EQ(launch.kernel, "multiply<double, false, 4>");
    EXPECT_EQ(std::get<std::int32_t>(launch.arguments[3]), 130);
    EXPECT_EQ(std::get<std::int32_t>(launch.arguments[4]), 8);
    EXPECT_EQ(registers->buffers[2].bytes, 130U * 130U * 8U);
    EXPECT_DOUBLE_EQ(registers->work_per_step, 2.0 * 130.0 * 130.0 * 130.0);
    EXPECT_EQ(registers->work_unit, "FLOP/s");
    EXPECT_EQ(std::get<MatrixScene>(registers->scene).element, MatrixScene::Element::float64);
    EXPECT_THAT(matmul.kernels(kTwo), testing::ElementsAre("multiply<float>", "multiply<double>"));
    EXPECT_TRUE(matmul.kernels(kHost).empty());
}

TEST(MatmulPlan, DepthIsInBytesAndSuitsTheType)
{
    const Matmul matmul;
    EXPECT_THAT(matmul.kernels(kRegisters),
        testing::ElementsAre("multiply<float, false, 8>", "multiply<float, true, 8>", "multiply<float, false, 16>",
            "multiply<float, true, 16>", "multiply<double, false, 4>", "multiply<double, true, 4>", "multiply<double, false, 8>",
            "multiply<double, true, 8>"));
    const auto deep = matmul.plan(kRegisters, settings_with(matmul, { { "n", "256" }, { "depth", "64" }, { "band", "2" } }));
    ASSERT_TRUE(deep.ok());
    const auto& launch = std::get<KernelLaunch>(deep->step.front());
    EXPECT_EQ(launch.kernel, "multiply<float, true, 16>");
    EXPECT_EQ(std::get<std::int32_t>(launch.arguments[4]), 2);
    const auto suited = [&](const char* type, std::uint32_t multiprocessors) {
        return matmul.suited_to(kRegisters, settings_with(matmul, { { "type", type } }), multiprocessors);
    };
    EXPECT_EQ(suited("double", 132).at("depth"), "64");
    EXPECT_EQ(suited("float", 132).at("depth"), "32");
    EXPECT_TRUE(suited("double", 0).empty()); // a device without multiprocessors
}

TEST(Matmul, InvalidVariantsAreRejected)
{
    const Matmul matmul;
    const auto message = [&](Variant variant) {
        return matmul.accepts(variant).error().message;
    };
    EXPECT_APPROVED(message({ "v", "v", "", {} }));
    EXPECT_APPROVED(message({ "v", "v", "", { { "kind", "tile" }, { "kernel", "k" } } }));
    auto settings = Settings::initial(matmul.parameters());
    EXPECT_APPROVED(settings.set(matmul.parameters(), "n", "0").error().message);
}

class MatmulCheck : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {
protected:
    void SetUp() override
    {
        const auto [type, input, n] = GetParam();
        m_settings = settings_with(m_matmul, { { "type", type }, { "input", input }, { "n", n } });
        m_plan = m_matmul.plan(kHost, m_settings).value();
        m_contents = initial_contents(m_plan);
        run_host_work(std::get<HostWork>(m_plan.step.front()), m_contents);
    }
    CheckOutcome check() { return m_matmul.check(m_plan, m_settings, m_contents); }
    std::size_t n() const { return static_cast<std::size_t>(m_settings.integer("n")); }

    // Adds `part` of the product of one pair to the last element.
    template <typename T> void change(double part)
    {
        const auto a = as_numbers<T>(std::span<std::byte> { m_contents[0] });
        const auto b = as_numbers<T>(std::span<std::byte> { m_contents[1] });
        as_numbers<T>(std::span<std::byte> { m_contents[2] }).back() +=
            static_cast<T>(part) * a[n() * n() - 1] * b[n() * n() - n() / 2 * n() - 1];
    }

    Matmul m_matmul;
    Settings m_settings;
    Plan m_plan;
    Contents m_contents;
};

TEST_P(MatmulCheck, RightProductPasses)
{
    const auto outcome = check();
    EXPECT_TRUE(outcome.passed) << outcome.sentence;
}

TEST_P(MatmulCheck, AMissingProductIsDetected)
{
    if (n() == 1)
        return; // then it is the whole element, and zero in the lecture's input
    if (std::string_view(std::get<0>(GetParam())) == "double")
        change<double>(-1.0);
    else
        change<float>(-1.0);
    EXPECT_FALSE(check().passed) << check().sentence;
}

TEST_P(MatmulCheck, NanFails)
{
    if (std::string_view(std::get<0>(GetParam())) == "double")
        as_numbers<double>(std::span<std::byte> { m_contents[2] }).front() = std::numeric_limits<double>::quiet_NaN();
    else
        as_numbers<float>(std::span<std::byte> { m_contents[2] }).front() = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(check().passed);
    EXPECT_EQ(check().error, std::numeric_limits<double>::infinity());
    EXPECT_APPROVED(check().sentence);
    ASSERT_TRUE(check().first);
    EXPECT_EQ(check().first->found, "nan");
    EXPECT_EQ(check().first->columns, n());
}

INSTANTIATE_TEST_SUITE_P(Inputs, MatmulCheck,
    testing::Combine(testing::Values("float", "double"), testing::Values("lecture", "random"), testing::Values("1", "33", "200")),
    [](const auto& tested) { return testing_names::name_of(tested); });

TEST(MatmulSample, HasBothEndsAndStaysSmall)
{
    EXPECT_EQ(sampled_rows(3, 1), (std::vector<std::size_t> { 0, 1, 2 }));
    const auto rows = sampled_rows(8192, 1);
    EXPECT_EQ(rows.front(), 0U);
    EXPECT_EQ(rows.back(), 8191U);
    EXPECT_LE(rows.size(), 64U);
    EXPECT_GE(rows.size(), 32U);
}

} // namespace
} // namespace warpstage::problem
