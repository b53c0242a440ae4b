// The renderer, off screen. Skipped only if open_offscreen_surface() finds no EGL device with OpenGL 4.5.
#include "app/draw/text_layout.h"
#include "app/stage/context/surface.h"
#include "app/stage/stage.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/stage/golden.h"
#include "tests/app/stage/sample_snapshot.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

namespace warpstage::stage {
namespace {

namespace fs = std::filesystem;

using std::chrono_literals::operator""ms;

const fs::path kShaders = fs::path(WARPSTAGE_SOURCE) / "shaders";

class OffscreenStage : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
        fs::create_directories(m_folder);
        m_options.size = { 640, 360 };
        m_options.scale = 0.5F;
        m_options.drawing = Drawing::processor; // whatever the speed of this computer
        m_options.shaders = kShaders;
        m_options.pictures = m_folder;
    }
    void TearDown() override { fs::remove_all(m_folder); }

    std::unique_ptr<Stage> open()
    {
        auto stage = Stage::open_offscreen(m_options);
        EXPECT_TRUE(stage) << stage.error().message;
        return stage ? *std::move(stage) : nullptr;
    }

    Image frame_of(const std::shared_ptr<const session::Snapshot>& snapshot)
    {
        const auto stage = open();
        if (stage == nullptr)
            return {};
        stage->draw(snapshot, Stage::Time {});
        return stage->image();
    }

    [[nodiscard]] std::size_t pictures() const
    {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(m_folder), {}));
    }

    StageOptions m_options;
    fs::path m_folder = fs::temp_directory_path() / ("warpstage-stage-" + std::to_string(::getpid()));
};

TEST_F(OffscreenStage, BodiesOnDark)
{
    m_options.display = views::Display::nothing;
    EXPECT_TRUE(matches_approved(frame_of(sample_bodies(1500)), "bodies-dark"));
}

TEST_F(OffscreenStage, BodiesOnLight)
{
    m_options.display = views::Display::nothing;
    m_options.theme = draw::Theme::light;
    EXPECT_TRUE(matches_approved(frame_of(sample_bodies(1500)), "bodies-light"));
}

TEST_F(OffscreenStage, Array)
{
    m_options.display = views::Display::nothing;
    EXPECT_TRUE(matches_approved(frame_of(sample_array(64)), "array"));
}

// Row 0 is at the top, column 0 on the left, and a matrix that is wider than high is centered.
TEST_F(OffscreenStage, Matrix)
{
    m_options.display = views::Display::nothing;
    const Image image = frame_of(sample_matrix(300, 600));
    ASSERT_FALSE(image.rgba.empty());
    const auto light_at = [&](double across, double down) {
        const auto x = static_cast<std::size_t>(across * image.width);
        const auto y = static_cast<std::size_t>(down * image.height);
        const auto* const pixel = image.rgba.data() + 4 * (y * image.width + x);
        return pixel[0] + pixel[1] + pixel[2];
    };
    const int high = light_at(0.45, 0.42);
    const int low = light_at(0.55, 0.42);
    EXPECT_GT(high, low + 300);
    EXPECT_EQ(light_at(0.45, 0.58), low);
    EXPECT_EQ(light_at(0.55, 0.58), low);
    EXPECT_NE(light_at(0.45, 0.06), high) << "the background is next to the matrix";
}

// A tab without the scene: nothing of the matrix is left, least of all over the bar.
TEST_F(OffscreenStage, AHiddenSceneIsNotDrawn)
{
    m_options.scale = 1.0F; // 640 x 360 has tabs
    const auto matrix = sample_matrix(300, 600);
    auto nothing = std::make_shared<session::Snapshot>(*matrix);
    nothing->scene.edit().matrix = nullptr;
    const auto corner_of = [&](const std::shared_ptr<const session::Snapshot>& snapshot) {
        const auto stage = open();
        stage->receive(KeyPress { Key::tab, Shift::up, Control::down }); // the next tab
        stage->draw(snapshot, Stage::Time {});
        Image image = stage->image();
        image.rgba.resize(4 * image.width * 40); // the bar
        return image.rgba;
    };
    EXPECT_EQ(corner_of(matrix), corner_of(nothing));
}

