#include "core/lesson/catalog.h"
#include "tests/approved.h"
#include "tests/core/lesson/fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <vector>

namespace warpstage::lesson {
namespace {

Catalog load(std::initializer_list<const char*> roots)
{
    std::vector<std::filesystem::path> paths;
    for (const auto* const root : roots)
        paths.push_back(kFixtures / root);
    return Catalog::load(paths);
}

TEST(Catalog, AnInvalidLessonDoesNotAffectTheOthers)
{
    const auto catalog = load({ "broken", "good" });
    ASSERT_EQ(catalog.lessons().size(), 1U);
    EXPECT_EQ(catalog.lessons().front()->id, "sum");
    EXPECT_EQ(catalog.broken().size(), 51U);
    EXPECT_TRUE(catalog.find("sum").ok());
}

TEST(Catalog, SecondLessonOfAnIdInOneRootIsBroken)
{
    const auto catalog = load({ "duplicate" });
    ASSERT_EQ(catalog.lessons().size(), 1U);
    EXPECT_EQ(catalog.lessons().front()->folder.filename(), "01-first");
    ASSERT_EQ(catalog.broken().size(), 1U);
    EXPECT_APPROVED(catalog.broken().front().reason);
}

TEST(Catalog, LaterRootReplacesALessonOfAnEarlierOne)
{
    const auto catalog = load({ "good", "later" });
    ASSERT_EQ(catalog.lessons().size(), 1U);
    EXPECT_EQ(catalog.lessons().front()->title, "Another sum");
    EXPECT_TRUE(catalog.broken().empty());
    EXPECT_THAT(catalog.replaced(),
        testing::ElementsAre("Lesson `sum` in " + (kFixtures / "later/07-sum").string() + " replaces "
            + (kFixtures / "good/01-sum").string() + ". Give it another id to keep both."));
    EXPECT_TRUE(load({ "good" }).replaced().empty());
}

TEST(Catalog, RootThatDoesNotExistIsABrokenEntry)
{
    const auto catalog = load({ "nowhere", "good" });
    EXPECT_EQ(catalog.lessons().size(), 1U);
    ASSERT_EQ(catalog.broken().size(), 1U);
    EXPECT_EQ(catalog.broken().front().reason,
        "Folder " + (kFixtures / "nowhere").string() + " does not exist; no lessons were loaded from it.");
}

TEST(Catalog, FindSuggestsExistingLessons)
{
    const auto catalog = load({ "good", "broken" });
    EXPECT_APPROVED(catalog.find("sun").error().message);
    EXPECT_EQ(catalog.find("hydrodynamics").error().message, "Unknown lesson `hydrodynamics`. Use sum.");
    EXPECT_APPROVED(catalog.find("source").error().message);
    EXPECT_APPROVED(Catalog::load({}).find("sum").error().message);
}

TEST(Catalog, OneLessonIsFoundAsInTheWholeCatalog)
{
    const std::array orders { std::vector { kFixtures / "good", kFixtures / "later" },
        std::vector { kFixtures / "later", kFixtures / "good" }, std::vector { kFixtures / "duplicate" },
        std::vector { kFixtures / "broken", kFixtures / "good" }, std::vector { kFixtures / "good", kFixtures / "broken" },
        std::vector { kFixtures / "nowhere" }, std::vector<std::filesystem::path> {} };
    for (const auto& roots : orders) {
        const auto catalog = Catalog::load(roots);
        for (const auto* const id : { "sum", "sun", "source", "" }) {
            const auto expected = catalog.find(id);
            const auto found = find_lesson(roots, id);
            ASSERT_EQ(found.ok(), expected.ok()) << id;
            if (found)
                EXPECT_EQ((*found)->folder, (*expected)->folder) << id;
            else
                EXPECT_EQ(found.error().message, expected.error().message) << id;
        }
    }
}

TEST(Catalog, LessonsOfTheProjectLoadWithAllTheirKernels)
{
    const std::array roots { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" };
    const auto catalog = Catalog::load(roots);
    for (const auto& broken : catalog.broken())
        ADD_FAILURE() << broken.reason;
    std::vector<std::string> ids;
    for (const auto& lesson : catalog.lessons()) {
        ids.push_back(lesson->id);
        EXPECT_NE(lesson->group, LessonGroup::other) << lesson->id;
    }
    EXPECT_THAT(ids,
        testing::ElementsAre("divergence", "coalescing", "banks", "transpose", "reduction", "nbody", "matmul", "throughput",
            "memories", "latency", "transfers", "hazards", "tensor", "swizzle", "pipelines", "waves", "order", "precision"));
}

TEST(Catalog, VariantsOfTheProjectAreThoseOfTheLecture)
{
    const std::array roots { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" };
    const auto catalog = Catalog::load(roots);
    const auto ids_of = [&](std::string_view id) {
        std::vector<std::string> ids;
        const auto lesson = catalog.find(id);
        if (lesson.ok()) {
            for (const auto& variant : (*lesson)->variants)
                ids.push_back(variant.id);
        }
        return ids;
    };
    EXPECT_THAT(ids_of("nbody"),
        testing::ElementsAre("host", "global", "shared", "fused", "fused_ftz", "packed", "several", "space", "double",
            "shared_ftz", "shared_fast", "host_parallel", "double_fused", "global_printed"));
    EXPECT_THAT(ids_of("transfers"),
        testing::ElementsAre(
            "pageable", "pinned", "small", "pieces_one_stream", "overlapped", "breadth_first", "overlapped_pageable"));
    EXPECT_THAT(ids_of("reduction"),
        testing::ElementsAre("reduce1", "reduce2", "reduce3", "reduce4", "reduce5", "reduce6", "reduce7", "shuffle", "vectorised",
            "redux", "ticket", "reduce5_volatile", "reduce5_plain", "reduce4_printed", "reduce7_printed", "sequential",
            "one_thread", "one_block", "thread_sums", "sum_reduction", "global_pairs"));
    EXPECT_THAT(ids_of("transpose"),
        testing::ElementsAre("copy", "naive", "strided_both", "tiled", "tiled_copy", "padded", "swizzled", "diagonal",
            "vectorised", "tuned", "diagonal_unpadded"));
    EXPECT_THAT(ids_of("matmul"),
        testing::ElementsAre("host", "global", "smem1", "smem2", "smem3", "smem4", "smem5", "registers", "host_printed"));
}

} // namespace
} // namespace warpstage::lesson
