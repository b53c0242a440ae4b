// Addresses that a kernel must not access, around the ends of buffers and of the range of addresses: machine code of
// core/simt/jit and the interpreter refuse the same accesses, and do the others alike.
#include "core/simt/program_body.h"
#include "launch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kHostileBytes = 1024; // of the buffer, of shared memory and of the constants
constexpr std::uint64_t kHostileRest = 2; // bytes behind them: a part of an element
constexpr std::uint64_t kHostileIterations = 4; // before the last one, machine code learns where the buffer is
constexpr std::uint64_t kHostileThreads = 64;

struct HostileAccess {
    const char* space;
    unsigned address_bits;
    const char* text; // {}: the address
    std::uint64_t bytes;
};

constexpr std::array kHostileAccesses {
    HostileAccess { "global", 64, "ld.global.b32 %r3, [%a{}]", 4 },
    HostileAccess { "global", 64, "ld.global.b64 %a, [%a{}]", 8 },
    HostileAccess { "global", 64, "ld.global.s8 %r3, [%a{}]", 1 },
    HostileAccess { "global", 64, "ld.global.u16 %h1, [%a{}]", 2 },
    HostileAccess { "global", 64, "ld.global.v4.b32 {{%r3, %r4, %r5, %r6}}, [%a{}]", 16 },
    HostileAccess { "global", 64, "st.global.b32 [%a{}], %r2", 4 },
    HostileAccess { "global", 64, "st.global.b64 [%a{}], %a", 8 },
    HostileAccess { "global", 64, "st.global.u8 [%a{}], %r2", 1 },
    HostileAccess { "global", 64, "st.global.v2.b64 [%a{}], {{%d0, %a}}", 16 },
    HostileAccess { "shared", 32, "ld.shared.b32 %w, [%w{}]", 4 },
    HostileAccess { "shared", 32, "ld.shared.b64 %d2, [%w{}]", 8 },
    HostileAccess { "shared", 32, "st.shared.b32 [%w{}], %w", 4 },
    HostileAccess { "shared", 32, "st.shared.v2.b32 [%w{}], {{%r2, %r3}}", 8 },
    HostileAccess { "shared", 64, "ld.shared.b32 %r3, [%a{}]", 4 },
    HostileAccess { "shared", 64, "st.shared.b64 [%a{}], %d0", 8 },
    HostileAccess { "const", 64, "ld.const.b32 %r3, [%a{}]", 4 },
};

// Some threads of each warp may not take part.
std::string hostile_kernel(const HostileAccess& access, std::int64_t displacement, bool of_some_lanes)
{
    const char* base = access.space == std::string("global") ? "ld.param.u64 %d1, [p0]"
        : access.space == std::string("shared")              ? "mov.u64 %d1, area"
                                                             : "mov.u64 %d1, table";
    const std::string place = displacement == 0 ? "" : fmt::format("+{}", displacement);
    return fmt::format(
        "{}.const .align 16 .b8 table[{}];\n.shared .align 16 .b8 area[{}];\n"
        ".visible .entry k(.param .u64 p0, .param .u64 p1, .param .u64 p2)\n{{\n.reg .pred %p<3>;\n.reg .b16 %h<2>;\n"
        ".reg .b32 %r<8>, %w;\n.reg .b64 %d<6>, %a;\n{};\nmov.u32 %r0, %tid.x;\nld.param.u64 %d4, [p1];\n"
        "mad.wide.u32 %d4, %r0, 8, %d4;\nld.param.u64 %d5, [p2];\nmad.wide.u32 %d5, %r0, 32, %d5;\n"
        "mov.u32 %r1, 0;\nmul.wide.u32 %d0, %r0, 0x10003;\ncvt.u32.u64 %r2, %d0;\nand.b32 %r7, %r0, 31;\n"
        "setp.lt.u32 %p2, %r7, {};\nagain:\nld.global.u64 %a, [%d4];\nadd.u64 %a, %a, %d1;\ncvt.u32.u64 %w, %a;\n"
        "@!%p2 bra past;\n{};\nadd.u32 %r3, %r3, %r1;\npast:\nadd.u64 %d4, %d4, {};\nadd.u32 %r1, %r1, 1;\n"
        "setp.lt.u32 %p1, %r1, {};\n@%p1 bra again;\nst.global.v4.b32 [%d5], {{%r3, %r4, %r5, %r6}};\n"
        "cvt.u32.u16 %r3, %h1;\nadd.u32 %r3, %r3, %w;\nst.global.b32 [%d5+16], %r3;\nadd.u64 %d2, %d2, %a;\n"
        "st.global.b64 [%d5+24], %d2;\nret;\n}}\n",
        kHeader, kHostileBytes + kHostileRest, kHostileBytes + kHostileRest, base, of_some_lanes ? 21 : 32,
        fmt::format(fmt::runtime(access.text), place), kHostileThreads * 8, kHostileIterations);
}