std::shared_ptr<session::Snapshot> sample_space(std::size_t count)
{
    const auto snapshot = sample_bodies(count);
    auto frame = std::make_shared<session::ParticleFrame>(*snapshot->scene->particles);
    for (std::size_t i = 0; i < count; ++i) {
        frame->z.push_back(0.3F * (static_cast<float>(i % 17) / 8.0F - 1.0F));
        frame->vz.push_back(0.0F);
    }
    frame->threads = 256;
    snapshot->scene.edit().particles = std::move(frame);
    return snapshot;
}

TEST_F(OffscreenStage, BodiesInSpace)
{
    m_options.display = views::Display::nothing;
    EXPECT_TRUE(matches_approved(frame_of(sample_space(1500)), "bodies-in-space"));
}

TEST_F(OffscreenStage, ARightDragRotatesOnly3DScenes)
{
    const auto turned_by = [&](const std::shared_ptr<session::Snapshot>& snapshot) {
        const auto stage = open();
        stage->draw(snapshot, Stage::Time {});
        const Image before = stage->image();
        stage->receive(PointerPress { Press::down, { 320, 150 }, Button::other });
        stage->receive(PointerMove { { 380, 150 } });
        stage->receive(PointerPress { Press::up, { 380, 150 }, Button::other });
        EXPECT_TRUE(stage->take_commands().empty());
        stage->draw(snapshot, Stage::Time {});
        return difference_of(before, stage->image()).worst_tile;
    };
    EXPECT_GT(turned_by(sample_space(500)), 5.0);
    EXPECT_EQ(turned_by(sample_bodies(500)), 0.0);
}

TEST_F(OffscreenStage, BodiesAreColoredByThreadAndBlock)
{
    const auto stage = open();
    ASSERT_NE(stage, nullptr);
    const auto snapshot = sample_space(1500);
    stage->draw(snapshot, Stage::Time {});
    const Image by_speed = stage->image();
    stage->receive(KeyPress { Key::e, Shift::up });
    stage->draw(snapshot, Stage::Time {});
    const Image by_block = stage->image();
    EXPECT_GT(difference_of(by_speed, by_block).worst_tile, 5.0);
    stage->receive(KeyPress { Key::e, Shift::up });
    stage->draw(snapshot, Stage::Time {});
    EXPECT_GT(difference_of(by_block, stage->image()).worst_tile, 2.0);
    stage->receive(KeyPress { Key::e, Shift::up });
    stage->draw(snapshot, Stage::Time {});
    EXPECT_EQ(stage->image().rgba, by_speed.rgba) << "and speed again";
}

TEST_F(OffscreenStage, BodiesLeaveTrailsThatCanBeSwitchedOff)
{
    const auto shown_after = [&](bool trails) {
        const auto stage = open();
        if (!trails) {
            stage->draw(sample_bodies(300), Stage::Time {});
            stage->receive(KeyPress { Key::e, Shift::down });
        }
        for (int i = 0; i < 6; ++i) {
            const auto snapshot = sample_bodies(300);
            auto frame = std::make_shared<session::ParticleFrame>(*snapshot->scene->particles);
            for (float& x : frame->x)
                x += 0.05F * static_cast<float>(i);
            frame->serial = static_cast<std::uint64_t>(i + 1);
            snapshot->scene.edit().particles = std::move(frame);
            stage->draw(snapshot, Stage::Time { i * 50ms });
        }
        return stage->image();
    };
    EXPECT_GT(
        difference_of(shown_after(true), shown_after(false)).worst_tile, 0.7); // faint with software rendering: two positions
}

TEST_F(OffscreenStage, WholeFrame)
{
    EXPECT_TRUE(matches_approved(frame_of(sample_bodies(1500)), "frame"));
}

TEST_F(OffscreenStage, AnotherVariantIsAnotherFrame)
{
    const Image first = frame_of(sample_bodies(1500));
    const auto other = sample_bodies(1500);
    other->setup.edit().variant = 2;
    EXPECT_GT(difference_of(first, frame_of(other)).worst_tile, 14.0) << "the golden frame does not cover this";
}

