// Local memory, constants, module variables, parameters: addresses, limits, lifetimes.
#include "core/simt/operation.h"
#include "launch.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

struct Table {
    std::array<std::int32_t, 8> values { 1, 2, 3, 4, 5, 6, 7, 8 };
    std::int32_t first = 50;
    double second = 1.5;
};

Parameters with_table()
{
    const Table table;
    std::array<std::byte, 48> bytes {};
    std::memcpy(bytes.data(), table.values.data(), 32);
    std::memcpy(bytes.data() + 32, &table.first, 4);
    std::memcpy(bytes.data() + 40, &table.second, 8);
    Parameters parameters;
    for (const std::byte byte : bytes)
        parameters.add(byte);
    return parameters;
}

TEST(GenericAddress, RefersToAnotherSpaceInEachLane)
{
    const Launched launched = launch(parse_fixture("memory_spaces.ptx"), "generic_sums", { .block = { 40 } }, 40);
    EXPECT_EQ(fault_of(launched.outcome), "no trap");
    for (std::int32_t i = 0; i < 40; ++i) {
        const std::array<std::int32_t, 4> sums { 10, 6 * i, 100, 0 };
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], sums[static_cast<std::size_t>(i % 4)]) << i;
    }
}

TEST(Structure, IsPassedAndReturnedByValue)
{
    const Launched launched = launch(parse_fixture("memory_spaces.ptx"), "structures", { .block = { 32 } }, 32, with_table());
    EXPECT_EQ(fault_of(launched.outcome), "no trap");
    for (std::int32_t i = 0; i < 32; ++i)
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)],
            (i % 8 + 1) * i + 50 + i + static_cast<std::int32_t>(1.5 * i) + (i + 1) % 8 + 1)
            << i;
}

TEST(Parameter, IsReadThroughItsAddress)
{
    const Launched launched = launch(parse_fixture("memory_spaces.ptx"), "grid_constant", { .block = { 32 } }, 32, with_table());
    EXPECT_EQ(fault_of(launched.outcome), "no trap");
    for (std::int32_t i = 0; i < 32; ++i) {
        const std::int32_t start = i % 4 + 1;
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], 4 * start + 6 + i % 8 + 1) << i;
    }
}

std::vector<std::int32_t> module_values(const ptx::Module& module, DeviceMemory& memory, ModuleMemory* variables)
{
    const Result<Program> program = Program::lower(module, *module.find("module_variables"));
    EXPECT_TRUE(program.ok());
    const DeviceAddress out = memory.allocate("out", 12);
    RunOptions options;
    options.module = variables;
    const Result<LaunchOutcome> outcome = run(*program, memory, {}, Parameters().add(out).bytes(), options);
    EXPECT_TRUE(outcome.ok());
    EXPECT_EQ(fault_of(*outcome), "no trap");
    std::vector<std::int32_t> values(3);
    std::memcpy(values.data(), memory.bytes(out).data(), 12);
    return values;
}

TEST(ModuleMemory, KeepsItsValuesFromLaunchToLaunch)
{
    const ptx::Module module = parse_fixture("memory_spaces.ptx");
    DeviceMemory memory;
    Result<ModuleMemory> variables = ModuleMemory::load(module, memory);
    ASSERT_TRUE(variables.ok()) << variables.error().message;
    EXPECT_EQ(module_values(module, memory, &*variables), (std::vector { 100, 0, 12 }));
    EXPECT_EQ(module_values(module, memory, &*variables), (std::vector { 101, 5, 12 }));

    // As cudaMemcpyToSymbol does.
    const std::int32_t value = 7;
    std::memcpy(variables->find("counter", memory)->data(), &value, sizeof(value));
    std::memcpy(variables->find("constant_pair", memory)->data(), &value, sizeof(value));
    EXPECT_EQ(module_values(module, memory, &*variables), (std::vector { 7, 10, 12 }));
    EXPECT_EQ(variables->find("history", memory)->size(), 16U);
    EXPECT_FALSE(variables->find("nothing", memory).has_value());

    // Without it, each launch initializes the variables again.
    EXPECT_EQ(module_values(module, memory, nullptr), (std::vector { 100, 0, 12 }));
    EXPECT_EQ(module_values(module, memory, nullptr), (std::vector { 100, 0, 12 }));
}

std::string load_refusal(const std::string& declarations)
{
    DeviceMemory memory;
    const ptx::Module module = parse_text(kHeader + declarations);
    const Result<ModuleMemory> variables = ModuleMemory::load(module, memory);
    EXPECT_TRUE(memory.regions().empty() == !variables.ok()) << "a rejected load frees its memory";
    return variables.ok() ? std::string {} : variables.error().message;
}

TEST(ModuleMemory, RefusesWhatDoesNotFit)
{
    EXPECT_APPROVED(load_refusal(".const .b8 x[65537];"));
    EXPECT_APPROVED(load_refusal(".global .b8 a[4];\n.global .b8 x[1099511627776];"));
    EXPECT_APPROVED(load_refusal(".shared .b8 tile[4];\n.global .u64 p = tile;"));
    EXPECT_APPROVED(load_refusal(".extern .global .b8 other[];\n.global .b8 y[4];\n.global .u64 p = other;"));
    EXPECT_EQ(load_refusal(".global .b8 y[4];"), "");
}

