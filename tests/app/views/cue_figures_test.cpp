// What cues show on the stage: dots, caption, hidden results, notes, timeline.
#include "app/views/frame/arrangement.h"
#include "app/views/frame/phrases.h"
#include "app/views/sheets/paged_sheets.h"
#include "app/views/timings/timings_figure.h"
#include "app/views/timings/transfers_figure.h"
#include "core/session/walkthrough/hidden_answer.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

namespace warpstage::views {
namespace {

using testing::compose_overlay;
using testing::Overlay;

constexpr std::array<Size, 4> kCueSizes = { { { 1024, 768 }, { 1280, 720 }, { 1920, 1080 }, { 3840, 2160 } } };

// The fourth of nine cues of a reduction lesson.
session::Snapshot with_cues(session::CueNumbers numbers)
{
    auto snapshot = testing::reduction_with_conflict();
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
    for (std::size_t i = 0; i < 9; ++i) {
        lesson::Cue cue;
        cue.caption = fmt::format("Cue {}: whole warps retire, but the words of neighboring threads are two, four, eight words "
                                  "apart and share a bank; their accesses are serialized.",
            i);
        cue.question = "How many lanes access one bank?";
        lesson->cues.push_back(cue);
    }
    snapshot.setup.edit().lesson = lesson;
    snapshot.cue.edit().count = 9;
    snapshot.cue.edit().index = 3;
    snapshot.cue.edit().figure = "banks";
    snapshot.cue.edit().numbers = numbers;
    snapshot.cue.edit().words = numbers == session::CueNumbers::hidden ? lesson->cues[3].question : lesson->cues[3].caption;
    return snapshot;
}

void expect_sound(const DrawList& picture, const std::string& what)
{
    for (const auto& wrong : draw::testing::outside_items(picture))
        ADD_FAILURE() << what << ": " << wrong;
    for (const auto& wrong : draw::testing::colliding_texts(picture))
        ADD_FAILURE() << what << ": " << wrong;
}

TEST(CueFigures, TheBarShowsTheCueAndTheNumberOfCues)
{
    const auto snapshot = with_cues(session::CueNumbers::shown);
    for (const Size size : kCueSizes) {
        const Style style = make_style(Theme::dark, size.width >= 3840 ? 2.0F : 1.0F);
        const Rect place = layout_stage(size, style).top_bar;
        DrawList bar = testing::build_view("top-bar", snapshot, { size, 60.0F }, place, style);
        EXPECT_TRUE(draw::testing::says(bar, "cue 4 of 9")) << size.width;
        bar.append(testing::build_view("progress", snapshot, { size, 60.0F }, place, style), {});
        expect_sound(bar, fmt::format("bar at {}", size.width));
    }
}

TEST(WrapPhrases, EndsAtPunctuationInsteadOfInAWord)
{
    const auto phrases = [](std::string_view words, float width, std::size_t most) {
        return wrap_phrases(words, Face::mono, 10.0F, width, most);
    };
    using Lines = std::vector<std::string>;
    EXPECT_EQ(phrases("aa bb, cc: dd; ee. ff", 200.0F, 1), (Lines { "aa bb, cc: dd; ee. ff" }));
    EXPECT_EQ(phrases("aa bb, cc: dd; ee. ff", 110.0F, 1), (Lines { "aa bb, cc: dd; ee" }));
    EXPECT_EQ(phrases("aa bb, cc: dd; ee. ff", 70.0F, 1), (Lines { "aa bb, cc" }));
    EXPECT_EQ(phrases("aa bb, cc: dd; ee. ff", 31.0F, 2), (Lines { "aa bb" })) << "one line is enough";
    EXPECT_EQ(phrases("sums[2].x of a", 60.0F, 1), Lines {}) << "no punctuation mark";
    EXPECT_EQ(phrases("線程。束程束程束程束", 45.0F, 1), (Lines { "線程" }));
}

// A presenter needs the number of the cue more than the number of time steps.
TEST(CueFigures, ALongNameOfTheLessonLeavesTheNumberOfTheCue)
{
    auto snapshot = with_cues(session::CueNumbers::shown);
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
    lesson->title = "Latency hiding and occupancy";
    snapshot.setup.edit().lesson = lesson;
    snapshot.cue.edit().count = 15;
    const Style style = make_style(Theme::dark, 1.0F);
    for (const Size size : { Size { 1280, 720 }, Size { 1920, 1080 } }) {
        const Rect place = layout_stage(size, style).top_bar;
        DrawList bar = testing::build_view("top-bar", snapshot, { size, 60.0F }, place, style);
        const DrawList progress = testing::build_view("progress", snapshot, { size, 60.0F }, place, style);
        EXPECT_TRUE(draw::testing::says(bar, "cue 4 of 15")) << size.width;
        EXPECT_TRUE(draw::testing::says(progress, "fps")) << size.width;
        EXPECT_EQ(draw::testing::says(progress, "step "), size.width > 1900) << size.width;
        bar.append(progress, {});
        expect_sound(bar, fmt::format("bar at {}", size.width));
    }
}

TEST(CueFigures, TheSummaryInTheBarEndsAtPunctuation)
{
    auto snapshot = with_cues(session::CueNumbers::shown);
    const std::string summary =
        "threadIdx.x > 15: 16 lanes of each warp take one path and 16 the other, so every warp executes both "
        "paths of the branch in sequence";
    snapshot.setup.edit().variants[snapshot.setup->variant].summary = summary;
    const Style style = make_style(Theme::dark, 1.0F);
    for (float width = 1500; width < 2400; width += 50) {
        const Size size { width, 1080 };
        const DrawList bar = testing::build_view("top-bar", snapshot, { size, 60.0F }, layout_stage(size, style).top_bar, style);
        std::string shown;
        for (const Text& text : draw::testing::texts_of(bar)) {
            EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width) << text.text;
            if (summary.find(text.text) != std::string::npos)
                shown += (shown.empty() ? "" : " ") + text.text;
        }
        EXPECT_TRUE(shown.empty() || shown == summary
            || std::string_view { ",:" }.find(summary.at(shown.size())) != std::string_view::npos)
            << shown;
    }
}

// The same cue with three answers and the votes of the audience.
session::Snapshot with_choices(session::CueNumbers numbers)
{
    auto snapshot = with_cues(numbers);
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
    lesson->cues[3].choices = { "one lane", "8 lanes, which are serialized", "32 lanes" };
    lesson->cues[3].answer = 1;
    snapshot.setup.edit().lesson = lesson;
    auto& choices = snapshot.cue.edit().choices;
    choices.texts = lesson->cues[3].choices;
    choices.chosen = 2;
    choices.votes = { 12, 30, 5 };
    if (numbers == session::CueNumbers::shown)
        choices.right = 1;
    return snapshot;
}

TEST(CueFigures, AnswersAreBelowTheQuestionAndAreChosenByAClick)
{
    for (const Size size : kCueSizes) {
        const Style style = make_style(Theme::dark, size.width >= 3840 ? 2.0F : 1.0F);
        const auto asked = compose_overlay(with_choices(session::CueNumbers::hidden), { size, 60.0F }, style).picture;
        EXPECT_TRUE(draw::testing::says(asked, "32 lanes")) << size.width;
        EXPECT_TRUE(draw::testing::says(asked, "chosen")) << size.width;
        EXPECT_FALSE(draw::testing::says(asked, "Correct")) << "this would reveal the answer";
        EXPECT_FALSE(draw::testing::says(asked, "wrong")) << "this would reveal the answer, too";
        std::size_t answers = 0;
        for (const auto& place : testing::places_of<session::ChooseAnswer>(asked))
            EXPECT_EQ(place.command.index, answers++);
        EXPECT_EQ(answers, 3U);
    }
}

TEST(CueFigures, ALabelMarksTheRightAnswer)
{
    for (const Size size : kCueSizes) {
        const Style style = make_style(Theme::dark, size.width >= 3840 ? 2.0F : 1.0F);
        const auto shown = compose_overlay(with_choices(session::CueNumbers::shown), { size, 60.0F }, style).picture;
        EXPECT_TRUE(draw::testing::says(shown, "Correct")) << size.width;
        EXPECT_TRUE(draw::testing::says(shown, "Your choice") || (size.width < 1280 && draw::testing::says(shown, "chosen")))
            << size.width;
    }
}

TEST(CueFigures, VotesAreBarsWithTheirNumbers)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const Size size { 1920, 1080 };
    const Rect scene = layout_stage(size, style).scene;
    const auto snapshot = with_choices(session::CueNumbers::hidden);
    const Rect strip { scene.x, 0, scene.width, cue_caption_height(snapshot, scene, style) };
    const DrawList words = testing::build_view("cue-caption", snapshot, { size, 60.0F }, strip, style);
    expect_sound(words, "caption with answers");
    for (const char* count : { "12 of 47", "30 of 47", "5 of 47" })
        EXPECT_TRUE(draw::testing::says(words, count)) << count;
}