TEST_F(OffscreenStage, EqualTimesGiveEqualPictures)
{
    const auto snapshot = sample_bodies(500);
    EXPECT_EQ(frame_of(snapshot).rgba, frame_of(snapshot).rgba);
}

TEST_F(OffscreenStage, DrawsNewData)
{
    const auto stage = open();
    ASSERT_NE(stage, nullptr);
    stage->draw(sample_bodies(500), Stage::Time {});
    const Image few = stage->image();
    const auto moved = sample_bodies(500);
    auto particles = std::make_shared<session::ParticleFrame>(*moved->scene->particles);
    std::fill(particles->x.begin(), particles->x.end(), 0.0F);
    particles->serial = 2;
    moved->scene.edit().particles = particles;
    stage->draw(moved, Stage::Time {});
    const Image in_line = stage->image();
    EXPECT_GT(difference_of(few, in_line).worst_tile, 5.0);
    stage->draw(sample_bodies(3000), Stage::Time {});
    EXPECT_GT(difference_of(in_line, stage->image()).worst_tile, 5.0);
}

TEST_F(OffscreenStage, KeysSendCommandsToTheSession)
{
    const auto stage = open();
    ASSERT_NE(stage, nullptr);
    stage->draw(sample_bodies(10), Stage::Time {});
    stage->receive(KeyPress { static_cast<Key>('2'), Shift::up });
    stage->receive(KeyPress { Key::space, Shift::up });
    stage->receive(KeyPress { Key::h, Shift::up });
    const auto commands = stage->take_commands();
    ASSERT_EQ(commands.size(), 2U);
    EXPECT_EQ(std::get<session::SelectVariant>(commands[0]).index, 1U);
    EXPECT_TRUE(std::holds_alternative<session::TogglePause>(commands[1]));
    EXPECT_TRUE(stage->take_commands().empty());
}

TEST_F(OffscreenStage, ClicksSendCommandsAndDragsMoveTheCamera)
{
    const auto stage = open();
    ASSERT_NE(stage, nullptr);
    const auto snapshot = sample_bodies(500);
    const draw::Style style = draw::make_style(draw::Theme::dark, m_options.scale);
    views::WindowState state;
    state.size = { 640, 360 };
    const auto overlay = views::testing::compose_overlay(*snapshot, state, style);
    const auto variants = views::testing::places_of<session::SelectVariant>(overlay.picture);
    ASSERT_FALSE(variants.empty());
    stage->draw(snapshot, Stage::Time {});
    const Image before = stage->image();

    const draw::Rect region = variants.front().rect;
    stage->receive(PointerPress { Press::down, { region.x + region.width / 2, region.y + region.height / 2 } });
    stage->receive(PointerPress { Press::up, { region.x, region.y } });
    EXPECT_EQ(stage->take_commands().size(), 1U);

    const draw::Point middle { overlay.scene.x + overlay.scene.width / 2, overlay.scene.y + overlay.scene.height / 2 };
    stage->receive(PointerPress { Press::down, middle });
    stage->receive(PointerMove { { middle.x + 40, middle.y } });
    stage->receive(PointerPress { Press::up, { middle.x + 40, middle.y } });
    EXPECT_TRUE(stage->take_commands().empty());
    stage->draw(snapshot, Stage::Time {});
    EXPECT_GT(difference_of(before, stage->image()).worst_tile, 5.0);
}

// The same image, averaged; rows from the top.
TEST_F(OffscreenStage, TheMiniatureIsAReducedFrame)
{
    const auto stage = open();
    ASSERT_NE(stage, nullptr);
    const auto bodies = sample_bodies(1500);
    EXPECT_FALSE(stage->take_miniature()) << "not requested";
    stage->ask_for_miniature(160);
    stage->draw(bodies, Stage::Time {});
    const Image large = stage->image(); // waits until drawing is complete
    const auto small = stage->take_miniature();
    ASSERT_TRUE(small);
    ASSERT_EQ(small->width, 160U);
    ASSERT_EQ(small->height, 90U);
    EXPECT_FALSE(stage->take_miniature()) << "once";
    double difference = 0.0;
    for (std::size_t y = 0; y < small->height; ++y) {
        for (std::size_t x = 0; x < small->width; ++x) {
            double mean = 0.0;
            for (std::size_t dy = 0; dy < 4; ++dy)
                for (std::size_t dx = 0; dx < 4; ++dx)
                    mean += large.rgba[4 * ((4 * y + dy) * large.width + 4 * x + dx) + 1] / 16.0;
            difference += std::abs(mean - small->rgba[4 * (y * small->width + x) + 1]);
        }
    }
    EXPECT_LT(difference / (160.0 * 90.0), 1.5) << "of 255, on average";
    stage->draw(bodies, Stage::Time {});
    EXPECT_EQ(stage->image().rgba, large.rgba) << "the frames themselves do not change";
}

