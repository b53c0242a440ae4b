// Every cue of every lesson in hall mode, as recorded by a session: text must be legible from the last row.
#include "app/draw/text_layout.h"
#include "app/views/frame/hall.h"
#include "core/lesson/catalog.h"
#include "core/session/session.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/overlay.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace warpstage::views {
namespace {

using testing::compose_overlay;
using testing::Overlay;

constexpr std::array<Size, 3> kHallSizes { { { 1280, 720 }, { 1920, 1080 }, { 3840, 2160 } } };
constexpr float kSubtitle = 32.0F / 1080.0F;

struct ShownCue {
    std::string name; // "banks 3, asked"
    std::shared_ptr<const session::Snapshot> snapshot;
};

std::string without_spaces(std::string_view text)
{
    std::string kept;
    for (const char c : text)
        if (c != ' ' && c != '\t' && c != '\r')
            kept += c;
    return kept;
}

bool is_recorded(const session::Snapshot& model)
{
    const auto& setup = *model.setup;
    const auto& variant = setup.lesson->variants[setup.variant];
    return setup.lesson->problem->kernels(variant).empty()
        || (model.run->recording && model.run->recording->variant == variant.id);
}

std::vector<ShownCue> cues_of(const std::string& lesson, const std::shared_ptr<const lesson::Catalog>& catalog)
{
    session::SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = lesson;
    auto session = session::Session::create(catalog, options);
    EXPECT_TRUE(session) << session.error().message;
    std::chrono::steady_clock::time_point now {};
    // Each tick may run a step of the kernels: no more than it takes until the cue's variant is recorded.
    const auto settle = [&] {
        for (int i = 0; i < 6 && (i < 2 || !is_recorded(*(*session)->snapshot())); ++i) {
            now += std::chrono::milliseconds(20);
            (*session)->tick(now);
            (*session)->settle();
        }
        (*session)->tick(now);
        EXPECT_TRUE(is_recorded(*(*session)->snapshot()));
    };
    settle();
    std::vector<ShownCue> shown;
    const std::size_t count = (*session)->snapshot()->cue->count;
    for (std::size_t i = 0; i < count; ++i) {
        (*session)->submit(session::CueStep { session::Direction::next, i });
        settle();
        shown.push_back({ fmt::format("{} {}", lesson, i + 1), (*session)->snapshot() });
        if (!is_asking(*shown.back().snapshot))
            continue;
        shown.back().name += ", asked";
        (*session)->submit(session::CueStep { session::Direction::next });
        settle();
        shown.push_back({ fmt::format("{} {}, answered", lesson, i + 1), (*session)->snapshot() });
        EXPECT_FALSE(is_asking(*shown.back().snapshot)) << shown.back().name;
    }
    return shown;
}

std::shared_ptr<const lesson::Catalog> catalog()
{
    static const std::vector<std::filesystem::path> folders { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
    static const auto loaded = std::make_shared<const lesson::Catalog>(lesson::Catalog::load(folders, cue_figures()));
    return loaded;
}

WindowState hall_window(Size size)
{
    WindowState window;
    window.size = size;
    window.hall = Hall {};
    return window;
}

const Placed* placed(const Overlay& overlay, std::string_view id)
{
    const auto found = std::ranges::find_if(overlay.views, [&](const Placed& view) { return view.view->id == id; });
    return found == overlay.views.end() ? nullptr : &*found;
}

// Without the bars around the three panels.
bool is_panel(const Placed& view)
{
    static const std::set<std::string_view> kNone { "hall-bar", "notices", "other-notices", "fault", "array-caption", "drift",
        "total" };
    return !kNone.contains(view.view->id);
}

// The text of the cue, not truncated.
void expect_words(const Overlay& overlay, const session::Snapshot& model, const Style& style, const std::string& what)
{
    const char* id = placed(overlay, "hall-question") != nullptr ? "hall-question" : "hall-caption";
    const Placed* place = placed(overlay, id);
    ASSERT_NE(place, nullptr) << what;
    std::string said;
    for (const Text& text :
        draw::testing::texts_of(testing::build_placed(*place, model, hall_window(overlay.picture.size), style))) {
        EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width) << what << " cuts: " << text.text;
        if (text.text.ends_with("→ Reveal")) // the keys
            continue;
        if (said.size() < without_spaces(model.cue->words).size()) { // followed by the answers, their keys and the votes
            EXPECT_GE(text.size, kSubtitle * overlay.picture.size.height - 0.01F) << what << ": " << text.text;
        }
        said += without_spaces(text.text);
    }
    EXPECT_TRUE(said.starts_with(without_spaces(model.cue->words))) << what << ": " << said;
    for (const std::string& answer : model.cue->choices.texts)
        EXPECT_NE(said.find(without_spaces(answer)), std::string::npos) << what << ": " << answer;
}

// The complete code of the chosen line, possibly in several rows and without the comment at its end.
void expect_source_line(const Overlay& overlay, const session::Snapshot& model, const Style& style, const std::string& what)
{
    const Placed* place = placed(overlay, "source");
    // For a variant on the host: the host code, in which no line is chosen.
    EXPECT_EQ(place == nullptr, runs_on_host(model) && model.setup->lesson->host_lines.empty()) << what;
    if (place == nullptr || runs_on_host(model))
        return;
    if (model.selection->line == 0)
        return;
    const std::string& line = model.setup->lesson->source_lines.at(model.selection->line - 1);
    std::string code = without_spaces(line.substr(0, line.find("//")));
    if (code.empty())
        code = without_spaces(line);
    std::string shown;
    const float column = place->rect.width;
    for (const Text& text :
        draw::testing::texts_of(testing::build_placed(*place, model, hall_window(overlay.picture.size), style)))
        if (text.face == Face::mono && text.align == Align::left) {
            const bool whole = text_width(text.text, text.face, text.size) <= text.max_width + 0.01F;
            shown += without_spaces(whole ? text.text : "…");
        }
    EXPECT_NE(shown.find(code), std::string::npos)
        << what << " at " << column << ": line " << model.selection->line << " is truncated: " << line;
}

class HallCues : public ::testing::TestWithParam<std::string> { };

TEST_P(HallCues, EveryCueIsLegibleFromTheLastRow)
{
    const auto cues = cues_of(GetParam(), catalog());
    EXPECT_FALSE(cues.empty());
    for (const ShownCue& cue : cues)
        for (const Size size : kHallSizes)
            for (const float text_size : { 1.0F, 2.0F, 3.0F }) {
                const std::string what = fmt::format("{} at {}x{}, {:.0f} %", cue.name, size.width, size.height, 100 * text_size);
                const Style style = make_hall_style(Theme::dark, size.height, text_size);
                const Overlay overlay = compose_overlay(*cue.snapshot, hall_window(size), style);
                session::Snapshot model = *cue.snapshot;
                if (is_asking(*cue.snapshot)) {
                    model = {};
                    session::hide_answer(*cue.snapshot, model);
                }
                EXPECT_LE(std::ranges::count_if(overlay.views, is_panel), 3) << what;
                for (const Text& text : draw::testing::texts_of(overlay.picture))
                    EXPECT_GE(text.size, size.height / kHallLines - 0.01F) << what << ": " << text.text;
                expect_words(overlay, model, style, what);
                expect_source_line(overlay, model, style, what);
                for (const Placed& view : overlay.views) {
                    if (!is_panel(view))
                        continue;
                    EXPECT_GE(view.rect.height, (view.view->id == "hall-caption" ? 0.05F : 0.15F) * size.height)
                        << what << ": " << view.view->id;
                    EXPECT_TRUE(draw::testing::inside(view.rect, { 0, 0, size.width, size.height }, 0.01F)) << what;
                    const DrawList picture = testing::build_placed(view, model, hall_window(size), style);
                    for (const auto& wrong : draw::testing::outside_items(picture))
                        ADD_FAILURE() << what << ", " << view.view->id << ": " << wrong;
                    for (const auto& wrong : draw::testing::colliding_texts(picture))
                        ADD_FAILURE() << what << ", " << view.view->id << ": " << wrong;
                }
            }
}

INSTANTIATE_TEST_SUITE_P(Lessons, HallCues,
    ::testing::Values("divergence", "coalescing", "banks", "transpose", "reduction", "nbody", "matmul", "throughput", "memories",
        "latency", "transfers", "hazards", "tensor", "swizzle", "pipelines", "waves", "order", "precision"),
    [](const auto& of) { return of.param; });

TEST(HallTest, AllLessonsAreTested)
{
    EXPECT_EQ(catalog()->lessons().size(), 18U);
}

TEST(HallTest, AnotherFigureIsOneKeyAway)
{
    const auto cues = cues_of("banks", catalog());
    const session::Snapshot& model = *cues.back().snapshot;
    WindowState window = hall_window({ 1920, 1080 });
    const Style style = make_hall_style(Theme::dark, 1080, 1.0F);
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < hall_figures(model).size(); ++i) {
        window.hall->figure = next_hall_figure(model, window);
        for (const Placed& view : compose_overlay(model, window, style).views)
            seen.insert(view.view->id);
    }
    for (const char* id : { "banks", "lanes", "timeline", "variants", "parameters", "source", "hall-caption" })
        EXPECT_TRUE(seen.contains(id)) << id;
}

TEST(HallTest, AQuestionTakesThePlaceOfItsAnswerWithItsSourceLine)
{
    std::size_t instead = 0;
    for (const ShownCue& cue : cues_of("banks", catalog())) {
        if (!is_asking(*cue.snapshot))
            continue;
        const Style style = make_hall_style(Theme::dark, 1080, 1.0F);
        const Overlay overlay = compose_overlay(*cue.snapshot, hall_window({ 1920, 1080 }), style);
        const Placed* question = placed(overlay, "hall-question");
        if (question == nullptr) // the scene does not show the answer
            continue;
        ++instead;
        EXPECT_EQ(placed(overlay, "hall-caption"), nullptr) << cue.name;
        EXPECT_EQ(placed(overlay, "banks"), nullptr) << cue.name;
        EXPECT_NE(placed(overlay, "source"), nullptr) << cue.name;
        EXPECT_GE(draw::testing::texts_of(overlay.picture).size(), 3U);
    }
    EXPECT_GE(instead, 1U);
}

} // namespace
} // namespace warpstage::views
