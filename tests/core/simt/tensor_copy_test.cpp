// Copies of boxes by tensor maps: what lands where, and errors.
#include "core/base/objects/tensor_map.h"
#include "core/simt/program.h"
#include "launch.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

namespace warpstage::simt {

namespace {

using testing::Each;
using testing::ElementsAre;

// A tensor of 32-bit numbers 1, 2, 3, ... and a launch of one thread with the parameters map, buffer, bytes, coordinates.
class TensorRoom {
public:
    explicit TensorRoom(const TensorMapDescription& description)
        : m_description(description)
        , m_tensor(m_memory.allocate("tensor", description.bytes()))
    {
        std::vector<std::uint32_t> numbers(description.bytes() / 4);
        std::iota(numbers.begin(), numbers.end(), 1);
        std::memcpy(m_memory.bytes(m_tensor).data(), numbers.data(), description.bytes());
    }

    // Returns the buffer, whose first words are `words`.
    std::vector<std::uint32_t> run(
        const std::string& kernel, const std::vector<int>& at, std::vector<std::uint32_t> words = std::vector<std::uint32_t>(256))
    {
        const ptx::Module module = parse_fixture("tensor_copy.ptx");
        const Result<Program> program = Program::lower(module, *module.find(kernel));
        EXPECT_TRUE(program.ok()) << program.error().message;
        words.resize(256);
        const DeviceAddress buffer = m_memory.allocate("buffer", 1024);
        std::memcpy(m_memory.bytes(buffer).data(), words.data(), 1024);
        const TensorMapBits map = spoils_map ? TensorMapBits {} : encoded({ m_description, m_tensor });
        std::vector<std::byte> parameters(176);
        const auto put = [&](std::size_t offset, const void* value, std::size_t bytes) {
            std::memcpy(parameters.data() + offset, value, bytes);
        };
        const auto bytes = static_cast<std::int32_t>(m_description.box_bytes());
        put(0, map.data(), map.size());
        put(128, &buffer, sizeof(buffer));
        put(136, &bytes, sizeof(bytes));
        put(144, at.data(), std::min<std::size_t>(at.size(), 4) * sizeof(int));
        if (at.size() > 4)
            put(160, &at[4], sizeof(int));
        parameters.resize(module.find(kernel)->parameter_bytes);
        const auto ended = simt::run(*program, m_memory, {}, parameters, options);
        EXPECT_TRUE(ended.ok()) << ended.error().message;
        fault = fault_of(*ended);
        std::memcpy(words.data(), m_memory.bytes(buffer).data(), 1024);
        words.resize(m_description.box_bytes() / 4);
        return words;
    }

    [[nodiscard]] std::vector<std::uint32_t> tensor()
    {
        std::vector<std::uint32_t> numbers(m_description.bytes() / 4);
        std::memcpy(numbers.data(), m_memory.bytes(m_tensor).data(), m_description.bytes());
        return numbers;
    }

    [[nodiscard]] DeviceAddress address() const { return m_tensor; }