// Offset of a thread's access of `n` bytes in the last iteration.
using HostilePattern = std::uint64_t (*)(std::uint64_t lane, std::uint64_t n);
constexpr std::array<HostilePattern, 22> kHostilePatterns {
    [](std::uint64_t lane, std::uint64_t n) { return kHostileBytes - 32 * n + lane * n; }, // up to the end
    [](std::uint64_t lane, std::uint64_t n) { return kHostileBytes - 31 * n + lane * n; }, // lane 31 is behind it
    [](std::uint64_t, std::uint64_t n) { return kHostileBytes - n; },
    [](std::uint64_t, std::uint64_t n) { return kHostileBytes - n + 1; },
    [](std::uint64_t, std::uint64_t) { return kHostileBytes; }, [](std::uint64_t, std::uint64_t n) { return 0 - n; },
    [](std::uint64_t lane, std::uint64_t n) { return (lane - 1) * n; }, // lane 0 is before the start
    [](std::uint64_t lane, std::uint64_t n) { return (31 - lane) * n; },
    [](std::uint64_t lane, std::uint64_t n) { return (30 - lane) * n; }, // lane 31 is before the start
    [](std::uint64_t lane, std::uint64_t n) { return lane * 7 % 32 * n; },
    [](std::uint64_t lane, std::uint64_t n) { return lane == 17 ? 0 - n : lane * n; },
    [](std::uint64_t lane, std::uint64_t n) { return lane == 17 ? ~std::uint64_t { 0 } : lane * n; },
    [](std::uint64_t lane, std::uint64_t n) { return lane == 17 ? lane * n + 1 : lane * n; },
    [](std::uint64_t lane, std::uint64_t n) { return (lane == 30 ? std::uint64_t { 1 } << 32U : 0) + lane * n; },
    [](std::uint64_t lane, std::uint64_t n) { return (lane == 3 ? std::uint64_t { 1 } << 60U : 0) + lane * n; },
    [](std::uint64_t lane, std::uint64_t n) { return (std::uint64_t { 1 } << 32U) + lane * n; },
    [](std::uint64_t lane, std::uint64_t n) { return (std::uint64_t { 1 } << 63U) + lane * n; },
    [](std::uint64_t lane, std::uint64_t n) { return 0xffff'ffff - 16 * n + 1 + lane * n; }, // around 2^32
    [](std::uint64_t lane, std::uint64_t n) { return (lane - 16) * n; }, // around 2^64
    [](std::uint64_t lane, std::uint64_t n) { return (lane << 27U) * n; }, // 2^32 further is again the same word
    [](std::uint64_t lane, std::uint64_t n) { return (lane << 59U) + lane % 2 * n; },
    [](std::uint64_t lane, std::uint64_t n) {
        return lane % 8 * n + (lane / 8 == 2 ? kHostileBytes - 4 * n : 0);
    }, // groups of eight
};

std::vector<std::byte> offsets_of(HostilePattern pattern, std::uint64_t bytes, std::int64_t displacement)
{
    std::vector<std::byte> table(kHostileIterations * kHostileThreads * 8);
    for (std::uint64_t i = 0; i < kHostileIterations * kHostileThreads; ++i) {
        const std::uint64_t lane = i % 32;
        const std::uint64_t offset = i / kHostileThreads == kHostileIterations - 1 ? pattern(lane, bytes) : lane * bytes;
        const std::uint64_t stored = offset - static_cast<std::uint64_t>(displacement);
        std::memcpy(table.data() + i * 8, &stored, sizeof(stored));
    }
    return table;
}

using HostileEnd = std::tuple<std::string, std::uint64_t, std::vector<std::byte>, std::vector<std::byte>>;

HostileEnd hostile_end(const Program& program, const std::vector<std::byte>& offsets, std::uint32_t threads)
{
    DeviceMemory memory;
    const DeviceAddress buffer = memory.allocate("buffer", kHostileBytes + kHostileRest);
    const DeviceAddress table = memory.allocate("offsets", offsets.size());
    const DeviceAddress out = memory.allocate("out", kHostileThreads * 32);
    std::ranges::fill(memory.bytes(buffer), std::byte { 0x5a });
    std::ranges::copy(offsets, memory.bytes(table).begin());
    const auto outcome =
        run(program, memory, { .grid = { 1 }, .block = { threads } }, Parameters().add(buffer).add(table).add(out).bytes());
    if (!outcome.ok())
        return { outcome.error().message, 0, {}, {} };
    return { fault_of(*outcome), outcome->lane_instructions, { memory.bytes(buffer).begin(), memory.bytes(buffer).end() },
        { memory.bytes(out).begin(), memory.bytes(out).end() } };
}

TEST(HostileAddress, IsTheSameForMachineCode)
{
    unsigned runs = 0;
    unsigned faults = 0;
    for (const HostileAccess& access : kHostileAccesses) {
        for (const std::int64_t displacement : { 0LL, 128LL, -16LL, 0x7fff'fff0LL, -0x8000'0000LL, 0x1'0000'0000LL }) {
            for (const bool of_some_lanes : { false, true }) {
                const ptx::Module module = parse_text(hostile_kernel(access, displacement, of_some_lanes));
                const auto translated = Program::lower(module, *module.find("k"));
                const auto interpreted = Program::lower(module, *module.find("k"));
                ASSERT_TRUE(translated.ok() && interpreted.ok());
                const_cast<ProgramBody&>(interpreted->body()).translated.reset(); // no launch has used it yet
                for (std::size_t pattern = 0; pattern < kHostilePatterns.size(); ++pattern) {
                    const std::vector<std::byte> offsets = offsets_of(kHostilePatterns.at(pattern), access.bytes, displacement);
                    for (const std::uint32_t threads : { 64U, 52U }) {
                        const HostileEnd expected = hostile_end(*interpreted, offsets, threads);
                        ASSERT_EQ(hostile_end(*translated, offsets, threads), expected)
                            << access.text << " + " << displacement << ", pattern " << pattern << ", " << threads << " threads";
                        ++runs;
                        faults += std::get<0>(expected) == "no trap" ? 0U : 1U;
                    }
                }
            }
        }
    }
    EXPECT_GT(faults, runs / 3);
    EXPECT_LT(faults, runs * 3 / 4);
}

} // namespace

} // namespace warpstage::simt
