// Every variant of every shipped lesson, run on the virtual machine and held against its reference.
#include "core/engine/vm_engine.h"
#include "core/lesson/catalog.h"

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
    const auto catalog = lesson::Catalog::load(roots);
    auto lesson = catalog.find(id);
    if (!lesson) {
        ADD_FAILURE() << lesson.error().message;
        return nullptr;
    }
    return *lesson;
}

problem::CheckOutcome check(
    const std::string& lesson_id, const std::string& variant, const std::vector<std::pair<std::string, std::string>>& parameters)
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
    for (std::uint32_t step = 0; step < lesson->problem->check_steps(); ++step) {
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
        testing::Values("1", "255", "256", "2^20", "2^22", "1000003"), testing::Values("host", "kernel")));

class NbodyOnVm : public testing::TestWithParam<std::tuple<const char*, const char*>> { };

TEST_P(NbodyOnVm, AgreesWithTheHost)
{
    const auto [variant, n] = GetParam();
    const auto outcome = check("nbody", variant, { { "n", n }, { "scene", "disk" } });
    EXPECT_TRUE(outcome.passed) << outcome.sentence;
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, NbodyOnVm, testing::Combine(testing::Values("host", "global", "shared"), testing::Values("1024", "10240")));

} // namespace
} // namespace warpstage::engine