TEST(ModuleMemory, InitializersHoldAddresses)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.global .align 4 .b8 x[16];
.const .align 4 .b8 padding[4];
.const .align 4 .b8 c[16];
.global .align 8 .u64 plain[4] = {x+4, generic(x)-0, c, generic(c)+8};
.global .align 8 .b8 bytes[4] = {0xFF(generic(x)), 0xFF00(generic(x)), 0xFF0000(generic(x)), 0xFF0000000000(generic(x))};)");
    DeviceMemory memory;
    Result<ModuleMemory> variables = ModuleMemory::load(module, memory);
    ASSERT_TRUE(variables.ok()) << variables.error().message;
    const std::uint64_t x = memory.regions().front().base;
    std::array<std::uint64_t, 4> plain {};
    std::memcpy(plain.data(), variables->find("plain", memory)->data(), sizeof(plain));
    EXPECT_EQ(plain, (std::array<std::uint64_t, 4> { x + 4, x, 4, kConstantWindow + 12 }));
    const auto bytes = *variables->find("bytes", memory);
    const std::array<unsigned, 4> shifts { 0, 8, 16, 40 };
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(std::to_integer<std::uint64_t>(bytes[i]), x >> shifts[i] & 0xffU) << i;
}

std::string local_fault(const std::string& body)
{
    const ptx::Module module =
        parse_text(std::string(kHeader) + ".const .align 8 .b8 weights[16];\n.visible .entry k(.param .u64 p)\n{"
            + ".local .align 8 .b8 buffer[20];\n.reg .b32 %r<4>; .reg .b64 %d<4>;\n" + body + "\nret; }");
    RunOptions options;
    options.checks.memory = true; // without checks, an H200 reads zeros behind the constants, and so does the virtual machine
    return fault_of(launch_plain(module, "k", { .block = { 4 } }, Parameters().add(std::uint64_t { 0 }), options));
}

TEST(LocalMemory, FaultsNameTheSpaceAndTheDistance)
{
    EXPECT_APPROVED(local_fault("\nst.local.u32 [buffer+32], %r1;"));
    EXPECT_APPROVED(local_fault("mov.u64 %d1, buffer;\nld.local.u64 %d2, [%d1+4];"));
    EXPECT_APPROVED(local_fault("mov.u64 %d1, buffer; cvta.local.u64 %d1, %d1;\nld.u8 %r2, [%d1-3];"));
    EXPECT_APPROVED(local_fault("mov.u64 %d1, weights;\nld.const.u32 %r2, [%d1+16];"));
    EXPECT_APPROVED(local_fault("mov.u64 %d1, 0;\nld.const.u32 %r2, [%d1-4];"));
    EXPECT_APPROVED(local_fault("mov.b64 %d1, p;\nld.param.u64 %d2, [%d1+8];"));
    EXPECT_APPROVED(local_fault("mov.u64 %d1, 1152921505680588800;\nst.u32 [%d1], %r2;"));
}

std::string shared_fault(const std::string& body)
{
    const ptx::Module module = parse_text(std::string(".version 8.0\n.target sm_90\n.address_size 64\n")
        + ".visible .entry k()\n{.shared .align 16 .b8 tile[64];\n.reg .b32 %r<4>; .reg .b64 %d<4>;\n"
        + "mov.u64 %d1, tile;\ncvta.shared.u64 %d1, %d1;\nmov.u32 %r1, tile;\nmapa.shared::cluster.u32 %r1, %r1, 1;\n" + body
        + "\nret; }");
    return fault_of(launch_plain(module, "k", { .grid = { 2 }, .block = { 4 }, .cluster = Dim3 { 2 } }));
}

TEST(SharedMemory, OfTheBlockHasNoOtherAddresses)
{
    EXPECT_APPROVED(shared_fault("ld.shared.u32 %r2, [%d1+4];"));
    EXPECT_APPROVED(shared_fault("st.shared.v2.u32 [%d1+8], {%r2, %r3};"));
    EXPECT_APPROVED(shared_fault("atom.shared.add.u32 %r2, [%d1], 1;"));
    EXPECT_APPROVED(shared_fault("ld.shared.u32 %r2, [%r1];"));
    EXPECT_EQ(shared_fault("ld.shared::cluster.u32 %r2, [%r1];"), "no trap");
}

