// Kernels that read texture objects: results, events for observers, and errors.
#include "darkroom.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

const TextureDescription kLine { .shape = TextureShape::linear, .width = 6 };
const TextureDescription kPlane { .shape = TextureShape::array_2d, .width = 8, .height = 4 };

TextureDescription filtered_plane()
{
    TextureDescription texture = kPlane;
    texture.filter = FilterMode::linear;
    return texture;
}

TEST(Texture, FetchesLinearMemoryByIndex)
{
    Darkroom room;
    const auto texture = room.add(kLine, std::vector { 1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F });
    EXPECT_THAT(
        room.run<float>("fetch_line", texture, 5, std::vector { 0, 5, 6, -1, 2 }), ElementsAre(1.0F, 6.0F, 0.0F, 0.0F, 3.0F));
    EXPECT_EQ(room.fault(), "");
}

TEST(Texture, SamplesALine)
{
    Darkroom room;
    const TextureDescription line { .shape = TextureShape::array_1d,
        .width = 4,
        .address = { AddressMode::wrap, AddressMode::wrap },
        .filter = FilterMode::linear,
        .coordinates = Coordinates::normalized };
    const auto texture = room.add(line, std::vector { 1.0F, 2.0F, 3.0F, 8.0F });
    EXPECT_THAT(room.run<float>("sample_line", texture, 4, std::vector { 0.125F, 0.25F, 0.0F, 1.75F }),
        ElementsAre(1.0F, 1.5F, 4.5F, 5.5F));
}

TEST(Texture, SamplesAPlaneByEveryFilter)
{
    Darkroom room;
    const auto nearest = room.add(kPlane, plane(8, 4));
    const std::vector x { 0.5F, 3.9F, 7.5F, -5.0F };
    const std::vector y { 0.5F, 1.1F, 3.5F, 99.0F };
    EXPECT_THAT(room.run<float>("sample_plane", nearest, 4, x, y), ElementsAre(0.0F, 13.0F, 37.0F, 30.0F));
    const auto linear = room.add(filtered_plane(), plane(8, 4));
    EXPECT_THAT(room.run<float>(
                    "sample_plane", linear, 4, std::vector { 0.5F, 3.0F, 7.5F, 2.75F }, std::vector { 0.5F, 2.0F, 3.5F, 1.0F }),
        ElementsAre(0.0F, 17.5F, 37.0F, 7.25F));
}

TEST(Texture, SamplesPitchedMemory)
{
    Darkroom room;
    std::vector<float> texels(16 * 3);
    for (std::size_t i = 0; i < texels.size(); ++i)
        texels[i] = i % 16 < 5 ? static_cast<float>(i / 16 * 10 + i % 16) : -1.0F;
    const auto texture = room.add({ .width = 5, .height = 3, .pitch = 64 }, texels);
    EXPECT_THAT(room.run<float>("sample_plane", texture, 3, std::vector { 4.5F, 9.0F, 0.0F }, std::vector { 2.5F, 1.5F, 9.0F }),
        ElementsAre(24.0F, 14.0F, 20.0F));
}

TEST(Texture, ReturnsFourChannelsOfNormalizedBytes)
{
    Darkroom room;
    const TextureDescription colours { .element = TextureElement::u8,
        .channels = 4,
        .width = 8,
        .height = 1,
        .filter = FilterMode::linear,
        .read = ReadMode::normalized_float };
    std::vector<unsigned char> bytes(32);
    for (std::size_t i = 0; i < 8; ++i) {
        bytes[4 * i] = static_cast<unsigned char>(51 * std::min<std::size_t>(i, 5));
        bytes[4 * i + 3] = 255;
    }
    const auto texture = room.add(colours, bytes);
    EXPECT_THAT(room.run<float>("sample_colors", texture, 8, std::vector { 1.5F, 3.0F }, std::vector { 0.5F, 0.5F }),
        ElementsAre(0.2F, 0.0F, 0.0F, 1.0F, 0.5F, 0.0F, 0.0F, 1.0F));
}

TEST(Texture, ReturnsIntegersUnchanged)
{
    Darkroom room;
    const TextureDescription pairs {
        .shape = TextureShape::array_2d, .element = TextureElement::s16, .channels = 2, .width = 2, .height = 2
    };
    const auto texture = room.add(pairs, std::vector<std::int16_t> { 1, -2, 3, -4, 5, -6, 7, -32768 });
    EXPECT_THAT(room.run<std::int32_t>("sample_numbers", texture, 4, std::vector { 1.5F, 1.0F }, std::vector { 0.0F, 1.0F }),
        ElementsAre(3, -4, 7, -32768));
}