TEST(CueFigures, TheLineOfKeysShowsTheKeysForAnswers)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const Size size { 1920, 1080 };
    const auto asked = compose_overlay(with_choices(session::CueNumbers::hidden), { size, 60.0F }, style).picture;
    EXPECT_TRUE(draw::testing::says(asked, "choose an"));
    const auto shown = compose_overlay(with_choices(session::CueNumbers::shown), { size, 60.0F }, style).picture;
    EXPECT_FALSE(draw::testing::says(shown, "choose an answer"));
}

TEST(CueFigures, WordsAreBelowThePanelsOfEveryTab)
{
    const Style style = make_style(Theme::dark, 1.0F);
    for (std::size_t tab = 0; tab < kTabs; ++tab) {
        WindowState window { { 390, 844 }, 60.0F };
        window.tab = static_cast<Tab>(tab);
        const Overlay overlay = compose_overlay(with_choices(session::CueNumbers::hidden), window, style);
        const auto caption = std::ranges::find(
            overlay.views, std::string_view { "cue-caption" }, [](const Placed& placed) { return placed.view->id; });
        ASSERT_NE(caption, overlay.views.end()) << tab;
        for (const Placed& placed : overlay.views)
            if (placed.view->place == Place::panel || placed.view->place == Place::bar) {
                EXPECT_FALSE(draw::testing::overlap(placed.rect, caption->rect)) << tab << " " << placed.view->id;
            }
        EXPECT_EQ(testing::places_of<session::ChooseAnswer>(overlay.picture).size(), 3U) << tab;
    }
}