TEST_F(OffscreenStage, TheConsolesKeyIsReported)
{
    const auto stage = open();
    ASSERT_NE(stage, nullptr);
    stage->draw(sample_bodies(10), Stage::Time {});
    EXPECT_FALSE(stage->take_console_request());
    stage->receive(KeyPress { Key::f2, Shift::up });
    EXPECT_TRUE(stage->take_console_request());
    EXPECT_FALSE(stage->take_console_request());
    EXPECT_FALSE(stage->place()) << "no window off screen";
}

TEST_F(OffscreenStage, HelpOpensAndEscapeClosesIt)
{
    const auto stage = open();
    ASSERT_NE(stage, nullptr);
    const auto snapshot = sample_bodies(100);
    stage->draw(snapshot, Stage::Time {});
    const Image before = stage->image();
    stage->receive(KeyPress { Key::question, Shift::down });
    stage->draw(snapshot, Stage::Time {});
    EXPECT_GT(difference_of(before, stage->image()).worst_tile, 14.0);
    stage->receive(KeyPress { Key::escape, Shift::up });
    stage->draw(snapshot, Stage::Time {});
    EXPECT_EQ(stage->image().rgba, before.rgba);
}

TEST_F(OffscreenStage, TheScreenshotKeySavesTheFrameAndReportsIt)
{
    const auto stage = open();
    ASSERT_NE(stage, nullptr);
    const auto snapshot = sample_bodies(100);
    stage->draw(snapshot, Stage::Time {});
    const Image before = stage->image();
    stage->receive(KeyPress { Key::f12, Shift::up });
    stage->receive(KeyPress { Key::f12, Shift::up });
    ASSERT_EQ(pictures(), 2U);
    // The name of the second screenshot ends with a number, and the screenshot contains the first one's message.
    fs::path first;
    for (const auto& entry : fs::directory_iterator(m_folder)) {
        if (first.empty() || entry.path().native().size() < first.native().size())
            first = entry.path();
    }
    const auto saved = read_png(first);
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_EQ(saved->rgba, before.rgba);
    stage->draw(snapshot, Stage::Time { 10ms });
    EXPECT_NE(stage->image().rgba, before.rgba) << "the path is shown";
    stage->draw(snapshot, Stage::Time { 10000ms });
    stage->draw(snapshot, Stage::Time { 10001ms });
    EXPECT_LT(difference_of(stage->image(), before).worst_tile, 14.0) << "and disappears";
}

TEST_F(OffscreenStage, AnUnwritableFolderIsReportedAndTheStageContinues)
{
    std::ofstream(m_folder / "file") << "in the way";
    m_options.pictures = m_folder / "file";
    m_options.display = views::Display::nothing;
    const auto stage = open();
    ASSERT_NE(stage, nullptr);
    const auto snapshot = sample_bodies(100);
    stage->draw(snapshot, Stage::Time {});
    const Image before = stage->image();
    const auto saved = stage->screenshot(m_options.pictures / "a.png");
    ASSERT_FALSE(saved);
    EXPECT_THAT(saved.error().message, testing::HasSubstr("Cannot save the image"));
    stage->receive(KeyPress { Key::f12, Shift::up });
    stage->draw(snapshot, Stage::Time { 10ms });
    EXPECT_NE(stage->image().rgba, before.rgba);
}

