// Loads and stores of vectors: which element of which lane goes where, for whole warps and for parts of them.
#include "core/simt/program.h"
#include "launch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

struct VectorCase {
    const char* type; // of the access
    std::uint32_t words; // of 32 bits
    const char* registers;
};

constexpr std::uint32_t kVectorThreads = 64;

// Each thread fills its vector in `space` with its number and those of the words, and then loads that of thread 17 * i + 5 and
// writes it to the same place of `out`.
std::string vector_module(const VectorCase& test, const std::string& space)
{
    std::string fill;
    for (std::uint32_t word = 0; word < test.words; ++word)
        fill += fmt::format("mad.lo.u32 %r1, %i, 8, {};\nst.{}.u32 [%d0+{}], %r1;\n", word, space, 4 * word);
    return fmt::format(R"(.version 8.7
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 threads)
{{
    .shared .align 16 .b8 tile[{0}];
    .reg .b32 %r<9>, %i, %threads;
    .reg .b64 %d<9>, %out, %base;
    .reg .pred %p;
    mov.u32 %i, %tid.x;
    ld.param.u64 %out, [out];
    ld.param.u32 %threads, [threads];
    {1}
    mul.wide.u32 %d0, %i, {2};
    add.u64 %d0, %d0, %base;
    {3}
    bar.sync 0;
    setp.ge.u32 %p, %i, %threads;
    @%p bra DONE;
    mad.lo.u32 %r0, %i, 17, 5;
    and.b32 %r0, %r0, 63;
    mul.wide.u32 %d0, %r0, {2};
    add.u64 %d1, %d0, %base;
    add.u64 %d2, %d0, %out;
    ld.{4}.{5} {6}, [%d1];
    st.global.{5} [%d2], {6};
DONE:
    ret;
}}
)",
        kVectorThreads * test.words * 4, space == "shared" ? "mov.u64 %base, tile;" : "ld.param.u64 %base, [in];", test.words * 4,
        fill, space, test.type, test.registers);
}

TEST(VectorLanes, KeepTheirElements)
{
    const VectorCase cases[] = { { "v2.u32", 2, "{%r2, %r3}" }, { "v2.u64", 4, "{%d3, %d4}" },
        { "v4.f32", 4, "{%r2, %r3, %r4, %r5}" }, { "v4.u64", 8, "{%d3, %d4, %d5, %d6}" } };
    for (const VectorCase& test : cases) {
        for (const char* space : { "global", "shared" }) {
            for (const std::uint32_t threads : { 64U, 33U, 7U }) {
                SCOPED_TRACE(fmt::format("{} {} {}", space, test.type, threads));
                const std::size_t count = std::size_t { kVectorThreads } * test.words;
                DeviceMemory memory;
                const DeviceAddress out = memory.allocate("out", count * 4);
                const DeviceAddress in = memory.allocate("in", count * 4);
                const LaunchOutcome outcome = launch_in(memory, parse_text(vector_module(test, space)), "k",
                    { .block = { kVectorThreads } }, Parameters().add(out).add(in).add(threads));
                ASSERT_EQ(fault_of(outcome), "no trap");
                std::vector<std::uint32_t> expected(count);
                for (std::uint32_t thread = 0; thread < threads; ++thread) {
                    const std::uint32_t from = (thread * 17 + 5) % kVectorThreads;
                    for (std::uint32_t word = 0; word < test.words; ++word)
                        expected[std::size_t { from } * test.words + word] = from * 8 + word;
                }
                std::vector<std::uint32_t> found(count);
                std::memcpy(found.data(), memory.bytes(out).data(), count * 4);
                EXPECT_EQ(found, expected);
            }
        }
    }
}

} // namespace

} // namespace warpstage::simt