TEST(CueFigures, ADotLeadsToItsCue)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const Size size { 1920, 1080 };
    const DrawList bar = testing::build_view(
        "top-bar", with_cues(session::CueNumbers::shown), { size, 60.0F }, layout_stage(size, style).top_bar, style);
    std::size_t dots = 0;
    for (const auto& place : testing::places_of<session::CueStep>(bar))
        EXPECT_EQ(place.command.index, dots++);
    EXPECT_EQ(dots, 9U);
}

TEST(CueFigures, TheCaptionIsCompleteAtTheBottomOfTheScene)
{
    const auto snapshot = with_cues(session::CueNumbers::shown);
    for (const Size size : kCueSizes) {
        const Style style = make_style(Theme::dark, size.width >= 3840 ? 2.0F : 1.0F);
        const Rect scene = layout_stage(size, style).scene;
        const float height = cue_caption_height(snapshot, scene, style);
        const Rect strip { scene.x, scene.bottom() - height, scene.width, height };
        const DrawList words = testing::build_view("cue-caption", snapshot, { size, 60.0F }, strip, style);
        expect_sound(words, fmt::format("caption at {}", size.width));
        EXPECT_TRUE(draw::testing::says(words, "serialized.")) << "the last word is shown at " << size.width;
        const Overlay overlay = compose_overlay(snapshot, { size, 60.0F }, style);
        EXPECT_LE(overlay.scene.bottom(), strip.y);
    }
}

TEST(CueFigures, TheSceneDoesNotMoveBetweenCues)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const Size size { 1280, 720 };
    auto snapshot = with_cues(session::CueNumbers::shown);
    const Rect first = compose_overlay(snapshot, { size, 60.0F }, style).scene;
    snapshot.cue.edit().words = "Short.";
    const Rect second = compose_overlay(snapshot, { size, 60.0F }, style).scene;
    snapshot.cue.edit().words.clear(); // another variant was chosen
    const Rect third = compose_overlay(snapshot, { size, 60.0F }, style).scene;
    EXPECT_EQ(first.height, second.height);
    EXPECT_EQ(first.height, third.height);
}

