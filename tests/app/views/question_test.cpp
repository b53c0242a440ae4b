// While a question of a cue is shown, nothing that is drawn, written or shown in a tip depends on the recorded run, on the times
// of the variant in question, or on the counters: the test checks every view of the table.
#include "app/views/frame/arrangement.h"
#include "app/views/frame/panel.h"
#include "core/session/walkthrough/hidden_answer.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/sm_runs.h"
#include "tests/app/views/snapshots.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpstage::views {
namespace {

using session::CueNumbers;
using testing::Overlay;

constexpr Size kStage { 1280, 720 };

// Numbers of a run that occur nowhere else on the stage.
struct AnswerFigures {
    std::uint32_t wavefronts;
    std::uint64_t sectors;
    std::uint64_t instructions;
    std::size_t step;
    unsigned lanes;
    std::chrono::microseconds median;

    [[nodiscard]] std::set<std::string> words() const
    {
        return { std::to_string(wavefronts), std::to_string(sectors), std::to_string(instructions), std::to_string(step + 1),
            std::to_string(lanes), std::to_string(median.count()) };
    }
};
constexpr AnswerFigures kOne { 9176, 8269, 7393, 6352, 29, std::chrono::microseconds(547) };
constexpr AnswerFigures kOther { 9283, 8377, 7499, 6466, 27, std::chrono::microseconds(563) };

void measure(session::Snapshot& snapshot, const AnswerFigures& figures)
{
    auto& timing = snapshot.timing.edit();
    timing.variants[snapshot.setup->variant].timing = { figures.median, figures.median, figures.median, 200 };
    timing.works = { { "kernel", false, timing.variants[snapshot.setup->variant].timing } };
    timing.merit = 1e6 * static_cast<double>(figures.median.count());
    timing.steps_per_second = static_cast<double>(figures.median.count());
    timing.history = { { figures.median, snapshot.setup->variant } };
}

void record(session::Snapshot& snapshot, const AnswerFigures& figures)
{
    auto recording = std::make_shared<session::Recording>(*snapshot.run->recording);
    auto& total = recording->report.total;
    total.wavefronts = figures.wavefronts;
    total.sectors = figures.sectors;
    total.instructions = figures.instructions;
    recording->report.lines.front().counters = total;
    recording->trap.emplace().message = fmt::format("Race between lanes {} and {}.", figures.lanes, figures.lanes + 1);
    recording->trap->kind = simt::TrapKind::race;
    recording->trap->second.emplace();
    auto assessment = std::make_shared<session::Assessment>(*snapshot.run->assessment);
    assessment->report = recording->report;
    auto& run = snapshot.run.edit();
    run.recording = recording;
    run.assessment = assessment;
    run.accesses.front().cost = figures.wavefronts;
    run.compared = session::ComparedView { 0, recording, assessment, snapshot.selection->chosen_access };
    auto& selection = snapshot.selection.edit();
    selection.chosen_access->shared->wavefronts = figures.wavefronts;
    selection.chosen_access->occurrence = figures.step;
    selection.chosen_access->occurrences = figures.instructions;
    selection.lane = figures.lanes;
}

void play(session::Snapshot& snapshot, const AnswerFigures& figures)
{
    auto cells = std::make_shared<session::ArrayFrame>(*snapshot.scene->array);
    cells->step = figures.step;
    cells->steps = figures.instructions;
    cells->iteration = figures.lanes;
    cells->line = 13;
    for (unsigned lane = 0; lane < figures.lanes; ++lane)
        cells->edges.push_back({ 2 * lane + 1, 2 * lane });
    cells->active = first_lanes(figures.lanes);
    cells->working = { first_lanes(figures.lanes) };
    cells->touched[figures.lanes] = session::Touch::written;
    cells->values[0] = figures.wavefronts;
    snapshot.scene.edit().array = cells;
    auto& run = snapshot.playback.edit().run;
    run.cells = cells;
    run.view.steps = figures.instructions;
    run.view.step = figures.lanes;
    snapshot.playback.edit().compared = run;
}

void count(session::Snapshot& snapshot, const AnswerFigures& figures)
{
    auto hardware = std::make_shared<session::CounterView>();
    hardware->refusal = fmt::format("{} wavefronts.", figures.wavefronts);
    auto heat = std::make_shared<session::HeatMap>();
    heat->grid = { 2, 1, 1 };
    heat->warps = 1;
    heat->blocks_seen = 2;
    heat->cells = { { figures.instructions, figures.instructions, figures.wavefronts, figures.sectors },
        { figures.instructions, figures.instructions, 0, 0 } };
    snapshot.counters.edit() = { hardware, heat, nullptr, nullptr };
}

void model(session::Snapshot& snapshot, const AnswerFigures& figures)
{
    const auto& recording = snapshot.run->recording;
    auto run = testing::made_up_run(*recording, 1);
    run->cycles += figures.wavefronts;
    auto& sm = snapshot.sm.edit();
    sm.requested = true;
    sm.step = figures.lanes;
    sm.run = session::SmView { snapshot.setup->variant, "H200", recording, run, 4 };
}

// A reduction controlled by a presenter, with all available data.
session::Snapshot known(const AnswerFigures& figures, CueNumbers numbers)
{
    session::Snapshot snapshot = testing::played();
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
    lesson->notes = fmt::format("# Notes\n\nThe answer is {}.\n", figures.wavefronts);
    lesson->cues.resize(1);
    lesson->cues[0].question = "How many wavefronts?";
    lesson->cues[0].caption = fmt::format("{} wavefronts.", figures.wavefronts);
    lesson->variants.resize(snapshot.setup->variants.size());
    lesson->variants[snapshot.setup->variant].expects = "race";
    auto& setup = snapshot.setup.edit();
    setup.lesson = lesson;
    setup.variants[setup.variant].summary = fmt::format("{} lanes work.", figures.lanes);
    auto& cue = snapshot.cue.edit();
    cue = { 1, 0, numbers == CueNumbers::hidden ? lesson->cues[0].question : lesson->cues[0].caption, "banks", {}, numbers };
    measure(snapshot, figures);
    record(snapshot, figures);
    play(snapshot, figures);
    count(snapshot, figures);
    model(snapshot, figures);
    snapshot.notices.edit() = { { session::Severity::fault, snapshot.run->recording->trap->message } };
    return snapshot;
}

session::Snapshot for_audience(const session::Snapshot& whole)
{
    session::AudienceSnapshots audience;
    return *audience.of(std::make_shared<const session::Snapshot>(whole));
}

// All texts of a picture in order, and the number of its items.
std::string content_of(const DrawList& picture)
{
    std::string content = fmt::format("{} items\n", picture.items.size());
    for (const Text& text : draw::testing::texts_of(picture))
        content += text.text + "\n";
    for (const Tip& tip : draw::testing::tips_of(picture))
        content += tip.title + "\n" + tip.definition + "\n" + tip.formula + "\n" + tip.source + "\n";
    for (const Item& item : picture.items) {
        const Rect bounds = draw::testing::bounds_of(item);
        content += fmt::format("{:.1f} {:.1f} {:.1f} {:.1f}\n", bounds.x, bounds.y, bounds.width, bounds.height);
    }
    return content;
}

std::string words_of(const DrawList& picture)
{
    std::string words;
    for (const Text& text : draw::testing::texts_of(picture))
        words += text.text + "\n";
    for (const Tip& tip : draw::testing::tips_of(picture))
        words += tip.title + "\n" + tip.definition + "\n" + tip.formula + "\n";
    return words;
}

// Consecutive digits; a space that groups thousands does not separate them.
std::set<std::string> numbers_in(std::string words)
{
    for (const std::string_view space : { "\u2009", "\u00a0" })
        for (auto at = words.find(space); at != std::string::npos; at = words.find(space))
            words.erase(at, space.size());
    std::set<std::string> numbers;
    std::string number;
    for (const char c : words + " ") {
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            number += c;
        } else if (!number.empty()) {
            numbers.insert(number);
            number.clear();
        }
    }
    return numbers;
}

