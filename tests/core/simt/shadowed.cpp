#include "shadowed.h"

#include "launch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>

namespace warpstage::simt {

double SeenValue::ulp() const
{
    return std::abs(error()) / ulp_of(value.exact, value.format);
}

double SeenValue::explained() const
{
    return std::accumulate(origins.begin(), origins.end(), 0.0);
}

const LineRounding& Shadowed::line(std::uint32_t number) const
{
    const auto known = std::ranges::find(lines, number, &LineRounding::line);
    if (known != lines.end())
        return *known;
    ADD_FAILURE() << "line " << number << " has no floating-point operation";
    static const LineRounding kNone;
    return kNone;
}

Shadowed shadowed(const std::string& body, const std::vector<float>& x, std::uint32_t threads, std::size_t most_bytes)
{
    const std::string text = R"(.version 8.7
.target sm_90a
.address_size 64
.file 1 "kernels.cu"
.visible .entry k(.param .u64 out, .param .u64 in)
{
    .reg .b64 %out, %x, %at, %rd<8>;
    .reg .b32 %lane, %i, %r<16>;
    .reg .b16 %h<16>;
    .reg .f32 %f<32>;
    .reg .f64 %d<8>;
    .reg .pred %p<4>;
    .shared .align 16 .b8 tile[512];
    .loc 1 1 0
    ld.param.u64 %out, [out];
    ld.param.u64 %x, [in];
    mov.u32 %lane, %tid.x;
)" + body
        + "\n    ret;\n}\n";
    const ptx::Module module = parse_text(text);
    const Result<Program> program = Program::lower(module, *module.find("k"));
    if (!program.ok()) {
        ADD_FAILURE() << program.error().message;
        return {};
    }
    DeviceMemory memory;
    constexpr std::size_t kOutBytes = 1024;
    const DeviceAddress out = memory.allocate("out", kOutBytes);
    const DeviceAddress in = memory.allocate("x", std::max<std::size_t>(4, x.size() * sizeof(float)));
    std::ranges::copy(std::as_bytes(std::span(x)), memory.bytes(in).begin());
    Parameters parameters;
    parameters.add(out).add(in);
    const Program* const all[] { &*program };
    ShadowRun shadow(all, most_bytes);
    shadow.begin(*program);
    RunOptions options;
    options.observer = &shadow;
    options.blocks = Blocks::all_observed;
    const Result<LaunchOutcome> outcome = run(*program, memory, { .block = { threads } }, parameters.bytes(), options);
    EXPECT_TRUE(outcome.ok());
    EXPECT_EQ(fault_of(*outcome), "no trap");
    Shadowed result;
    result.out.resize(kOutBytes / 2);
    const std::span<const std::byte> bytes = memory.bytes(out);
    shadow.values().for_each(bytes, [&](const std::byte* place, const ShadowValues::Entry& entry) {
        result.out[static_cast<std::size_t>(place - bytes.data()) / 2] =
            SeenValue { entry.value, { entry.origins, entry.origins + shadow.lines().size() } };
    });
    result.lines.assign(shadow.lines().begin(), shadow.lines().end());
    result.full = shadow.values().is_full();
    return result;
}

} // namespace warpstage::simt
