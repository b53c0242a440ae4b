// Kernels that read and write surface objects: results, events for observers, and errors.
#include "darkroom.h"
#include "tests/approved.h"

#include <gmock/gmock.h>

#include <numeric>

namespace warpstage::simt {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr TextureDescription kSurface {
    .shape = TextureShape::array_2d, .element = TextureElement::s32, .width = 4, .height = 3, .use = TextureUse::surface
};

// The numbers 0, 1, 2, ... in a surface, and kernels with the parameters out, surface, x in bytes and y.
class SurfaceRoom {
public:
    explicit SurfaceRoom(const TextureDescription& description)
        : m_count(description.bytes() / sizeof(int))
    {
        std::vector<int> numbers(m_count);
        std::iota(numbers.begin(), numbers.end(), 0);
        m_surface = m_room.add(description, numbers);
        m_room.file = "surfaces.ptx";
    }

    std::vector<int> run(const std::string& kernel, std::size_t count, int x, int y)
    {
        m_out = m_room.memory.allocate("out", count * sizeof(int));
        const ptx::Module module = parse_fixture(m_room.file);
        const Result<Program> program = Program::lower(module, *module.find(kernel));
        EXPECT_TRUE(program.ok()) << program.error().message;
        m_room.options.textures = &m_room.table;
        auto ended = simt::run(*program, m_room.memory, { .block = { threads } },
            Parameters().add(m_out).add(m_surface).add(x).add(y).bytes(), m_room.options);
        EXPECT_TRUE(ended.ok()) << ended.error().message;
        m_room.outcome = std::move(*ended);
        return numbers_at(m_out, count);
    }

    [[nodiscard]] std::vector<int> content() { return numbers_at(m_room.image(), m_count); }
    [[nodiscard]] std::string fault() const { return m_room.fault(); }
    [[nodiscard]] Darkroom& room() { return m_room; }

    std::uint32_t threads = 1;

private:
    std::vector<int> numbers_at(DeviceAddress address, std::size_t count)
    {
        std::vector<int> numbers(count);
        std::memcpy(numbers.data(), m_room.memory.bytes(address).data(), count * sizeof(int));
        return numbers;
    }

