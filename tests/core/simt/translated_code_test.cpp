// Machine code of core/simt/jit computes the same bits, traps and counts as the interpreter: programs run with their translation
// and without it.
#include "core/simt/program_body.h"
#include "core/simt/run/launch_gate.h"
#include "launch.h"
#include "random_kernel.h"
#include "sums_of_steps.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <functional>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace warpstage::simt {

namespace {

struct ComparedLaunch {
    const ptx::Module& module;
    LaunchShape shape;
    std::vector<std::vector<std::byte>> buffers; // their addresses are the parameters
    RunOptions options {};
    const char* kernel = "k";
    std::optional<std::int32_t> last_parameter {};
    bool takes_turns = false; // its warps, at other instructions if an observer sees each
};

struct ComparedRun {
    LaunchOutcome outcome;
    std::vector<std::vector<std::byte>> buffers;
};

enum class Code : std::uint8_t { interpreted, translated };

Result<Program> lower_as(const ptx::Module& module, const char* kernel, Code code)
{
    Result<Program> program = Program::lower(module, *module.find(kernel));
    if (program.ok() && code == Code::interpreted)
        const_cast<ProgramBody&>(program->body()).translated.reset(); // no launch has used it yet
    return program;
}

using ObserverOf = std::function<Observer&(std::uint32_t instructions)>;

// `observer`: of all blocks, which then run in sequence; null: none.
ComparedRun run_with(Code code, const ComparedLaunch& launch, const ObserverOf& observer = nullptr)
{
    const Result<Program> program = lower_as(launch.module, launch.kernel, code);
    if (!program.ok()) {
        ADD_FAILURE() << program.error().message;
        return {};
    }
    DeviceMemory memory;
    Parameters parameters;
    std::vector<DeviceAddress> addresses;
    for (const std::vector<std::byte>& content : launch.buffers) {
        addresses.push_back(memory.allocate(fmt::format("buffer{}", addresses.size()), content.size()));
        std::ranges::copy(content, memory.bytes(addresses.back()).begin());
        parameters.add(addresses.back());
    }
    if (launch.last_parameter)
        parameters.add(*launch.last_parameter);
    RunOptions options = launch.options;
    if (observer != nullptr) {
        options.blocks = Blocks::all_observed;
        options.observer = &observer(static_cast<std::uint32_t>(program->listing().size()));
    }
    Result<LaunchOutcome> outcome = run(*program, memory, launch.shape, parameters.bytes(), options);
    if (!outcome.ok()) {
        ADD_FAILURE() << outcome.error().message;
        return {};
    }
    ComparedRun result { std::move(*outcome), {} };
    for (const DeviceAddress address : addresses)
        result.buffers.emplace_back(memory.bytes(address).begin(), memory.bytes(address).end());
    return result;
}

std::string text_of(const Dim3& place)
{
    return fmt::format("({}, {}, {})", place.x, place.y, place.z);
}
std::string text_of(const std::optional<Trap>& trap)
{
    if (!trap)
        return "no trap";
    return fmt::format("{} block {} thread {} warp {} lane {} operation {} address {:x}", trap->message, text_of(trap->block),
        text_of(trap->thread), trap->warp, trap->lane, trap->pc, trap->address);
}

// Returns the result with translated code.
ComparedRun expect_same(const ComparedLaunch& launch, const std::string& what)
{
    const ComparedRun right = run_with(Code::interpreted, launch);
    ComparedRun translated = run_with(Code::translated, launch);
    EXPECT_EQ(text_of(right.outcome.trap), text_of(translated.outcome.trap)) << what;
    EXPECT_EQ(right.outcome.warp_instructions, translated.outcome.warp_instructions) << what;
    EXPECT_EQ(right.outcome.lane_instructions, translated.outcome.lane_instructions) << what;
    EXPECT_EQ(right.outcome.ended, translated.outcome.ended) << what;
    for (std::size_t i = 0; i < right.buffers.size(); ++i) {
        const auto [here, there] = std::ranges::mismatch(right.buffers[i], translated.buffers[i]);
        EXPECT_EQ(here - right.buffers[i].begin(), static_cast<std::ptrdiff_t>(right.buffers[i].size()))
            << what << ", buffer " << i << ": the first byte that differs";
    }
    std::optional<OfEachInstruction> each;
    std::optional<OfShapes> shapes;
    run_with(Code::interpreted, launch, [&](std::uint32_t instructions) -> Observer& { return each.emplace(instructions); });
    const ComparedRun counted =
        run_with(Code::translated, launch, [&](std::uint32_t instructions) -> Observer& { return shapes.emplace(instructions); });
    EXPECT_EQ(text_of(right.outcome.trap), text_of(counted.outcome.trap)) << what;
    EXPECT_TRUE(right.buffers == counted.buffers) << what;
    const testing::ScopedTrace trace(__FILE__, __LINE__, what);
    const std::optional<Trap>& trap = right.outcome.trap;
    if (!launch.takes_turns)
        expect_same(*shapes, each->seen, trap ? std::optional(trap->pc) : std::nullopt);
    return translated;
}

TEST(TranslatedCode, RandomKernelsComputeTheSameBits)
{
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const RandomKernel kernel = random_kernel(seed, 300);
        std::vector<std::byte> area(kernel.area_bytes);
        for (std::size_t i = 0; i < area.size(); ++i)
            area[i] = static_cast<std::byte>(i * 7 + (i >> 8U));
        const ptx::Module module = parse_text(kernel.text);
        constexpr std::array<std::uint32_t, 4> kThreads { 32, 40, 64, 96 };
        const LaunchShape shape { .grid = { 1 + static_cast<std::uint32_t>(seed % 2) }, .block = { kThreads.at(seed % 4) } };
        const ComparedLaunch launch { module, shape,
            { kernel.numbers, kernel.patterns, area, area, std::vector<std::byte>(kernel.out_bytes) } };
        EXPECT_EQ(text_of(expect_same(launch, fmt::format("seed {}", seed)).outcome.trap), "no trap");
        if (HasFailure())
            return;
    }
}