TEST(Texture, HasOneLevel)
{
    Darkroom room;
    const auto texture = room.add(kPlane, plane(8, 4));
    EXPECT_THAT(room.run<float>("sample_level", texture, 1, std::vector { 3.5F }, std::vector { 1.5F }), ElementsAre(1313.0F));
}

TEST(Texture, IsAlwaysResident)
{
    Darkroom room;
    const auto texture = room.add(kPlane, plane(8, 4));
    EXPECT_THAT(room.run<float>("sample_resident", texture, 2, std::vector { 3.5F, 0.0F }, std::vector { 1.5F, 0.0F }),
        ElementsAre(13.0F, 0.0F));
}

TEST(Texture, GathersFourTexels)
{
    Darkroom room;
    const auto texture = room.add(kPlane, plane(8, 4));
    EXPECT_THAT(room.run<float>("gather_plane", texture, 4, std::vector { 3.0F }, std::vector { 2.0F }),
        ElementsAre(22.0F, 23.0F, 13.0F, 12.0F));
}

TEST(Texture, DoesNotAffectInactiveLanes)
{
    Darkroom room;
    const auto texture = room.add(kPlane, plane(8, 4));
    EXPECT_THAT(room.run<float>("sample_odd_lanes", texture, 4, std::vector { 0.5F, 1.5F, 2.5F, 3.5F }, std::vector(4, 1.5F)),
        ElementsAre(-1.0F, 11.0F, -1.0F, 13.0F));
}

TEST(Texture, ReturnsItsSize)
{
    Darkroom room;
    const auto texture = room.add(kPlane, plane(8, 4));
    EXPECT_THAT(room.run<std::int32_t>("ask_extent", texture, 2), ElementsAre(8, 4));
}

// A handle is 64 bits in memory: a kernel may pass any number.
TEST(Texture, RequiresAValidHandle)
{
    Darkroom room;
    const auto texture = room.add(kPlane, plane(8, 4));
    room.run<float>("sample_plane", texture + 1, 1, std::vector { 0.0F }, std::vector { 0.0F });
    EXPECT_APPROVED(room.fault());
    EXPECT_EQ(room.outcome.trap->kind, TrapKind::invalid_texture);
    room.run<std::int32_t>("ask_extent", 0, 2);
    EXPECT_APPROVED(room.fault());
}

TEST(Texture, IsReadByTheFunctionOfItsShape)
{
    Darkroom room;
    const std::vector<float> at { 0.0F };
    const auto flat = room.add(kPlane, plane(8, 4));
    room.run<float>("sample_line", flat, 1, at);
    EXPECT_APPROVED(room.fault());
    room.run<float>("fetch_line", flat, 1, std::vector { 0 });
    EXPECT_APPROVED(room.fault());
    const auto line = room.add(kLine, plane(6, 1));
    room.run<float>("sample_line", line, 1, at);
    EXPECT_APPROVED(room.fault());
    const auto row = room.add({ .shape = TextureShape::array_1d, .width = 6 }, plane(6, 1));
    room.run<float>("gather_plane", row, 4, at, at);
    EXPECT_APPROVED(room.fault());
}

TEST(Texture, ReturnsTheNumbersOfItsType)
{
    Darkroom room;
    const std::vector<float> at { 0.0F };
    const auto floats = room.add(kPlane, plane(8, 4));
    room.run<std::int32_t>("sample_numbers", floats, 2, at, at);
    EXPECT_APPROVED(room.fault());
    const auto bytes = room.add(
        { .shape = TextureShape::array_2d, .element = TextureElement::u8, .channels = 4, .width = 4, .height = 2 }, plane(8, 1));
    room.run<float>("sample_plane", bytes, 1, at, at);
    EXPECT_APPROVED(room.fault());
}

TEST(Texture, MustBeInABuffer)
{
    Darkroom room;
    const ptx::Module module = parse_fixture("textures.ptx");
    const Result<Program> program = Program::lower(module, *module.find("ask_extent"));
    const auto refusal = [&](const TextureTable& table) {
        RunOptions options;
        options.textures = &table;
        const auto outcome =
            run(*program, room.memory, {}, Parameters().add(std::uint64_t { 0 }).add(kFirstTexture).bytes(), options);
        return outcome ? std::string {} : outcome.error().message;
    };
    TextureTable too_large;
    EXPECT_EQ(too_large.add(kPlane, room.memory.allocate("small", 127)), kFirstTexture);
    EXPECT_APPROVED(refusal(too_large));
}

TEST(Texture, OfFreedMemoryIsAnErrorOnlyWhereItIsRead)
{
    Darkroom room;
    const auto freed = room.add(kLine, std::vector { 1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F });
    room.memory.release(room.image());
    const auto other = room.add(kLine, std::vector { 7.0F, 8.0F, 9.0F, 1.0F, 2.0F, 3.0F });
    EXPECT_THAT(room.run<float>("fetch_line", other, 2, std::vector { 0, 2 }), ElementsAre(7.0F, 9.0F));
    EXPECT_EQ(room.fault(), "");
    room.run<float>("fetch_line", freed, 2, std::vector { 0, 2 });
    EXPECT_EQ(room.outcome.trap->kind, TrapKind::invalid_texture);
    EXPECT_APPROVED(room.fault());
}