    RunOptions options;
    bool spoils_map = false;
    std::string fault;

private:
    TensorMapDescription m_description;
    DeviceMemory m_memory;
    DeviceAddress m_tensor;
};

TensorMapDescription numbers_of(std::vector<std::uint32_t> sizes, std::vector<std::uint16_t> box)
{
    return dense_tensor(TensorElement::u32, sizes, box);
}

TEST(TensorCopy, LoadsABoxOfAPlane)
{
    TensorRoom room(numbers_of({ 8, 4 }, { 4, 2 }));
    EXPECT_THAT(room.run("load_2", { 2, 1 }), ElementsAre(11, 12, 13, 14, 19, 20, 21, 22));
    EXPECT_EQ(room.fault, "no trap");
}

TEST(TensorCopy, LoadsZerosOutsideTheTensor)
{
    TensorRoom room(numbers_of({ 8, 4 }, { 4, 3 }));
    EXPECT_THAT(room.run("load_2", { 6, 2 }), ElementsAre(23, 24, 0, 0, 31, 32, 0, 0, 0, 0, 0, 0));
    EXPECT_THAT(room.run("load_2", { -2, -1 }), ElementsAre(0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 9, 10));
    EXPECT_THAT(room.run("load_2", { -9, 0 }), Each(0U));
}

TEST(TensorCopy, FillsWithNaN)
{
    TensorMapDescription map = numbers_of({ 8, 4 }, { 4, 1 });
    map.element = TensorElement::f32;
    map.fills_with_nan = true;
    TensorRoom room(map);
    const auto words = room.run("load_2", { 7, 0 });
    EXPECT_EQ(words[0], 8U);
    EXPECT_GT(words[1] & 0x7fff'ffffU, 0x7f80'0000U);
}

TEST(TensorCopy, HasOneToFiveDimensions)
{
    TensorRoom line(numbers_of({ 12 }, { 4 }));
    EXPECT_THAT(line.run("load_1", { 5 }), ElementsAre(6, 7, 8, 9));
    TensorRoom box(numbers_of({ 4, 3, 2 }, { 4, 1, 2 }));
    EXPECT_THAT(box.run("load_3", { 0, 1, 0 }), ElementsAre(5, 6, 7, 8, 17, 18, 19, 20));
    TensorRoom four(numbers_of({ 4, 2, 2, 2 }, { 4, 1, 1, 2 }));
    EXPECT_THAT(four.run("load_4", { 0, 1, 1, 0 }), ElementsAre(13, 14, 15, 16, 29, 30, 31, 32));
    TensorRoom five(numbers_of({ 4, 2, 2, 2, 2 }, { 4, 1, 1, 1, 1 }));
    EXPECT_THAT(five.run("load_5", { 0, 1, 0, 1, 1 }), ElementsAre(53, 54, 55, 56));
}

TEST(TensorCopy, SkipsElementsByTheirStride)
{
    TensorMapDescription map = numbers_of({ 4, 6 }, { 4, 5 });
    map.steps[1] = 2;
    TensorRoom room(map);
    EXPECT_THAT(room.run("load_2", { 0, 1 }), ElementsAre(5, 6, 7, 8, 13, 14, 15, 16, 21, 22, 23, 24));
}

// Eight rows of 128 bytes: chunk c of row r lies at chunk c ^ r.
TEST(TensorCopy, ExchangesChunksOfARow)
{
    TensorMapDescription map = numbers_of({ 32, 8 }, { 32, 8 });
    map.swizzle = 128;
    TensorRoom room(map);
    const auto words = room.run("load_2", { 0, 0 });
    for (std::size_t row = 0; row < 8; ++row) {
        for (std::size_t chunk = 0; chunk < 8; ++chunk)
            EXPECT_EQ(words[row * 32 + (chunk ^ row) * 4], 1 + row * 32 + chunk * 4) << row << ' ' << chunk;
    }
}

// Rows of 64 and 32 bytes: the number of the line of 128 bytes exchanges their chunks.
TEST(TensorCopy, ExchangesChunksOfNarrowRows)
{
    TensorMapDescription map = numbers_of({ 16, 8 }, { 16, 8 });
    map.swizzle = 64;
    TensorRoom wide(map);
    auto words = wide.run("load_2", { 0, 0 });
    EXPECT_EQ(words[0], 1U);
    EXPECT_EQ(words[32], 32U + 5) << "line 1";
    EXPECT_EQ(words[64], 64U + 9) << "line 2";
    map = numbers_of({ 8, 8 }, { 8, 8 });
    map.swizzle = 32;
    TensorRoom narrow(map);
    words = narrow.run("load_2", { 0, 0 });
    EXPECT_EQ(words[0], 1U);
    EXPECT_EQ(words[32], 32U + 5);
}

TEST(TensorCopy, StoresWhatIsInsideTheTensor)
{
    TensorRoom room(numbers_of({ 4, 2 }, { 4, 2 }));
    room.run("store_2", { 2, -1 }, { 91, 92, 93, 94, 95, 96, 97, 98 });
    EXPECT_THAT(room.tensor(), ElementsAre(1, 2, 95, 96, 5, 6, 7, 8));
    EXPECT_EQ(room.fault, "no trap");
}

TEST(TensorCopy, CombinesElements)
{
    TensorRoom room(numbers_of({ 4, 2 }, { 4, 1 }));
    room.run("add_2", { 1, 1 }, { 10, 20, 30, 40 });
    EXPECT_THAT(room.tensor(), ElementsAre(1, 2, 3, 4, 5, 16, 27, 38));
    room.run("min_2", { 0, 1 }, { 9, 9, 9, 9 });
    EXPECT_THAT(room.tensor(), ElementsAre(1, 2, 3, 4, 5, 9, 9, 9));
}

// min and max of f16 exist for copies only. As 16-bit numbers: 1, -1; 2, NaN; and so on.
TEST(TensorCopy, TakesTheSmallerHalf)
{
    TensorMapDescription map = numbers_of({ 4, 1 }, { 4, 1 });
    map.element = TensorElement::f16;
    map.sizes = { 8, 1, 1, 1, 1 };
    map.box = { 8, 1, 1, 1, 1 };
    TensorRoom room(map);
    // The tensor has the numbers 1, 0, 2, 0, 3, 0, 4, 0 as bits: subnormal numbers and +0.
    room.run("min_2", { 0, 0 }, { 0x8000'0000U, 0x8000'7e00U, 0xbc00'0004U, 0x0000'0001U });
    EXPECT_THAT(room.tensor(), ElementsAre(0x8000'0000U, 0x8000'0002U, 0xbc00'0003U, 0x0000'0001U));
}

TEST(TensorCopy, ReportsPiecesToObservers)
{
    struct PieceJournal : Observer {
        void on_step(const Step&) override { }
        void on_access(const Step&, const Access& access) override
        {
            if (access.issuer != kMaxLanes)
                accesses.push_back(access);
        }
        void on_branch(const Step&, LaneMask, LaneMask) override { }
        void on_barrier(std::uint64_t) override { }
        void on_warp_barrier(const Step&, LaneMask) override { }
        void on_exit(const Step&) override { }
        std::vector<Access> accesses;
    };
    TensorRoom room(numbers_of({ 8, 4 }, { 4, 2 }));
    PieceJournal journal;
    room.options.observer = &journal;
    room.run("load_2", { 6, 0 });
    ASSERT_EQ(journal.accesses.size(), 2U);
    const Access& read = journal.accesses[0];
    EXPECT_EQ(read.space, ptx::StateSpace::global);
    EXPECT_EQ(read.bytes, 4U) << "half of each row is outside";
    EXPECT_EQ(read.lanes, 0b1111U);
    EXPECT_EQ(read.addresses[2], room.address() + 14 * 4);
    EXPECT_EQ(read.values[2], 15U);
    const Access& written = journal.accesses[1];
    EXPECT_EQ(written.space, ptx::StateSpace::shared);
    EXPECT_EQ(written.kind, AccessKind::store);
    EXPECT_EQ(written.bytes, 16U);
    EXPECT_EQ(written.lanes, 0b11U);
    EXPECT_EQ(written.values[0], 7U | std::uint64_t { 8 } << 32U);
}

TEST(TensorCopy, NeedsAMapOfTheLaunch)
{
    TensorRoom room(numbers_of({ 8, 4 }, { 4, 2 }));
    room.spoils_map = true;
    room.run("load_2", { 0, 0 });
    EXPECT_APPROVED(room.fault);
}

TEST(TensorCopy, NeedsAsManyCoordinatesAsDimensions)
{
    TensorRoom room(numbers_of({ 8, 4 }, { 4, 2 }));
    room.run("load_3", { 0, 0, 0 });
    EXPECT_APPROVED(room.fault);
}

TEST(TensorCopy, NeedsAnAlignedBox)
{
    TensorRoom room(numbers_of({ 8, 4 }, { 4, 2 }));
    room.run("load_misaligned", { 0, 0 });
    EXPECT_APPROVED(room.fault);
}

TEST(TensorCopy, OfImagesIsRefused)
{
    EXPECT_APPROVED(lowering_refusal(parse_text(std::string { kHeader }
                                         + ".visible .entry k()\n{\n.reg .b32 %r<9>;\n.reg .b16 %h<9>;\n.reg .b64 %d<2>;\n"
                                           "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes "
                                           "[%r0], [%d0, {%r1, %r2, %r3}], [%r4], {%h1};\nret;\n}\n"),
        "k"));
}

} // namespace

} // namespace warpstage::simt
