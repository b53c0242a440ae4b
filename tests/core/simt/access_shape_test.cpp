// Loads and stores of warps whose addresses have all shapes that blocks make: rows of 8, 16 and 32 threads, equal addresses,
// strides, and single lanes beside them. The result is that of one lane after the other.
#include "launch.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

constexpr std::size_t kLanes = 32;
constexpr std::size_t kBytes = 1024; // of each buffer
using Offsets = std::array<std::int64_t, kLanes>;

struct Shape {
    Offsets offsets {};
    bool is_allowed = true;
};

class Shapes {
public:
    Shapes(std::int64_t element, std::int64_t displacement, std::uint32_t seed)
        : m_element(element)
        , m_displacement(displacement)
        , m_random(seed)
    {
    }

    Shape next()
    {
        Shape shape;
        const std::size_t row = std::size_t { 4 } << up_to(3); // lanes
        const std::int64_t odd_kind = up_to(8);
        for (std::size_t first = 0; first < kLanes; first += row) {
            const std::int64_t step = std::array<std::int64_t, 4> { 0, 1, 1, 2 }[static_cast<std::size_t>(up_to(3))];
            const std::int64_t start = up_to(static_cast<std::int64_t>(kBytes) / m_element - 65);
            for (std::size_t lane = first; lane < first + row; ++lane)
                shape.offsets[lane] = (start + step * static_cast<std::int64_t>(lane - first)) * m_element - m_displacement;
        }
        std::int64_t& lane = shape.offsets[static_cast<std::size_t>(up_to(kLanes - 1))];
        if (odd_kind == 0)
            lane = up_to(static_cast<std::int64_t>(kBytes) / m_element - 1) * m_element - m_displacement;
        if (odd_kind == 1)
            lane += 2; // misaligned
        if (odd_kind == 2)
            lane = static_cast<std::int64_t>(kBytes) - m_displacement
                - m_element * up_to(1); // behind the buffer, or its last element
        if (odd_kind == 3) { // a whole row at the end, or one element too far
            for (std::size_t i = 0; i < 8; ++i)
                shape.offsets[24 + i] = static_cast<std::int64_t>(kBytes) - m_displacement
                    + (static_cast<std::int64_t>(i) - 8) * m_element + (up_to(1) == 0 && i == 7 ? m_element : 0);
        }
        for (const std::int64_t offset : shape.offsets) {
            const std::int64_t place = offset + m_displacement;
            shape.is_allowed = shape.is_allowed && place % m_element == 0 && place >= 0
                && place + m_element <= static_cast<std::int64_t>(kBytes);
        }
        return shape;
    }

private:
    std::int64_t up_to(std::int64_t last) { return std::uniform_int_distribution<std::int64_t>(0, last)(m_random); }

    std::int64_t m_element;
    std::int64_t m_displacement;
    std::mt19937 m_random;
};

struct Kernel {
    std::string name;
    std::int64_t element; // bytes
    std::int64_t displacement; // bytes
    bool starts_with_input; // what is not written has the content of the input
};

class AccessShape : public testing::TestWithParam<Kernel> { };

TEST_P(AccessShape, MovesAsLaneAfterLane)
{
    const Kernel& kernel = GetParam();
    const ptx::Module module = parse_fixture("access_shapes.ptx");
    const Result<Program> program = Program::lower(module, *module.find(kernel.name));
    ASSERT_TRUE(program.ok());
    Shapes shapes(kernel.element, kernel.displacement, 7);
    std::vector<std::uint8_t> content(kBytes);
    for (std::size_t i = 0; i < kBytes; ++i)
        content[i] = static_cast<std::uint8_t>(i * 37 + i / 256);
    unsigned allowed = 0;
    for (unsigned round = 0; round < 3000; ++round) {
        const Shape from = shapes.next();
        const Shape to = shapes.next();
        DeviceMemory memory;
        const DeviceAddress in = memory.allocate("in", kBytes);
        const DeviceAddress out = memory.allocate("out", kBytes);
        const DeviceAddress from_address = memory.allocate("from", sizeof(Offsets));
        const DeviceAddress to_address = memory.allocate("to", sizeof(Offsets));
        std::memcpy(memory.bytes(in).data(), content.data(), kBytes);
        std::memcpy(memory.bytes(from_address).data(), from.offsets.data(), sizeof(Offsets));
        std::memcpy(memory.bytes(to_address).data(), to.offsets.data(), sizeof(Offsets));
        const Result<LaunchOutcome> outcome = run(*program, memory, { .block = { kLanes } },
            Parameters().add(out).add(in).add(from_address).add(to_address).bytes(), {});
        ASSERT_TRUE(outcome.ok());
        ASSERT_EQ(outcome->trap.has_value(), !(from.is_allowed && to.is_allowed)) << round << ": " << fault_of(*outcome);
        if (outcome->trap)
            continue;
        ++allowed;
        std::vector<std::uint8_t> expected = kernel.starts_with_input ? content : std::vector<std::uint8_t>(kBytes);
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            std::memcpy(expected.data() + to.offsets[lane] + kernel.displacement,
                content.data() + from.offsets[lane] + kernel.displacement, static_cast<std::size_t>(kernel.element));
        ASSERT_EQ(std::memcmp(memory.bytes(out).data(), expected.data(), kBytes), 0) << round;
    }
    EXPECT_GT(allowed, 1000U);
    EXPECT_LT(allowed, 2900U);
}

INSTANTIATE_TEST_SUITE_P(Simt, AccessShape,
    testing::Values(
        Kernel { "global_words", 4, 0, false }, Kernel { "global_pairs", 8, 8, false }, Kernel { "shared_words", 4, 0, true }),
    [](const testing::TestParamInfo<Kernel>& its) { return its.param.name; });

} // namespace

} // namespace warpstage::simt