bool stands_now(const View& view, const session::Snapshot& model)
{
    const bool about_fault = view.id == "fault" || view.id == "other-notices";
    if (about_fault)
        return model.run->recording != nullptr && model.run->recording->trap;
    return view.shown == nullptr || view.rect != nullptr || view.shown(model);
}

// Each view of the table that can be drawn for the model, by its id; and the whole window in all its states.
std::map<std::string, DrawList> all_pictures(const session::Snapshot& model)
{
    const Style style = make_style(Theme::dark, 1.0F);
    WindowState window { kStage, 60.0F };
    window.notes = 0;
    std::map<std::string, DrawList> pictures;
    for (const View& view : all_views()) {
        if (view.build != nullptr && stands_now(view, model))
            pictures[std::string { view.id }] = build(view, model, window, kStage, style);
    }
    const auto whole = [&](const std::string& name, const WindowState& state) {
        const Overlay overlay = testing::compose_overlay(model, state, style);
        pictures["window, " + name] = overlay.picture;
    };
    whole("notes", window);
    window.notes.reset();
    whole("panels", window);
    for (const View& view : all_views()) {
        if (view.place == Place::sheet) {
            WindowState state = window;
            state.sheet = &view;
            whole(std::string { view.id }, state);
        }
        if (can_be_maximized(view)) {
            WindowState state = window;
            state.display = Display::maximized;
            state.maximized = &view;
            whole("only " + std::string { view.id }, state);
        }
    }
    window.display = Display::number;
    whole("number", window);
    return pictures;
}