// The host may register memory from any address on.
TEST(RegisteredMemory, IsAlignedAsItsAddresses)
{
    const ptx::Module module = parse_text(std::string(kHeader)
        + ".visible .entry k(.param .u64 p)\n{.reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg .b64 %d<5>;\nld.param.u64 %d1, [p];\n"
          "mov.u32 %r1, %tid.x;\nmad.wide.u32 %d2, %r1, 8, %d1;\nmov.u32 %r2, 0;\nagain:\nld.global.u64 %d3, [%d2];\n"
          "add.u64 %d3, %d3, 1;\nst.global.u64 [%d2], %d3;\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 100;\n"
          "@%p1 bra again;\nret;\n}\n");
    std::array<std::uint64_t, 40> words {};
    DeviceMemory memory;
    const DeviceAddress mapped = memory.map("registered", std::as_writable_bytes(std::span(words)).subspan(4));
    for (const std::uint32_t threads : { 32U, 20U })
        EXPECT_EQ(fault_of(launch_in(memory, module, "k", { .block = { threads } }, Parameters().add(mapped + 4))), "no trap");
    for (std::size_t i = 0; i < words.size(); ++i)
        EXPECT_EQ(words[i], i == 0 || i > 32 ? 0U : i > 20 ? 100U : 200U) << i;
    for (const std::uint32_t threads : { 32U, 20U })
        EXPECT_THAT(fault_of(launch_in(memory, module, "k", { .block = { threads } }, Parameters().add(mapped))),
            testing::HasSubstr("the address is not a multiple of 8"));
}

TEST(LocalMemory, IsZeroForEachBlock)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 out)
{
    .local .align 4 .b8 buffer[64];
    .reg .b32 %r<6>;
    .reg .b64 %d<6>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %ctaid.x;
    and.b32 %r2, %r1, 15;
    mul.wide.u32 %d2, %r2, 4;
    mov.u64 %d3, buffer;
    add.u64 %d3, %d3, %d2;
    ld.local.u32 %r3, [buffer+60];
    ld.local.u32 %r4, [%d3];
    add.u32 %r3, %r3, %r4;
    add.u32 %r4, %r1, 1;
    st.local.u32 [%d3], %r4;
    st.local.u32 [buffer+60], %r4;
    mul.wide.u32 %d4, %r1, 4;
    add.u64 %d5, %d1, %d4;
    st.global.u32 [%d5], %r3;
    ret;
})");
    const Launched launched = launch(module, "k", { .grid = { 100 }, .block = { 33 } }, 100);
    EXPECT_EQ(launched.out, std::vector<std::int32_t>(100, 0));
}

TEST(LocalMemory, OfAKernelHasALimit)
{
    const auto refusal = [](const std::string& size) {
        const ptx::Module module =
            parse_text(kHeader + (".visible .entry k() { .local .b8 huge[" + size + "]; .reg .b64 d; mov.u64 d, huge; ret; }"));
        const Result<Program> program = Program::lower(module, module.functions.front());
        EXPECT_TRUE(program.ok());
        DeviceMemory memory;
        const Result<LaunchOutcome> outcome = run(*program, memory, {}, {});
        return outcome.ok() ? std::string {} : outcome.error().message;
    };
    EXPECT_EQ(refusal("524288"), "");
    EXPECT_APPROVED(refusal("524289"));
    EXPECT_APPROVED(refusal("1099511627776"));
}

TEST(Isspacep, DistinguishesEverySpace)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.global .u32 g;
.const .u32 c;
.shared .u32 s;
.visible .entry k(.param .u64 out)
{
    .local .u32 l;
    .reg .b32 %r<9>;
    .reg .b64 %d<9>;
    .reg .pred %p<6>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    mov.u64 %d2, g;          cvta.global.u64 %d2, %d2;
    mov.u64 %d3, c;          cvta.const.u64 %d3, %d3;
    mov.u64 %d4, s;          cvta.shared.u64 %d4, %d4;
    mov.u64 %d5, l;          cvta.local.u64 %d5, %d5;
    mov.u64 %d6, out;        cvta.param.u64 %d6, %d6;
    setp.eq.u32 %p1, %r1, 1; selp.b64 %d2, %d3, %d2, %p1;
    setp.eq.u32 %p1, %r1, 2; selp.b64 %d2, %d4, %d2, %p1;
    setp.eq.u32 %p1, %r1, 3; selp.b64 %d2, %d5, %d2, %p1;
    setp.eq.u32 %p1, %r1, 4; selp.b64 %d2, %d6, %d2, %p1;
    isspacep.global %p1, %d2;
    isspacep.const %p2, %d2;
    isspacep.shared %p3, %d2;
    isspacep.local %p4, %d2;
    isspacep.param %p5, %d2;
    selp.u32 %r2, 1, 0, %p1;
    selp.u32 %r3, 2, 0, %p2; or.b32 %r2, %r2, %r3;
    selp.u32 %r3, 4, 0, %p3; or.b32 %r2, %r2, %r3;
    selp.u32 %r3, 8, 0, %p4; or.b32 %r2, %r2, %r3;
    selp.u32 %r3, 16, 0, %p5; or.b32 %r2, %r2, %r3;
    mul.wide.u32 %d7, %r1, 4;
    add.u64 %d7, %d1, %d7;
    st.global.u32 [%d7], %r2;
    ret;
})");
    const Launched launched = launch(module, "k", { .block = { 5 } }, 5);
    EXPECT_EQ(fault_of(launched.outcome), "no trap");
    EXPECT_EQ(launched.out, (std::vector<std::int32_t> { 1, 2, 4, 8, 16 }));
}

} // namespace

} // namespace warpstage::simt
