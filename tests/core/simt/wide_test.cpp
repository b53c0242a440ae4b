// Loads, stores and atomic operations of 128 bits.
#include "core/simt/program.h"
#include "launch.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace warpstage::simt {

namespace {

using testing::ElementsAre;

struct WideRun {
    std::vector<std::uint64_t> out;
    std::vector<std::uint64_t> place;
    std::string fault;
};

// `place` starts as (7, 9).
WideRun run_wide(const std::string& kernel, std::uint32_t threads)
{
    const ptx::Module module = parse_fixture("wide.ptx");
    const Result<Program> program = Program::lower(module, *module.find(kernel));
    EXPECT_TRUE(program.ok()) << program.error().message;
    DeviceMemory memory;
    const DeviceAddress out = memory.allocate("out", 16 * std::size_t { threads });
    const DeviceAddress place = memory.allocate("place", 32);
    const std::vector<std::uint64_t> initial { 7, 9, 0, 0 };
    std::memcpy(memory.bytes(place).data(), initial.data(), 32);
    const auto outcome = run(*program, memory, { .block = { threads } }, Parameters().add(out).add(place).bytes());
    EXPECT_TRUE(outcome.ok()) << outcome.error().message;
    const auto numbers = [&](DeviceAddress address, std::size_t count) {
        std::vector<std::uint64_t> result(count);
        std::memcpy(result.data(), memory.bytes(address).data(), count * sizeof(std::uint64_t));
        return result;
    };
    return { numbers(out, std::size_t { 2 } * threads), numbers(place, 2), fault_of(*outcome) };
}

TEST(Wide, IsExchangedAndCompared)
{
    const WideRun run = run_wide("wide", 3);
    EXPECT_EQ(run.fault, "no trap");
    // Lane 0 gets the first word; lane 1 finds lane 0's (0, 100) and replaces it by its own (1, 101), which lane 2 does not
    // expect.
    EXPECT_THAT(run.out, ElementsAre(7U, 9U, 0U, 100U, 1U, 101U));
    EXPECT_THAT(run.place, ElementsAre(1U, 101U));
}

TEST(Wide, LiesInSharedMemoryToo)
{
    EXPECT_THAT(run_wide("in_shared", 1).out, ElementsAre(5U, 3U));
}

TEST(Wide, MustBeAligned)
{
    EXPECT_APPROVED(run_wide("misaligned", 1).fault);
}

TEST(Wide, HasNoOtherAtomicOperation)
{
    EXPECT_APPROVED(lowering_refusal(parse_text(std::string { kHeader }
                                         + ".visible .entry k()\n{\n.reg .b128 %q<3>;\n.reg .b64 %d<2>;\n"
                                           "atom.add.b128 %q0, [%d0], %q1;\nret;\n}\n"),
        "k"));
}

} // namespace

} // namespace warpstage::simt