TEST(Question, NothingThatIsDrawnDependsOnTheAnswer)
{
    const auto one = all_pictures(for_audience(known(kOne, CueNumbers::hidden)));
    const auto other = all_pictures(for_audience(known(kOther, CueNumbers::hidden)));
    ASSERT_EQ(one.size(), other.size());
    for (const auto& [name, picture] : one) {
        ASSERT_TRUE(other.contains(name)) << name;
        EXPECT_EQ(content_of(picture), content_of(other.at(name))) << name;
    }
}

TEST(Question, NoNumberOfTheAnswerIsShownAnywhere)
{
    const auto answer = kOne.words();
    std::set<std::string> told;
    for (const auto& [name, picture] : all_pictures(for_audience(known(kOne, CueNumbers::shown))))
        told.merge(numbers_in(words_of(picture)));
    for (const std::string& figure : answer)
        EXPECT_TRUE(told.contains(figure)) << figure << " is not shown after the question: the test would find nothing";
    for (const auto& [name, picture] : all_pictures(for_audience(known(kOne, CueNumbers::hidden)))) {
        const auto said = numbers_in(words_of(picture));
        for (const std::string& figure : answer)
            EXPECT_FALSE(said.contains(figure)) << name << " shows " << figure;
    }
}

TEST(Question, StaysVisibleWhateverIsOpened)
{
    const auto pictures = all_pictures(for_audience(known(kOne, CueNumbers::hidden)));
    for (const char* window : { "window, panels", "window, notes", "window, number", "window, only lanes" })
        EXPECT_TRUE(draw::testing::says(pictures.at(window), "How many wavefronts?")) << window;
}

TEST(Question, HiddenViewsDependOnTheQuestion)
{
    for (const View& view : all_views()) {
        if (view.while_asked == WhileAsked::hidden) {
            EXPECT_TRUE(view.reads.has(Part::cue)) << view.id;
            EXPECT_FALSE(view.title.empty()) << view.id;
        }
    }
}

TEST(Question, OtherVariantsAreNotComparedWithTheHiddenTime)
{
    session::Snapshot snapshot = known(kOne, CueNumbers::hidden);
    auto& setup = snapshot.setup.edit();
    setup.variant = 0;
    auto lesson = std::make_shared<lesson::Lesson>(*setup.lesson);
    setup.lesson = lesson;
    EXPECT_GT(snapshot.timing->of(1).speed_up, 0.0);
    EXPECT_EQ(for_audience(snapshot).timing->of(1).speed_up, 0.0);
}

TEST(Question, TheSameSnapshotIsReused)
{
    session::AudienceSnapshots audience;
    const auto whole = std::make_shared<const session::Snapshot>(known(kOne, CueNumbers::hidden));
    const auto first = audience.of(whole);
    auto moved = std::make_shared<session::Snapshot>(*whole);
    play(*moved, kOther);
    EXPECT_EQ(audience.of(moved), first) << "the run continues, which must stay hidden";
    const auto answered = std::make_shared<const session::Snapshot>(known(kOne, CueNumbers::shown));
    EXPECT_EQ(audience.of(answered), answered);
    EXPECT_EQ(audience.of(nullptr), nullptr);
}

} // namespace
} // namespace warpstage::views