TEST_F(OffscreenStage, FontsHaveTheCharactersOfTheFigures)
{
    auto surface = open_offscreen_surface({ 64, 64 });
    ASSERT_TRUE(surface);
    auto painter = Painter::create(kShaders);
    ASSERT_TRUE(painter) << painter.error().message;
    std::vector<FontSize> sizes;
    for (const draw::Face face : { draw::Face::regular, draw::Face::semibold, draw::Face::mono })
        sizes.push_back({ face, 15.0F });
    (*painter)->set_fonts(find_fonts(), sizes);
    const std::size_t fonts = (*painter)->warnings().size();
    draw::DrawList list { { 64, 64 }, {} };
    for (const FontSize& size : sizes)
        list.add(draw::Text { { 0, 20 }, "1\u202f024\u2009ms · × → ← ↑ ↓ ≥ ≤ − … µ ² ³ Σ √ – ä ₂ φ", size.face, size.size, {},
            draw::Align::left, 0.0F });
    Mesh mesh(Drawing::processor);
    (*painter)->tessellate(list, mesh);
    EXPECT_FALSE(mesh.empty());
    EXPECT_EQ((*painter)->warnings().size(), fonts) << (*painter)->warnings().back();
    list.add(draw::Text { { 0, 20 }, "\U0010fffe", draw::Face::regular, 15.0F, {}, draw::Align::left, 0.0F });
    (*painter)->tessellate(list, mesh);
    ASSERT_EQ((*painter)->warnings().size(), fonts + 1);
    EXPECT_THAT((*painter)->warnings().back(), testing::HasSubstr("Install the package fonts-noto-core"));
}

// Text in other scripts is drawn, or shown as boxes with a message that names the package; never as question marks.
TEST_F(OffscreenStage, OtherScriptsAreDrawnOrTheFontPackageIsNamed)
{
    auto stage = open();
    auto painter = Painter::create(m_options.shaders);
    ASSERT_TRUE(painter) << painter.error().message;
    const std::array sizes { FontSize { draw::Face::regular, 15.0F }, FontSize { draw::Face::mono, 15.0F } };
    (*painter)->set_fonts(find_fonts(), sizes);
    fonts::OtherFonts others;
    Mesh mesh(Drawing::graphics);
    const auto paint = [&](const char* words, draw::Face face) {
        draw::DrawList picture { { 400, 40 } };
        picture.add(draw::Text { { 10, 20 }, words, face, 15.0F, { 255, 255, 255 } });
        (*painter)->tessellate(picture, mesh);
        return (*painter)->take_missing();
    };
    for (const char* words : { "Filipovič, Příliš žluťoučký kůň", "Δέσμη νημάτων", "Нити и варпы" })
        for (const draw::Face face : { draw::Face::regular, draw::Face::mono })
            EXPECT_TRUE(paint(words, face).empty()) << words;
    std::set<std::string_view> packages; // named in the message
    for (const char32_t character : { U'中', U'の', U'한', U'\U0001f600' }) {
        const auto told = paint(draw::encode_utf8({ { character } }).c_str(), draw::Face::regular);
        if (others.find(draw::Face::regular, character) != nullptr) {
            EXPECT_TRUE(told.empty()) << static_cast<unsigned>(character);
            continue;
        }
        if (!packages.insert(fonts::script_of(character).package).second) {
            EXPECT_TRUE(told.empty()) << "reported once";
            continue;
        }
        ASSERT_EQ(told.size(), 1U) << static_cast<unsigned>(character);
        EXPECT_NE(told.front().find(fonts::script_of(character).package), std::string::npos) << told.front();
        EXPECT_TRUE(paint(draw::encode_utf8({ { character } }).c_str(), draw::Face::regular).empty()) << "reported once";
    }
    EXPECT_FALSE((*painter)->out_of_room());
}