TEST(Observer, SeesTheTexelsOfAFetch)
{
    Darkroom room;
    const auto texture =
        room.add({ .width = 8, .height = 4, .address = { AddressMode::border, AddressMode::clamp } }, plane(8, 4));
    AccessJournal journal(AccessKind::load);
    room.options.observer = &journal;
    room.run<float>("sample_plane", texture, 3, std::vector { 1.5F, -1.0F, 7.0F }, std::vector { 2.5F, 0.0F, 0.0F });
    ASSERT_EQ(journal.accesses.size(), 3U) << "two of coordinates, one of texels";
    const Access& texels = journal.accesses[2];
    EXPECT_EQ(texels.space, ptx::StateSpace::global);
    EXPECT_EQ(texels.bytes, 4U);
    EXPECT_EQ(texels.lanes, 0b101U) << "the border is read nowhere";
    EXPECT_EQ(texels.addresses[0], room.image() + (2 * 8 + 1) * 4);
    EXPECT_EQ(texels.addresses[2], room.image() + 7 * 4);
    EXPECT_EQ(texels.values[0], 0x41a8'0000U);
}

TEST(Observer, SeesOneRequestForEachTexelOfAFilter)
{
    Darkroom room;
    const auto texture = room.add(filtered_plane(), plane(8, 4));
    AccessJournal journal(AccessKind::load);
    room.options.observer = &journal;
    room.run<float>("sample_plane", texture, 1, std::vector { 3.0F }, std::vector { 2.0F });
    ASSERT_EQ(journal.accesses.size(), 6U);
    std::vector<std::uint64_t> texels;
    for (std::size_t i = 2; i < 6; ++i)
        texels.push_back((journal.accesses[i].addresses[0] - room.image()) / 4);
    EXPECT_THAT(texels, ElementsAre(18, 19, 11, 10));
}

TEST(CheckedRun, FindsUninitializedTexels)
{
    Darkroom room;
    const DeviceAddress image = room.memory.allocate_uninitialized("image", 128);
    const auto texture = room.table.add(kPlane, image);
    room.options.checks.memory = true;
    room.run<float>("sample_plane", texture, 1, std::vector { 1.0F }, std::vector { 0.0F });
    ASSERT_TRUE(room.outcome.trap.has_value());
    EXPECT_EQ(room.outcome.trap->kind, TrapKind::uninitialized_read);
    EXPECT_THAT(room.fault(), HasSubstr("`image`"));
}

TEST(IndependentSchedule, ReadsTexturesTheSame)
{
    Darkroom room;
    const auto texture = room.add(filtered_plane(), plane(8, 4));
    room.options.scheduling = { Scheduling::Policy::independent, 5 };
    EXPECT_THAT(room.run<float>("sample_plane", texture, 40, std::vector(40, 3.0F), std::vector(40, 2.0F)), Each(17.5F));
}

// Unsupported texture instructions of nvcc, and instructions that nvcc never emits.
TEST(Texture, OfOtherKindsIsRefusedByName)
{
    const auto refusal_of = [](const std::string& instruction) {
        return lowering_refusal(parse_text(".version 7.7\n.target sm_75\n.address_size 64\n"
                                           ".visible .entry k()\n{\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 %d<2>;\n"
                                    + instruction + "\nret;\n}\n"),
            "k");
    };
    for (const std::string instruction : { "tex.3d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d0, {%f4, %f5}];",
             "tex.2dms.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d0, {%r1, %f4, %f5, %f5}];",
             "tld4.r.3d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d0, {%f4, %f5, %f6, %f6}];",
             "tex.2d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%d0, {%r1, %r2}];",
             "tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d0, {%f4}];", "tex.2d.v4.f32.f32 {%f0, %f1, %f2}, [%d0, {%f4, %f5}];",
             "tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d0, %d1, {%f4, %f5}];" }) {
        EXPECT_APPROVED(refusal_of(instruction));
    }
}

TEST(Texture, HasNoDocumentedNumberOfItsFilter)
{
    EXPECT_APPROVED(lowering_refusal(parse_text(std::string { kHeader }
                                         + ".visible .entry k()\n{\n.reg .b32 %r<9>;\n.reg .b64 %d<2>;\n"
                                           "txq.filter_mode.b32 %r1, [%d0];\nret;\n}\n"),
        "k"));
}

} // namespace

} // namespace warpstage::simt
