// Runs every variant of every shipped lesson on the virtual machine and compares it with its reference.
#include "core/engine/vm_engine.h"
#include "core/lesson/catalog.h"
#include "tests/parameter_name.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::engine {
namespace {

std::shared_ptr<const lesson::Lesson> lesson_of(const std::string& id)
{
    const std::array<std::filesystem::path, 1> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
    static const auto catalog = lesson::Catalog::load(roots);
    auto lesson = catalog.find(id);
    if (!lesson) {
        ADD_FAILURE() << lesson.error().message;
        return nullptr;
    }
    return *lesson;
}

problem::CheckOutcome check(const std::string& lesson_id, const std::string& variant,
    const std::vector<std::pair<std::string, std::string>>& parameters, std::uint32_t times = 1)
{
    const auto lesson = lesson_of(lesson_id);
    auto settings = lesson->initial_settings();
    for (const auto& [id, value] : parameters) {
        const auto set = settings.set(lesson->problem->parameters(), id, value);
        EXPECT_TRUE(set) << set.error().message;
    }
    auto made = lesson->problem->check_plan(*lesson->find_variant(variant), settings);
    EXPECT_TRUE(made) << made.error().message;
    const auto plan = std::make_shared<const problem::Plan>(std::move(*made));

    const auto engine = make_vm_engine();
    EXPECT_TRUE(engine->load(lesson));
    const auto adopted = engine->adopt(plan, Contents::initial);
    EXPECT_TRUE(adopted) << adopted.error().message;
    for (std::uint32_t step = 0; step < times * lesson->problem->check_steps(); ++step) {
        EXPECT_TRUE(engine->start());
        const auto outcome = engine->wait();
        EXPECT_TRUE(outcome) << outcome.error().message;
        EXPECT_FALSE(outcome->trap) << outcome->trap->message;
    }
    std::vector<std::vector<std::byte>> contents;
    for (std::size_t i = 0; i < plan->buffers.size(); ++i) {
        contents.emplace_back(plan->buffers[i].bytes);
        EXPECT_TRUE(engine->read(i, contents.back()));
    }
    return lesson->problem->check(*plan, settings, contents);
}

class ReductionOnVm : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> { };

TEST_P(ReductionOnVm, IsExact)
{
    const auto [variant, n, finish] = GetParam();
    const auto outcome = check("reduction", variant, { { "n", n }, { "finish", finish } });
    EXPECT_TRUE(outcome.passed) << outcome.sentence;
}

INSTANTIATE_TEST_SUITE_P(Sizes, ReductionOnVm,
    testing::Combine(testing::Values("reduce1", "reduce2", "reduce3", "reduce4", "reduce5", "reduce6", "reduce7"),
        testing::Values("1", "255", "256", "2^20", "2^22", "1000003"), testing::Values("host", "kernel")),
    [](const auto& tested) { return testing_names::name_of(tested); });

// First attempts and current solutions, with the final stage on the GPU or on the host.
INSTANTIATE_TEST_SUITE_P(Others, ReductionOnVm,
    testing::Combine(testing::Values("shuffle", "redux", "vectorised", "ticket", "reduce5_volatile", "sequential", "one_thread",
                         "one_block", "thread_sums", "sum_reduction", "global_pairs"),
        testing::Values("1", "255", "256", "65537", "2^20"), testing::Values("host")),
    [](const auto& tested) { return testing_names::name_of(tested); });

// The last launch leaves zeros for the next one.
TEST(ReductionSettingsOnVm, OneLaunchCanBeRepeated)
{
    for (const char* const blocks : { "1", "7", "528" }) {
        for (const char* const variant : { "vectorised", "ticket" }) {
            const auto outcome = check("reduction", variant,
                { { "n", "100003" }, { "top_block", "128" }, { "top_unroll", "2" }, { "top_blocks", blocks } }, 3);
            EXPECT_TRUE(outcome.passed) << variant << ", " << blocks << ": " << outcome.sentence;
        }
    }
}

class TransposeOnVm : public testing::TestWithParam<std::tuple<const char*, std::pair<const char*, const char*>>> { };

TEST_P(TransposeOnVm, EveryElementArrives)
{
    const auto [variant, shape] = GetParam();
    const auto outcome = check("transpose", variant, { { "n", shape.first }, { "height", shape.second } });
    EXPECT_TRUE(outcome.passed) << outcome.sentence;
}

INSTANTIATE_TEST_SUITE_P(Shapes, TransposeOnVm,
    testing::Combine(
        testing::Values("copy", "naive", "strided_both", "tiled", "tiled_copy", "padded", "swizzled", "vectorised", "tuned"),
        testing::Values(std::pair { "1", "0" }, std::pair { "512", "0" }, std::pair { "500", "36" }, std::pair { "37", "301" })),
    [](const auto& tested) { return testing_names::name_of(tested); });

TEST(TransposeSettingsOnVm, EveryTileAndOrderIsCorrect)
{
    for (const char* const tile : { "16", "32", "48" }) {
        for (const char* const rows : { "4", "8", "16" }) {
            const auto outcome = check("transpose", "padded", { { "n", "100" }, { "tile", tile }, { "block_rows", rows } });
            EXPECT_TRUE(outcome.passed) << tile << ", " << rows << ": " << outcome.sentence;
        }
    }
    for (const char* const tile : { "32", "64", "128" }) {
        for (const char* const square : { "1", "4", "8", "16" }) {
            for (const char* const hint : { "none", "streaming" }) {
                const auto outcome = check("transpose", "tuned",
                    { { "n", "340" }, { "height", "200" }, { "tuned_tile", tile }, { "tuned_square", square },
                        { "tuned_hint", hint } });
                EXPECT_TRUE(outcome.passed) << tile << ", " << square << ", " << hint << ": " << outcome.sentence;
            }
        }
    }
}

class MatmulOnVm : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> { };

TEST_P(MatmulOnVm, AgreesWithTheHost)
{
    const auto [variant, n, type] = GetParam();
    const auto outcome = check("matmul", variant, { { "n", n }, { "type", type }, { "input", "random" } });
    EXPECT_TRUE(outcome.passed) << outcome.sentence;
}

INSTANTIATE_TEST_SUITE_P(Sizes, MatmulOnVm,
    testing::Combine(testing::Values("host", "global", "smem1", "smem2", "smem3", "smem4", "smem5", "registers", "host_printed"),
        testing::Values("1", "33", "130", "256"), testing::Values("float", "double")),
    [](const auto& tested) { return testing_names::name_of(tested); });

class NbodyOnVm : public testing::TestWithParam<std::tuple<const char*, const char*>> { };

TEST_P(NbodyOnVm, AgreesWithTheHost)
{
    const auto [variant, n] = GetParam();
    const auto outcome = check("nbody", variant, { { "n", n }, { "scene", "disk" } });
    EXPECT_TRUE(outcome.passed) << outcome.sentence;
}

INSTANTIATE_TEST_SUITE_P(Sizes, NbodyOnVm,
    testing::Combine(testing::Values("host", "global", "shared"), testing::Values("1024", "4096")),
    [](const auto& tested) { return testing_names::name_of(tested); });
INSTANTIATE_TEST_SUITE_P(Tuned, NbodyOnVm,
    testing::Combine(
        testing::Values("fused", "fused_ftz", "packed", "several", "space", "double"), testing::Values("256", "1280")),
    [](const auto& tested) { return testing_names::name_of(tested); });

TEST(NbodySettingsOnVm, SlicesThatDoNotDivideAreCorrect)
{
    for (const char* const bodies : { "1", "2", "4", "8" }) {
        for (const char* const slices : { "1", "7", "90" }) {
            for (const char* const variant : { "several", "space" }) {
                const auto outcome = check("nbody", variant, { { "n", "512" }, { "bodies", bodies }, { "slices", slices } });
                EXPECT_TRUE(outcome.passed) << variant << ", " << bodies << ", " << slices << ": " << outcome.sentence;
            }
        }
    }
}

} // namespace
} // namespace warpstage::engine
