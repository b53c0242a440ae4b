// Textures of three dimensions, of layers and of cubes.
#include "darkroom.h"
#include "tests/approved.h"

#include <gmock/gmock.h>

namespace warpstage::simt {

namespace {

using testing::ElementsAre;

Darkroom room_of_shapes()
{
    Darkroom room;
    room.file = "textures_layered.ptx";
    return room;
}

// Texel (x, y, z) is 100 * z + 10 * y + x.
std::vector<float> box(std::uint32_t width, std::uint32_t height, std::uint32_t planes)
{
    std::vector<float> texels;
    for (std::uint32_t z = 0; z < planes; ++z) {
        for (const float texel : plane(width, height))
            texels.push_back(texel + 100.0F * static_cast<float>(z));
    }
    return texels;
}

const TextureDescription kSpace { .shape = TextureShape::array_3d, .width = 4, .height = 3, .depth = 2 };
const TextureDescription kCube { .shape = TextureShape::cube, .width = 2, .height = 2 };

TEST(TextureShapes, TakesTheTexelInSpace)
{
    Darkroom room = room_of_shapes();
    const auto texture = room.add(kSpace, box(4, 3, 2));
    EXPECT_THAT(room.run<float>("sample_space", texture, 4, std::vector { 0.5F, 3.5F, 1.0F, -9.0F },
                    std::vector { 0.5F, 2.5F, 1.0F, 9.0F }, std::vector { 0.5F, 1.5F, 1.0F, 9.0F }),
        ElementsAre(0.0F, 123.0F, 111.0F, 120.0F));
}

TEST(TextureShapes, FiltersEightTexelsInSpace)
{
    Darkroom room = room_of_shapes();
    TextureDescription filtered = kSpace;
    filtered.filter = FilterMode::linear;
    const auto texture = room.add(filtered, box(4, 3, 2));
    EXPECT_THAT(room.run<float>("sample_space", texture, 3, std::vector { 2.0F, 1.75F, 0.0F }, std::vector { 1.0F, 1.25F, 0.0F },
                    std::vector { 1.0F, 0.75F, 0.0F }),
        ElementsAre(56.5F, 33.75F, 0.0F));
}

TEST(TextureShapes, HaveOneLevel)
{
    Darkroom room = room_of_shapes();
    const auto texture = room.add(kSpace, box(4, 3, 2));
    EXPECT_THAT(
        room.run<float>("sample_space_level", texture, 1, std::vector { 1.5F }, std::vector { 0.5F }, std::vector { 0.5F }),
        ElementsAre(101.0F));
}

TEST(TextureShapes, AddressEachAxisByItsMode)
{
    Darkroom room = room_of_shapes();
    TextureDescription repeated = kSpace;
    repeated.coordinates = Coordinates::normalized;
    repeated.address = { AddressMode::wrap, AddressMode::mirror, AddressMode::border };
    const auto texture = room.add(repeated, box(4, 3, 2));
    EXPECT_THAT(room.run<float>("sample_space", texture, 3, std::vector { 1.125F, 0.125F, 0.125F },
                    std::vector { 0.125F, 1.125F, 0.125F }, std::vector { 0.25F, 0.25F, 1.25F }),
        ElementsAre(0.0F, 20.0F, 0.0F));
}

TEST(TextureShapes, SelectALayerAndNeverMixTwo)
{
    Darkroom room = room_of_shapes();
    const auto lines =
        room.add({ .shape = TextureShape::layered_1d, .width = 4, .depth = 3, .filter = FilterMode::linear }, box(4, 1, 3));
    EXPECT_THAT(room.run<float>("sample_lines", lines, 4, std::vector { 0.5F, 2.0F, 3.5F, 3.5F }, std::vector { 0, 1, 2, 99 }),
        ElementsAre(0.0F, 101.5F, 203.0F, 203.0F));
    const auto planes = room.add(
        { .shape = TextureShape::layered_2d, .width = 4, .height = 3, .depth = 2, .filter = FilterMode::linear }, box(4, 3, 2));
    EXPECT_THAT(room.run<float>("sample_planes", planes, 3, std::vector { 0.5F, 2.0F, 1.0F }, std::vector { 0.5F, 1.0F, 2.0F },
                    std::vector { 1, 0, 1 }),
        ElementsAre(100.0F, 6.5F, 115.5F));
}

// CUDA C++ Programming Guide, table "Cubemap Fetch": +x, -x, +y, -y, +z, -z.
TEST(TextureShapes, SelectTheFaceOfADirection)
{
    Darkroom room = room_of_shapes();
    const auto cube = room.add(kCube, box(2, 2, 6));
    EXPECT_THAT(room.run<float>("sample_cube", cube, 6, std::vector { 1.0F, -1.0F, 0.5F, 0.5F, 0.5F, 0.5F },
                    std::vector { 0.5F, 0.5F, 1.0F, -1.0F, 0.5F, 0.5F }, std::vector { 0.5F, 0.5F, 0.5F, 0.5F, 1.0F, -1.0F }),
        ElementsAre(0.0F, 101.0F, 211.0F, 301.0F, 401.0F, 500.0F));
}

TEST(TextureShapes, SelectTheCubeOfALayer)
{
    Darkroom room = room_of_shapes();
    TextureDescription cubes = kCube;
    cubes.shape = TextureShape::layered_cube;
    cubes.depth = 2;
    const auto texture = room.add(cubes, box(2, 2, 12));
    EXPECT_THAT(room.run<float>("sample_cubes", texture, 2, std::vector { 1.0F, -1.0F }, std::vector { 0.5F, 0.5F },
                    std::vector { 0.5F, 0.5F }, std::vector { 1, 0 }),
        ElementsAre(600.0F, 101.0F));
}

TEST(TextureShapes, ReturnHalves)
{
    Darkroom room = room_of_shapes();
    const TextureDescription colors { .shape = TextureShape::array_2d, .channels = 4, .width = 1, .height = 1 };
    const auto texture = room.add(colors, std::vector { 1.0F, -2.0F, 0.5F, 65504.0F });
    EXPECT_THAT(room.run<std::uint32_t>("sample_halves", texture, 4, std::vector { 0.0F }, std::vector { 0.0F }),
        ElementsAre(0xc000'3c00U, 0x7bff'3800U, 0xc000'3c00U, 0x7bff'3800U));
}

TEST(TextureShapes, ReturnTheirSizes)
{
    Darkroom room = room_of_shapes();
    EXPECT_THAT(room.run<int>("ask_all", room.add(kSpace, box(4, 3, 2)), 6), ElementsAre(4, 3, 2, 0, 1, 0));
    const TextureDescription lines { .shape = TextureShape::layered_1d, .width = 4, .depth = 3 };
    EXPECT_THAT(room.run<int>("ask_all", room.add(lines, box(4, 1, 3)), 6), ElementsAre(4, 0, 0, 3, 1, 0));
    EXPECT_THAT(room.run<int>("ask_all", room.add(kCube, box(2, 2, 6)), 6), ElementsAre(2, 2, 0, 0, 1, 1));
}

TEST(TextureShapes, AreReadByTheirFunctions)
{
    Darkroom room = room_of_shapes();
    const auto cube = room.add(kCube, box(2, 2, 6));
    const std::vector at { 0.0F };
    room.run<float>("sample_space", cube, 1, at, at, at);
    EXPECT_APPROVED(room.fault());
}

} // namespace

} // namespace warpstage::simt
