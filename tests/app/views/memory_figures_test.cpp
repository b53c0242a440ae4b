// The figures of the memory hierarchy and of index arithmetic.
#include "app/views/lanes/index_figure.h"
#include "app/views/memories/hierarchy_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

HierarchyInput hierarchy_of(std::string_view name)
{
    const arch::Gpu& gpu = *arch::find_gpu(name);
    return { arch::memory_hierarchy(arch::traits_of(gpu.capability), gpu), std::string { gpu.name }, gpu.multiprocessors };
}

TEST(HierarchyFigure, NamesSizesAndScopes)
{
    const DrawList picture = hierarchy_figure(hierarchy_of("K40c"), { 1000, 560 }, dark());
    for (const char* words : { "registers", "256 KiB", "thread", "RW", "shared memory", "48 KiB", "block", "L2 cache",
             "global memory", "12 GiB", "constant memory", "64 KiB", "RO", "in each of 15 multiprocessors", "lifetime" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
}

TEST(HierarchyFigure, IsTidy)
{
    for (const char* gpu : { "8800GTX", "K40c", "B200" })
        draw::testing::expect_tidy(
            gpu, [&](Size size, const Style& style) { return hierarchy_figure(hierarchy_of(gpu), size, style); });
}

IndexInput turned_tile()
{
    IndexInput input;
    input.block = { 32, 32, 1 };
    input.memory = "4-byte word of shared memory";
    input.subtitle = "line 33 · as[tx][ty] = element";
    input.known_threads = 1024;
    input.warp = 1;
    input.formula = analysis::LinearIndex { 0, 32, 1, 0 };
    for (std::uint32_t x = 0; x < 32; ++x)
        input.threads.push_back({ { x, 1, 0 }, 32 + x, 32 * std::int64_t { x } + 1 });
    return input;
}

TEST(IndexFigure, WritesTheFormulasOfTheLecture)
{
    const DrawList picture = index_figure(turned_tile(), { 1000, 420 }, dark());
    for (const char* words :
        { "thread index = threadIdx.x + 32 * threadIdx.y", "4-byte word of shared memory = 32 * threadIdx.x + threadIdx.y",
            "Adjacent lanes access elements 32 positions (128 bytes) apart.", "1\u2009024 threads" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
}

TEST(IndexFigure, IsTidy)
{
    draw::testing::expect_tidy("index", [](Size size, const Style& style) { return index_figure(turned_tile(), size, style); });
    draw::testing::expect_tidy("no index", [](Size size, const Style& style) { return index_figure({}, size, style); });
    IndexInput odd = turned_tile();
    odd.formula.reset();
    odd.threads[5].element = -3;
    odd.block = { 4, 4, 4 };
    draw::testing::expect_tidy("no formula", [&](Size size, const Style& style) { return index_figure(odd, size, style); });
}

} // namespace
} // namespace warpstage::views
