// Figures and texts with the catalogs of the program: parts that core computes are translated, too.
#include "app/draw/words.h"
#include "app/views/memories/hierarchy_figure.h"
#include "app/views/warps/occupancy_figure.h"
#include "core/base/words.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

class Translated : public ::testing::Test {
protected:
    void SetUp() override { words::set_catalogs(WARPSTAGE_ASSETS "/languages"); }
    void TearDown() override { words::set_language(*words::find_language("en")); }
};

DrawList hierarchy_of(std::string_view name)
{
    const arch::Gpu& gpu = *arch::find_gpu(name);
    return hierarchy_figure(
        { arch::memory_hierarchy(arch::traits_of(gpu.capability), gpu), std::string { gpu.name }, gpu.multiprocessors },
        { 1400, 560 }, dark());
}

TEST_F(Translated, EveryLanguageHasItsCatalog)
{
    for (const words::Language& language : words::languages())
        EXPECT_TRUE(words::set_language(language)) << language.code;
}

TEST_F(Translated, TheTableOfMemories)
{
    ASSERT_TRUE(words::set_language(*words::find_language("ja")));
    const DrawList picture = hierarchy_of("K40c");
    for (const char* words : { "レジスタ", "256 KiB", "スレッド", "RW", "共有メモリ", "ブロックあたり最大 48 KiB、バンク 32 個",
             "L2 キャッシュ", "全グリッド、ホスト", "グローバルメモリ" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    for (const char* words : { "registers", "memory", "thread", "at most", "grids" })
        EXPECT_FALSE(draw::testing::says(picture, words)) << words;
}

TEST_F(Translated, TheLimiterOfTheOccupancy)
{
    ASSERT_TRUE(words::set_language(*words::find_language("cs")));
    const auto of = [](const arch::KernelResources& kernel) {
        return limiter_words(*arch::occupancy(arch::traits_of({ 9, 0 }), kernel));
    };
    EXPECT_EQ(of({ .threads_per_block = 128, .shared_bytes_per_block = 49152 }), "sdílená paměť");
    EXPECT_EQ(of({ .threads_per_block = 32 }), "bloky");
    EXPECT_EQ(of({ .threads_per_block = 128 }), "") << "all warps are resident";
}

TEST_F(Translated, WhatARequestMovesIsCounted)
{
    ASSERT_TRUE(words::set_language(*words::find_language("ru")));
    EXPECT_EQ(draw::counted(2, "transaction"), "2 транзакции");
    ASSERT_TRUE(words::set_language(*words::find_language("cs")));
    EXPECT_EQ(draw::counted(5, "cache line"), "5 řádků cache");
}

} // namespace
} // namespace warpstage::views