// A kernel with a loop: in iteration 300 some lanes access the wrong address. `access` uses [%a], an address of `bits` bits.
struct LoopAccess {
    const char* space;
    unsigned bits;
    const char* instruction;
};
std::string faulty_loop(
    const LoopAccess& access, const std::string& wrong, unsigned first_lane, bool of_some_lanes, unsigned step)
{
    const char* base = std::string_view(access.space) == "global" ? "ld.param.u64 %a0, [p0]"
        : std::string_view(access.space) == "shared"              ? "mov.u64 %a0, area"
                                                                  : "mov.u64 %a0, table";
    return fmt::format(".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".const .align 16 .b8 table[4096];\n.shared .align 16 .b8 area[4096];\n"
                       ".visible .entry k(.param .u64 p0, .param .u64 p1)\n{{\n.reg .pred %p<4>;\n.reg .b16 %h<2>;\n"
                       ".reg .b32 %r<8>;\n.reg .b64 %d<4>;\n.reg .b64 %a<5>;\n.reg .f32 %f<3>;\n.reg .b{} %a;\n"
                       "mov.u32 %r0, %tid.x;\nand.b32 %r1, %r0, 31;\nld.param.u64 %d0, [p1];\n"
                       "mad.wide.u32 %d0, %r0, 8, %d0;\n{};\nmad.wide.u32 %a1, %r1, {}, %a0;\nmov.u32 %r2, 0;\n"
                       "mov.f32 %f1, 0f3f800000;\nsetp.ge.u32 %p0, %r1, {};\n@%p0 bra end;\nagain:\n"
                       "add.s32 %r2, %r2, 1;\nfma.rn.f32 %f1, %f1, %f1, %f1;\nst.global.b32 [%d0], %r2;\n"
                       "setp.eq.s32 %p1, %r2, 300;\nsetp.ge.u32 %p2, %r1, {};\nand.pred %p1, %p1, %p2;\n"
                       "{};\nselp.b64 %a3, %a2, %a1, %p1;\ncvt.u{}.u64 %a, %a3;\n{};\n"
                       "add.f32 %f1, %f1, 0fbf000000;\nst.global.b32 [%d0+4], %f1;\n"
                       "setp.lt.s32 %p3, %r2, 400;\n@%p3 bra again;\nend:\nret;\n}}\n",
        access.bits, base, step, of_some_lanes ? 29 : 32, first_lane, wrong, access.bits, access.instruction);
}