TEST(CueFigures, AQuestionHidesTheNumbers)
{
    const Style style = make_style(Theme::dark, 1.0F);
    for (const Size size : kCueSizes) {
        const auto asked = compose_overlay(with_cues(session::CueNumbers::hidden), { size, 60.0F }, style).picture;
        const auto shown = compose_overlay(with_cues(session::CueNumbers::shown), { size, 60.0F }, style).picture;
        EXPECT_TRUE(draw::testing::says(asked, "How many"));
        EXPECT_TRUE(draw::testing::says(asked, "?"));
        EXPECT_FALSE(draw::testing::says(asked, "wavefronts,")) << size.width;
        EXPECT_TRUE(draw::testing::says(shown, size.width > 1024 ? "wavefronts" : "8 instead of 1")) << size.width;
        EXPECT_FALSE(draw::testing::says(asked, "of 32 lanes"));
        EXPECT_FALSE(draw::testing::says(asked, "median of"));
    }
}

session::Snapshot asked_of(const session::Snapshot& snapshot)
{
    session::Snapshot shown;
    session::hide_answer(snapshot, shown);
    return shown;
}

TEST(CueFigures, AQuestionShowsOnlyAnAllowlist)
{
    auto snapshot = with_cues(session::CueNumbers::hidden);
    snapshot.counters.edit().hardware = std::make_shared<session::CounterView>();
    snapshot.counters.edit().heat = std::make_shared<session::HeatMap>();
    snapshot.sm.edit().requested = true;
    const auto hidden = asked_of(snapshot);
    EXPECT_EQ(hidden.timing->of(hidden.setup->variant).timing.samples, 0U);
    EXPECT_EQ(hidden.setup->variants[hidden.setup->variant].summary, "") << "the top bar would reveal the answer";
    EXPECT_FALSE(snapshot.setup->variants[snapshot.setup->variant].summary.empty());
    for (std::size_t i = 0; i < hidden.setup->variants.size(); ++i) {
        if (i != hidden.setup->variant) {
            EXPECT_EQ(hidden.timing->of(i).timing.samples, snapshot.timing->of(i).timing.samples);
        }
    }
    EXPECT_EQ(hidden.run->recording, nullptr);
    EXPECT_EQ(hidden.run->architecture, snapshot.run->architecture);
    EXPECT_EQ(hidden.counters, session::Snapshot {}.counters) << "neither counters nor the map of the kernel";
    EXPECT_EQ(hidden.sm, session::Snapshot {}.sm);
    EXPECT_TRUE(hidden.timing->works.empty());
    EXPECT_TRUE(hidden.timing->history.empty());
    EXPECT_FALSE(hidden.selection->cell);
    EXPECT_FALSE(hidden.selection->chosen_access);
    EXPECT_EQ(hidden.setup->parameters.size(), snapshot.setup->parameters.size());
    auto again = hidden;
    session::hide_answer(snapshot, again);
    EXPECT_EQ(again, hidden) << "the same handles: nothing is built again";
}

TEST(CueFigures, OnlyAFaultThatIsTheAnswerIsHidden)
{
    auto snapshot = with_cues(session::CueNumbers::hidden);
    snapshot.notices.edit() = { { session::Severity::fault, "Barrier in divergent code" } };
    EXPECT_EQ(asked_of(snapshot).notices->size(), 1U);
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
    lesson->variants.resize(snapshot.setup->variant + 1);
    lesson->variants[snapshot.setup->variant].expects = "barrier";
    snapshot.setup.edit().lesson = lesson;
    EXPECT_TRUE(asked_of(snapshot).notices->empty());
    EXPECT_FALSE(draw::testing::says(
        compose_overlay(snapshot, { { 1280, 720 }, 60.0F }, make_style(Theme::dark, 1.0F)).picture, "Barrier in divergent code"));
}

constexpr const char* kNotes =
    "# A lesson\n\nShow `s[tid]` *first*, then ask:\n\n* How many?\n* And why?\n\n## Numbers\n\n| step | stride |\n|---|---|\n| "
    "1 | 4 |\n\n    warpstage trace banks stride\n\nA long paragraph follows, with words enough that it must be broken into "
    "several lines in every window, so that the test checks how lines are filled and where they end.\n";

