#include "core/base/process/large_blocks.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <memory>

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

} // namespace
} // namespace warpstage