TEST(TranslatedCode, FaultsAreTheSameAfterManyIterations)
{
    const std::vector<LoopAccess> accesses { { "global", 64, "ld.global.b32 %r3, [%a]" },
        { "global", 64, "ld.global.b64 %d1, [%a]" }, { "global", 64, "ld.global.u16 %h1, [%a]" },
        { "global", 64, "ld.global.s8 %r3, [%a]" }, { "global", 64, "ld.global.u16 %r3, [%a]" },
        { "global", 64, "ld.global.v4.b32 {%r3, %r4, %r5, %r6}, [%a]" }, { "global", 64, "ld.global.v2.b64 {%d1, %d2}, [%a]" },
        { "global", 64, "st.global.b32 [%a], %r2" }, { "global", 64, "st.global.b64 [%a], %d0" },
        { "global", 64, "st.global.u8 [%a], %r2" }, { "global", 64, "st.global.b16 [%a], %h0" },
        { "global", 64, "st.global.v2.b32 [%a], {%r1, %r2}" }, { "global", 64, "atom.global.add.u32 %r3, [%a], 1" },
        { "shared", 32, "ld.shared.b32 %r3, [%a]" }, { "shared", 64, "ld.shared.b32 %r3, [%a]" },
        { "shared", 32, "ld.shared.b64 %d1, [%a]" }, { "shared", 32, "ld.shared.v4.b32 {%r3, %r4, %r5, %r6}, [%a]" },
        { "shared", 32, "st.shared.b32 [%a], %r2" }, { "shared", 64, "st.shared.b64 [%a], %d0" },
        { "shared", 32, "st.shared.b16 [%a], %h0" }, { "shared", 32, "atom.shared.add.u32 %r3, [%a], 1" },
        { "constant", 64, "ld.const.b32 %r3, [%a]" }, { "constant", 64, "ld.const.v2.b64 {%d1, %d2}, [%a]" },
        { "constant", 64, "ld.const.b16 %h1, [%a]" } };
    unsigned traps = 0;
    unsigned runs = 0;
    const auto compare = [&](const LoopAccess& access, const std::string& wrong, unsigned first_lane, bool of_some_lanes,
                             unsigned step) {
        const ptx::Module module = parse_text(faulty_loop(access, wrong, first_lane, of_some_lanes, step));
        const ComparedLaunch launch { module, { .grid = { 1 }, .block = { first_lane == 17 ? 52U : 64U } },
            { std::vector<std::byte>(4096), std::vector<std::byte>(512) } };
        const std::string what = fmt::format("{}, {}, lane {}, step {}", access.instruction, wrong, first_lane, step);
        traps += expect_same(launch, what).outcome.trap ? 1U : 0U;
        ++runs;
    };
    for (const LoopAccess& access : accesses) {
        for (const char* wrong : { "add.u64 %a2, %a0, 4096", "add.u64 %a2, %a1, 3", "mov.u64 %a2, 0x7fffffff0000" }) {
            for (const unsigned first_lane : { 0U, 17U, 28U }) {
                for (const unsigned step : { 2U, 4U, 8U, 16U }) {
                    compare(access, wrong, first_lane, false, step);
                    compare(access, wrong, first_lane, true, step);
                }
            }
        }
    }
    EXPECT_GT(traps, runs * 4 / 5) << "bytes are not misaligned, and constants may be read past the end";
}

// After the budget has been looked at, and turns of two warps.
TEST(TranslatedCode, FaultIsTheSameAfterManySlices)
{
    for (const unsigned first_lane : { 0U, 28U }) {
        std::string text =
            faulty_loop({ "global", 64, "st.global.b32 [%a], %r2" }, "mov.u64 %a2, 0x7fffffff0000", first_lane, false, 4);
        text.replace(text.find("%r2, 300"), 8, "%r2, 90000");
        text.replace(text.find("%r2, 400"), 8, "%r2, 90001");
        const ptx::Module module = parse_text(text);
        ComparedLaunch launch { module, { .grid = { 1 }, .block = { 64 } },
            { std::vector<std::byte>(4096), std::vector<std::byte>(512) } };
        launch.takes_turns = true;
        EXPECT_TRUE(expect_same(launch, fmt::format("lane {}", first_lane)).outcome.trap.has_value());
    }
}