TEST(NotesSheet, ShowsAllTextWithinItsFrame)
{
    for (const Size size : kCueSizes) {
        const Style style = make_style(Theme::dark, size.width >= 3840 ? 2.0F : 1.0F);
        const PagedSheet sheet = notes_sheet(kNotes, 0, size, style);
        expect_sound(sheet.picture, fmt::format("notes at {}", size.width));
        EXPECT_EQ(sheet.pages, 1U);
        for (const auto* const words :
            { "lesson", "s[tid]", "first", "many?", "Numbers", "stride", "end.", "page 1 of 1 · N closes" })
            EXPECT_TRUE(draw::testing::says(sheet.picture, words)) << words;
        EXPECT_EQ(draw::testing::text_with(sheet.picture, "s[tid]").face, Face::mono);
        EXPECT_EQ(draw::testing::text_with(sheet.picture, "first").face, Face::semibold);
    }
}

TEST(NotesSheet, LongNotesHavePages)
{
    std::string notes;
    for (int i = 0; i < 12; ++i)
        notes += kNotes;
    const Style style = make_style(Theme::dark, 1.0F);
    const PagedSheet first = notes_sheet(notes, 0, { 1280, 720 }, style);
    ASSERT_GT(first.pages, 1U);
    EXPECT_TRUE(draw::testing::says(first.picture, "N turns"));
    const PagedSheet last = notes_sheet(notes, 99, { 1280, 720 }, style);
    EXPECT_TRUE(draw::testing::says(last.picture, fmt::format("page {0} of {0} · N closes", first.pages)));
    expect_sound(first.picture, "first page");
    expect_sound(last.picture, "last page");
}

// A cell that is wider than its column is wrapped; columns do not overlap.
TEST(NotesSheet, ColumnsOfTablesDoNotOverlap)
{
    const std::string notes =
        "| memory | where | scope and lifetime |\n|---|---|---|\n| registers | on the multiprocessor, a register file of 256 KiB "
        "| one thread, as long as it runs |\n| local memory | device memory behind L1 and L2, however local its name sounds to a "
        "reader | one thread, as long as it runs, which is as long as its block does |\n";
    for (const Size size : { Size { 1280, 720 }, Size { 900, 700 } }) {
        const PagedSheet sheet = notes_sheet(notes, 0, size, make_style(Theme::dark, 1.0F));
        EXPECT_TRUE(draw::testing::colliding_texts(sheet.picture).empty()) << size.width;
        for (const char* words : { "registers", "256 KiB", "lifetime", "behind" })
            EXPECT_TRUE(draw::testing::says(sheet.picture, words)) << words << " at " << size.width;
    }
}