    Darkroom m_room;
    std::size_t m_count;
    std::uint64_t m_surface = 0;
    DeviceAddress m_out = 0;
};

TextureDescription surface_of(TextureShape shape, std::uint64_t width, std::uint64_t height, std::uint64_t depth)
{
    TextureDescription surface = kSurface;
    surface.shape = shape;
    surface.width = width;
    surface.height = height;
    surface.depth = depth;
    return surface;
}

TEST(Surface, StoresAndLoadsWords)
{
    SurfaceRoom room(kSurface);
    room.threads = 2;
    room.run("write_plane", 1, 4, 1);
    EXPECT_THAT(room.content(), ElementsAre(0, 1, 2, 3, 4, 100, 101, 7, 8, 9, 10, 11));
    EXPECT_THAT(room.run("read_plane", 2, 4, 1), ElementsAre(100, 101));
    EXPECT_EQ(room.fault(), "");
}

TEST(Surface, OutsideTraps)
{
    SurfaceRoom room(kSurface);
    room.run("write_plane", 1, 16, 1);
    EXPECT_APPROVED(room.fault());
    EXPECT_EQ(room.room().outcome.trap->kind, TrapKind::out_of_bounds);
    room.run("read_plane", 1, 0, -1);
    EXPECT_THAT(room.fault(), HasSubstr("surf2Dread() of 4 bytes at x = 0 bytes, y = -1"));
}

TEST(Surface, OutsideIsTheNearestPlaceOrNothing)
{
    SurfaceRoom room(kSurface);
    EXPECT_THAT(room.run("read_clamped", 1, 400, 1), ElementsAre(7));
    EXPECT_THAT(room.run("read_clamped", 1, -4, 9), ElementsAre(8));
    EXPECT_THAT(room.run("read_or_zero", 1, 16, 1), ElementsAre(0));
    EXPECT_THAT(room.run("read_or_zero", 1, 12, 2), ElementsAre(11));
    room.run("write_or_nothing", 1, -4, 1);
    EXPECT_EQ(room.content()[3], 3);
    EXPECT_EQ(room.content()[4], 4);
    room.run("write_clamped", 1, -4, 1);
    EXPECT_EQ(room.content()[4], 7);
    EXPECT_EQ(room.fault(), "");
}

TEST(Surface, IsAccessedInEveryWidth)
{
    SurfaceRoom room(kSurface);
    room.room().memory.bytes(room.room().image())[4] = std::byte { 0xfe };
    room.room().memory.bytes(room.room().image())[5] = std::byte { 0xff };
    EXPECT_THAT(room.run("convert_widths", 6, 4, 0), ElementsAre(-2, 0xfffe, 0xfffe, 0xfffe + 5, 0, 0xfffe));
    EXPECT_EQ(room.content()[1], 0x0002'00ff);
    EXPECT_EQ(room.fault(), "");
}

TEST(Surface, IsAlignedToTheAccess)
{
    SurfaceRoom room(kSurface);
    room.run("read_plane", 1, 2, 0);
    EXPECT_APPROVED(room.fault());
    EXPECT_EQ(room.room().outcome.trap->kind, TrapKind::misaligned);
}

TEST(Surface, HasEveryShapeOfAnArray)
{
    SurfaceRoom line(surface_of(TextureShape::array_1d, 8, 1, 1));
    EXPECT_THAT(line.run("read_line", 1, 20, 0), ElementsAre(5));
    SurfaceRoom space(surface_of(TextureShape::array_3d, 2, 2, 3));
    EXPECT_THAT(space.run("read_space", 3, 4, 1), ElementsAre(3, 7, 11));
    SurfaceRoom layers(surface_of(TextureShape::layered_2d, 2, 3, 3));
    EXPECT_THAT(layers.run("read_layers", 3, 4, 1), ElementsAre(3, 9, 15));
    SurfaceRoom faces(surface_of(TextureShape::cube, 2, 2, 1));
    EXPECT_THAT(faces.run("read_layers", 3, 0, 1), ElementsAre(2, 6, 10));
    SurfaceRoom lines(surface_of(TextureShape::layered_1d, 4, 1, 3));
    EXPECT_THAT(lines.run("read_lines", 1, 8, 2), ElementsAre(10));
    lines.run("read_lines", 1, 8, 3);
    EXPECT_APPROVED(lines.fault());
}

TEST(Surface, ReturnsItsSize)
{
    SurfaceRoom layers(surface_of(TextureShape::layered_2d, 2, 3, 5));
    EXPECT_THAT(layers.run("ask_surface", 5, 0, 0), ElementsAre(2, 3, 0, 5, 0));
}

TEST(Surface, IsNoTextureAndNoOtherShape)
{
    TextureDescription texture = kSurface;
    texture.use = TextureUse::texture;
    SurfaceRoom textures(texture);
    textures.run("read_plane", 1, 0, 0);
    EXPECT_APPROVED(textures.fault());
    SurfaceRoom planes(kSurface);
    planes.run("read_line", 1, 0, 0);
    EXPECT_APPROVED(planes.fault());
    EXPECT_EQ(planes.room().outcome.trap->kind, TrapKind::invalid_texture);
    Darkroom room;
    room.run<float>("sample_plane", room.add(kSurface, std::vector<int>(12)), 1, std::vector { 0.0F }, std::vector { 0.0F });
    EXPECT_APPROVED(room.fault());
}

TEST(Surface, IsSeenByObservers)
{
    SurfaceRoom room(kSurface);
    AccessJournal journal(AccessKind::store);
    room.room().options.observer = &journal;
    room.threads = 2;
    room.run("write_plane", 1, 4, 1);
    ASSERT_EQ(journal.accesses.size(), 1U);
    const Access& access = journal.accesses.front();
    EXPECT_EQ(access.kind, AccessKind::store);
    EXPECT_EQ(access.space, ptx::StateSpace::global);
    EXPECT_EQ(access.bytes, 4U);
    EXPECT_EQ(access.lanes, 0b11U);
    EXPECT_EQ(access.addresses[1], room.room().image() + 24);
    EXPECT_EQ(access.values[1], 101U);
}

TEST(Surface, ThatIsFormattedIsRefused)
{
    EXPECT_APPROVED(lowering_refusal(parse_text(std::string { kHeader }
                                         + ".visible .entry k()\n{\n.reg .b32 %r<9>;\n.reg .b64 %d<2>;\n"
                                           "sust.p.1d.b32.trap [%d0, {%r1}], {%r2};\nret;\n}\n"),
        "k"));
}

} // namespace

} // namespace warpstage::simt