// Addresses follow each other up to the last lane, and the buffer ends there or before.
TEST(TranslatedCode, LastLaneMayBePastTheEnd)
{
    for (const char* instruction : { "ld.global.b32 %r3, [%a+8]", "st.global.b32 [%a+8], %r2" }) {
        for (const std::size_t missing : { 0U, 1U, 4U, 64U }) {
            const std::string text = faulty_loop({ "global", 64, instruction }, "mov.u64 %a2, %a1", 0, false, 4);
            const ptx::Module module = parse_text(text);
            for (const std::uint32_t threads : { 64U, 16U, 40U }) {
                const ComparedLaunch launch { module, { .grid = { 1 }, .block = { threads } },
                    { std::vector<std::byte>(8 + 128 - missing), std::vector<std::byte>(512) } };
                const ComparedRun result = expect_same(launch, fmt::format("{}, {} bytes missing", instruction, missing));
                EXPECT_EQ(result.outcome.trap.has_value(), missing != 0 && threads != 16) << missing;
            }
        }
    }
}

// Branches into a run of instructions without another branch: what is counted, and a fault there.
TEST(TranslatedCode, TargetsInsideStraightCode)
{
    const ptx::Module module = parse_text(std::string { kHeader }
        + ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<6>;\n.reg .b64 %d<5>;\nld.param.u64 %d1, [p];\n"
          "mov.u32 %r1, %tid.x;\nmad.wide.u32 %d2, %r1, 4, %d1;\nld.global.b32 %r2, [%d2];\n"
          "targets: .branchtargets A, B, C, D;\nbrx.idx %r2, targets;\n"
          "A:\nadd.s32 %r3, %r3, 3;\nadd.s32 %r4, %r4, %r3;\n"
          "B:\nmul.lo.s32 %r3, %r3, 5;\nadd.s32 %r4, %r4, 7;\nld.global.b32 %r5, [%d2+256];\n"
          "C:\nxor.b32 %r3, %r4, 11;\nst.global.b32 [%d2+128], %r3;\n"
          "D:\nsub.s32 %r3, %r3, 13;\nst.global.b32 [%d2+128], %r3;\nret;\n}\n");
    for (std::uint32_t targets = 0; targets < 256; ++targets) {
        std::vector<std::byte> numbers((targets & 4U) != 0 ? 380 : 384);
        for (std::size_t lane = 0; lane < 32; ++lane)
            numbers[4 * lane] = static_cast<std::byte>(targets >> (lane % 4 * 2) & 3U);
        static_cast<void>(expect_same({ module, { .grid = { 1 }, .block = { 32 } }, { numbers } }, fmt::format("{:x}", targets)));
    }
}

// A handler refuses the access, the launch finds the new buffers, and the rest of the instructions runs.
TEST(TranslatedCode, BufferAllocatedDuringTheLaunch)
{
    const ptx::Module module = parse_text(std::string { kHeader }
        + ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<6>;\n.reg .b64 %d<5>;\nld.param.u64 %d1, [p];\n"
          "mov.u32 %r1, %tid.x;\nmad.wide.u32 %d3, %r1, 4, %d1;\n"
          "again:\nld.volatile.global.u64 %d2, [%d1];\nsetp.eq.s64 %p1, %d2, 0;\n@%p1 bra again;\n"
          "mad.wide.u32 %d4, %r1, 4, %d2;\nadd.s32 %r1, %r1, 5;\nld.global.b32 %r2, [%d4];\nmul.lo.s32 %r3, %r2, 3;\n"
          "st.global.b32 [%d4+256], %r3;\nadd.s32 %r4, %r3, %r1;\nst.global.b32 [%d3+8], %r4;\nret;\n}\n");
    for (const Code code : { Code::interpreted, Code::translated }) {
        const Result<Program> program = lower_as(module, "k", code);
        ASSERT_TRUE(program.ok());
        DeviceMemory memory;
        const DeviceAddress word = memory.allocate("word", 8 + 64 * 4);
        LaunchGate gate;
        gate.set_host_may_write(true);
        RunOptions options;
        options.gate = &gate;
        DeviceAddress added = 0;
        std::jthread host([&] {
            gate.stop();
            added = memory.allocate("added", 512);
            const std::uint32_t seven = 7;
            for (std::size_t i = 0; i < 64; ++i)
                std::memcpy(memory.bytes(added).data() + 4 * i, &seven, sizeof(seven));
            std::memcpy(memory.bytes(word).data(), &added, sizeof(added));
            gate.go_on();
        });
        const Result<LaunchOutcome> outcome =
            run(*program, memory, { .grid = { 1 }, .block = { 64 } }, Parameters().add(word).bytes(), options);
        host.join();
        ASSERT_TRUE(outcome.ok());
        EXPECT_FALSE(outcome->trap) << fault_of(*outcome);
        for (std::uint32_t i = 0; i < 64; ++i) {
            std::uint32_t value = 0;
            std::memcpy(&value, memory.bytes(word).data() + 8 + 4 * std::size_t { i }, sizeof(value));
            ASSERT_EQ(value, 21 + i + 5);
            std::memcpy(&value, memory.bytes(added).data() + 256 + 4 * std::size_t { i }, sizeof(value));
            ASSERT_EQ(value, 21U);
        }
    }
}