session::TransferFrame frame_of(session::TransferFrame::Source source)
{
    using Kind = session::TransferFrame::Kind;
    using std::chrono::nanoseconds;
    session::TransferFrame frame;
    frame.source = source;
    frame.streams = 2;
    const auto add = [&](Kind kind, std::uint32_t stream, int issued, int begin, int end) {
        frame.spans.push_back({ "work", kind, stream, 1024, nanoseconds { issued }, nanoseconds { begin }, nanoseconds { end } });
    };
    add(Kind::to_device, 0, 0, 0, 400'000);
    add(Kind::kernel, 0, 400'000, 400'000, 700'000);
    add(Kind::to_host, 0, 700'000, 700'000, 1'100'000);
    add(Kind::to_device, 1, 1'000, 400'000, 800'000);
    add(Kind::kernel, 1, 800'000, 800'000, 1'100'000);
    add(Kind::to_host, 1, 1'100'000, 1'100'000, 1'500'000);
    frame.length = nanoseconds { 1'500'000 };
    return frame;
}

TEST(TransfersFigure, MeasuredShowsDurationAndUtilization)
{
    for (const float scale : { 1.0F, 2.0F }) {
        const Style style = make_style(Theme::light, scale);
        const auto picture =
            transfers_figure({ frame_of(session::TransferFrame::Source::measured), {} }, { 760 * scale, 340 * scale }, style);
        expect_sound(picture, "measured");
        EXPECT_TRUE(draw::testing::says(picture, "1.50"));
        EXPECT_TRUE(draw::testing::says(picture, "measured"));
        EXPECT_TRUE(draw::testing::says(picture, "53 %")) << "copies in: 0.8 of 1.5 ms";
        EXPECT_TRUE(draw::testing::says(picture, "40 %")) << "kernels: 0.3 and 0.3 ms";
        EXPECT_TRUE(draw::testing::says(picture, "stream 1"));
        EXPECT_FALSE(draw::testing::says(picture, "not measured"));
    }
}

TEST(TransfersFigure, AnEstimateShowsItsTimesAndWhatItIsFor)
{
    for (const float scale : { 1.0F, 2.0F }) {
        const Style style = make_style(Theme::dark, scale);
        const auto picture = transfers_figure(
            { frame_of(session::TransferFrame::Source::possible), { "estimated for H200 · n = 2^24", "estimated for H200" } },
            { 760 * scale, 340 * scale }, style);
        expect_sound(picture, "estimated");
        EXPECT_TRUE(draw::testing::says(picture, "estimated for H200"));
        EXPECT_TRUE(draw::testing::says(picture, "1.50"));
        EXPECT_TRUE(draw::testing::says(picture, "53 %")) << "copies in: 0.8 of 1.5 ms";
        EXPECT_TRUE(draw::testing::says(picture, " ms"));
        EXPECT_FALSE(draw::testing::says(picture, "not measured"));
        EXPECT_FALSE(draw::testing::says(picture, "order only"));
    }
}

TEST(TransfersFigure, WithoutAGpuItStatesThatNothingIsMeasured)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const auto picture = transfers_figure({ frame_of(session::TransferFrame::Source::possible), {} }, { 760, 340 }, style);
    expect_sound(picture, "possible");
    EXPECT_TRUE(draw::testing::says(picture, "not measured"));
    EXPECT_TRUE(draw::testing::says(picture, "order only;"));
    EXPECT_FALSE(draw::testing::says(picture, "%"));
    EXPECT_FALSE(draw::testing::says(picture, " ms"));
}

TEST(TransfersFigure, TooSmallOrEmptyHasAMessage)
{
    const Style style = make_style(Theme::dark, 1.0F);
    EXPECT_TRUE(draw::testing::says(transfers_figure({}, { 760, 340 }, style), "nothing has"));
    expect_sound(transfers_figure({ frame_of(session::TransferFrame::Source::measured), {} }, { 120, 60 }, style), "small");
}

TEST(PublishedLines, AreBesideTheVariant)
{
    const auto figures =
        lesson::PublishedFigures::parse("[[figure]]\nlesson = \"reduction\"\nvariant = \"reduce2\"\nvalue = 8.33\n"
                                        "unit = \"GB/s\"\nmachine = \"GeForce GTX 280\"\nsource = \"a lecture\"\n",
            "published.toml");
    ASSERT_TRUE(figures);
    auto snapshot = testing::reduction_with_conflict();
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
    lesson->id = "reduction";
    snapshot.setup.edit().lesson = lesson;
    snapshot.setup.edit().variants[snapshot.setup->variant].id = "reduce2";
    snapshot.setup.edit().published = std::make_shared<const lesson::PublishedFigures>(*figures);
    const Style style = make_style(Theme::dark, 1.0F);
    const auto picture = published_lines(snapshot, { 400, 80 }, style);
    expect_sound(picture, "published");
    EXPECT_TRUE(draw::testing::says(picture, "8.33 GB/s"));
    EXPECT_TRUE(draw::testing::says(picture, "GTX 280"));
    // The variants' panel of every window with enough space shows at least one.
    for (const Size window : { Size { 1280, 720 }, Size { 1440, 810 }, Size { 1920, 1080 } }) {
        const auto place = layout_stage(window, style).variants;
        ASSERT_TRUE(place);
        EXPECT_TRUE(draw::testing::says(testing::build_view("variants", snapshot, { window }, *place, style), "8.33 GB/s"))
            << window.width;
    }
    snapshot.setup.edit().variants[snapshot.setup->variant].id = "shuffle";
    EXPECT_TRUE(draw::testing::says(published_lines(snapshot, { 400, 80 }, style), "no published"));
}

} // namespace
} // namespace warpstage::views
