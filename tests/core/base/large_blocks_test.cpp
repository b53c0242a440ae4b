#include "core/base/process/large_blocks.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <vector>

namespace warpstage {
namespace {

struct Free {
    void operator()(void* block) const { std::free(block); } // NOLINT(cppcoreguidelines-no-malloc)
};
using Block = std::unique_ptr<void, Free>;

Block block_of(std::size_t mebibytes)
{
    return Block { std::malloc(mebibytes << 20U) }; // NOLINT(cppcoreguidelines-no-malloc)
}

TEST(LargeBlocks, GoBackToTheSystemAfterLargerOnesWereFreed)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "The sanitizer replaces the allocator.";
#endif
    return_large_blocks();
    block_of(24).reset(); // would raise the threshold to 24 MiB
    const auto before = mallinfo2().hblkhd; // bytes of blocks that the system gave one by one
    auto block = block_of(4);
    EXPECT_GE(mallinfo2().hblkhd, before + (std::size_t { 4 } << 20U));
    block.reset();
    EXPECT_EQ(mallinfo2().hblkhd, before);
}

TEST(LargeBlocks, FreePagesBetweenBlocksInUseGoBackToTheSystem)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "The sanitizer replaces the allocator.";
#endif
    constexpr std::size_t kCount = 2000;
    std::vector<std::unique_ptr<std::array<char, 16384>>> blocks(kCount);
    for (auto& block : blocks) {
        block = std::make_unique<std::array<char, 16384>>();
        block->fill('x');
    }
    const auto resident = [] {
        std::size_t pages = 0;
        std::ifstream { "/proc/self/statm" } >> pages >> pages; // the second number
        return pages * 4096;
    };
    const auto before = resident();
    for (std::size_t i = 0; i < kCount; i += 2)
        blocks[i].reset();
    return_free_pages();
    EXPECT_LT(resident() + kCount / 2 * 8192, before);
}

} // namespace
} // namespace warpstage