bool throw_from_handler(WarpState&, const Operation&)
{
    throw std::bad_alloc();
}

// A handler may need memory that the computer does not have.
TEST(TranslatedCode, ExceptionsOfHandlersPass)
{
    Operation throws;
    throws.full = &throw_from_handler;
    throws.masked = &throw_from_handler;
    Operation end;
    end.kind = OperationKind::end;
    ProgramBody body;
    body.operations = { throws, end };
    body.straight_end = { 1, 1 };
    body.effective = { 0 };
    body.first_effective = { 0, 1 };
    body.functions.resize(1);
    const auto code = jit::translate(body, best_instruction_set(), jit::Counting::none);
    if (code == nullptr)
        GTEST_SKIP() << "no translation for this processor";
    for (const jit::Entry entry : { code->full[0], code->masked[0] }) {
        WarpState state;
        jit::Progress progress;
        ASSERT_NE(entry, nullptr);
        EXPECT_THROW(entry(state, progress), std::bad_alloc);
    }
}

constexpr const char* kEndless = ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<3>;\n.reg .b32 %r<4>;\n.reg .b64 %d<2>;\n"
                                 "ld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, 0;\nsetp.gt.u32 %p1, %r1, 9;\n"
                                 "BRANCH\nagain:\nadd.s32 %r2, %r2, 1;\nand.b32 %r3, %r2, 7;\nsetp.eq.s32 %p2, %r3, 3;\n"
                                 "@%p2 bra again;\nst.global.b32 [%d1], %r2;\nbra again;\nend:\nret;\n}\n";

TEST(TranslatedCode, EndlessLoopsUseUpTheirBudget)
{
    for (const char* branch : { "", "@%p1 bra end;", "@!%p1 bra end;", "@%p1 exit;" }) {
        std::string text = std::string { kHeader } + kEndless;
        text.replace(text.find("BRANCH"), 6, branch);
        const ptx::Module module = parse_text(text);
        for (const std::uint64_t budget : { 0ULL, 1ULL, 100ULL, 20'001ULL, 100'000ULL, 345'678ULL }) {
            ComparedLaunch launch { module, { .grid = { 1 }, .block = { 70 } }, { std::vector<std::byte>(4) },
                { .instruction_budget = budget } };
            launch.takes_turns = true;
            const ComparedRun result = expect_same(launch, fmt::format("`{}`, budget {}", branch, budget));
            ASSERT_TRUE(result.outcome.trap.has_value());
            EXPECT_EQ(result.outcome.trap->kind, TrapKind::budget_exhausted);
        }
    }
}

TEST(TranslatedCode, EndlessLoopStops)
{
    std::string text = std::string { kHeader } + kEndless;
    text.replace(text.find("BRANCH"), 6, "");
    const ptx::Module module = parse_text(text);
    std::stop_source source;
    std::jthread stopping([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        source.request_stop();
    });
    const ComparedRun result = run_with(Code::translated,
        { module, { .grid = { 3 }, .block = { 64 } }, { std::vector<std::byte>(4) }, { .stop = source.get_token() } });
    EXPECT_TRUE(result.outcome.stopped);
    EXPECT_FALSE(result.outcome.trap) << fault_of(result.outcome);
    ASSERT_TRUE(result.outcome.stopped_at.has_value());
}

// Warps and blocks that wait for each other, on one processor: the order of their slices is the same.
TEST(TranslatedCode, WaitingWarpsTakeTheSameTurns)
{
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const ptx::Module module = parse_fixture("waiting.ptx");
    for (const char* name : { "wait_for_warp", "wait_for_block", "spin_lock", "block_barrier" }) {
        ComparedLaunch launch { module, { .grid = { 3 }, .block = { 64 } }, { std::vector<std::byte>(4096) } };
        launch.kernel = name;
        launch.takes_turns = true;
        if (std::string_view(name) == "spin_lock")
            launch.last_parameter = 40'000;
        EXPECT_EQ(text_of(expect_same(launch, name).outcome.trap), "no trap") << name;
    }
}

} // namespace

} // namespace warpstage::simt