// Dear ImGui divides by zero for a radius of a tiny part of a pixel, which remains in a box that is little wider than 2 pixels.
TEST_F(OffscreenStage, RoundedBoxesOfAnyWidthDoNotCrash)
{
    auto stage = open();
    auto painter = Painter::create(m_options.shaders);
    ASSERT_TRUE(painter) << painter.error().message;
    const std::array sizes { FontSize { draw::Face::regular, 30.0F } };
    (*painter)->set_fonts(find_fonts(), sizes);
    Mesh mesh(Drawing::graphics);
    draw::DrawList picture { { 400, 400 } };
    for (float width = 2.0F; width < 6.0F; width += 0.5F) {
        for (const float more : { 0.0F, 2.4e-7F, 5e-7F, 1e-6F, 2e-6F, 1e-5F }) {
            for (const float outline : { 1.0F, 2.0F, 3.0F })
                picture.add(draw::Box { { 0, 0, width + more, 20 }, draw::Color {}, draw::Color {}, outline, 4.0F });
        }
    }
    (*painter)->tessellate(picture, mesh);
}

TEST_F(OffscreenStage, TooManyCharactersDoNotCrash)
{
    auto stage = open();
    auto painter = Painter::create(m_options.shaders);
    ASSERT_TRUE(painter) << painter.error().message;
    const std::array sizes { FontSize { draw::Face::regular, 30.0F } };
    (*painter)->set_fonts(find_fonts(), sizes);
    Mesh mesh(Drawing::graphics);
    const auto paint = [&](int some) {
        for (int i = 0; i < some; ++i) {
            draw::DrawList picture { { 4000, 400 } };
            picture.add(draw::Text { { 10, 200 }, "ČŘŽčřžĚě", draw::Face::regular, 60.0F + static_cast<float>(i) / 4, {} });
            (*painter)->tessellate(picture, mesh);
        }
    };
    paint(200);
    EXPECT_TRUE((*painter)->out_of_room());
    (*painter)->set_fonts(find_fonts(), sizes);
    EXPECT_FALSE((*painter)->out_of_room());
    paint(1);
    EXPECT_FALSE((*painter)->out_of_room());
}

TEST_F(OffscreenStage, ShortenedTextIsNoWiderThanAllowed)
{
    auto surface = open_offscreen_surface({ 64, 64 });
    ASSERT_TRUE(surface);
    auto painter = Painter::create(kShaders);
    ASSERT_TRUE(painter) << painter.error().message;
    const std::vector<FontSize> sizes { { draw::Face::regular, 18.0F } };
    (*painter)->set_fonts(find_fonts(), sizes);
    const draw::Text text { {}, "a rather long description of a variant", draw::Face::regular, 18.0F, {}, draw::Align::left,
        0.0F };
    draw::Text narrow = text;
    narrow.max_width = 120.0F;
    EXPECT_GT((*painter)->width_of(text), 250.0F);
    EXPECT_LE((*painter)->width_of(narrow), 120.0F);
    EXPECT_GT((*painter)->width_of(narrow), 90.0F);
}

TEST_F(OffscreenStage, MissingOrBrokenShadersAreReported)
{
    m_options.shaders = m_folder;
    const auto missing = Stage::open_offscreen(m_options);
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, testing::HasSubstr("overlay.vert`: the program's assets are incomplete"));
    for (const auto& file : fs::directory_iterator(kShaders))
        fs::copy(file.path(), m_folder / file.path().filename());
    std::ofstream(m_folder / "resolve.frag") << "#version 450 core\nvoid main() { nonsense }\n";
    const auto broken = Stage::open_offscreen(m_options);
    ASSERT_FALSE(broken);
    EXPECT_THAT(broken.error().message, testing::HasSubstr("resolve.frag`: "));
}

TEST_F(OffscreenStage, AnUnsupportedSizeIsReported)
{
    m_options.size = { 1'000'000, 10 };
    const auto stage = Stage::open_offscreen(m_options);
    ASSERT_FALSE(stage);
    EXPECT_THAT(stage.error().message, testing::HasSubstr("at most"));
}

TEST(WindowStage, AMissingDisplayIsReported)
{
    ::unsetenv("DISPLAY");
    ::unsetenv("WAYLAND_DISPLAY");
    StageOptions options;
    options.shaders = kShaders;
    const auto stage = Stage::open_window(options);
    ASSERT_FALSE(stage);
    EXPECT_THAT(stage.error().message, testing::HasSubstr("Cannot open a window"));
    EXPECT_THAT(stage.error().message, testing::HasSubstr("--offscreen"));
}

} // namespace
} // namespace warpstage::stage
