// Every cue of the shipped lessons, without a window: its line is visible in the source panel, its panel shows data of that line,
// and the announced fault of its variant occurs.
#include "core/arch/architecture.h"
#include "core/base/words.h"
#include "core/simt/faults/fault_names.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/lessons/walked_lesson.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::lessons {
namespace {

using views::WindowState;

std::string without_spaces(std::string_view text)
{
    std::string all { text };
    std::erase(all, ' ');
    return all;
}

class CuePanels : public testing::TestWithParam<std::string> {
protected:
    [[nodiscard]] draw::DrawList panel(std::string_view id) const { return m_lesson.panel(id); }

    void expect_line(const lesson::Cue& cue) const
    {
        if (cue.line == 0)
            return;
        const auto source = panel("source");
        const auto rows = views::testing::places_of<session::SelectLine>(source);
        EXPECT_TRUE(std::ranges::any_of(rows, [&](const auto& row) { return row.command.line == cue.line; }))
            << "line " << cue.line << " is not in the source panel";
        EXPECT_EQ(m_shown.selection->line, cue.line);
        // In the variant's own kernel, not in one with the same text.
        ASSERT_TRUE(m_shown.run->assessment);
        EXPECT_TRUE(std::ranges::any_of(
            m_shown.run->assessment->report.lines, [&](const analysis::LineReport& line) { return line.line == cue.line; }))
            << "the recorded block did not execute line " << cue.line;
    }

    void expect_access(const lesson::Cue& cue) const
    {
        ASSERT_TRUE(m_shown.selection->chosen_access);
        const auto& access = *m_shown.selection->chosen_access;
        EXPECT_EQ(access.line, cue.line);
        EXPECT_EQ(access.shared.has_value(), cue.figure == "banks");
        EXPECT_EQ(access.global.has_value(), cue.figure == "sectors");
    }

    // Whether the displayed warp executed the cue's line.
    void expect_warp(const lesson::Cue& cue) const
    {
        ASSERT_TRUE(m_shown.run->recording);
        const auto& recording = *m_shown.run->recording;
        EXPECT_EQ(m_shown.selection->warp, cue.warp.value_or(m_shown.selection->warp));
        EXPECT_TRUE(std::ranges::any_of(recording.trace.steps,
            [&](const trace::StepRecord& step) {
                const auto* const instruction = recording.listing.find(step.pc);
                return step.warp == m_shown.selection->warp && instruction != nullptr
                    && (cue.line == 0 || recording.listing.line_of(step.pc) == cue.line);
            }))
            << "warp " << m_shown.selection->warp << " did not execute line " << cue.line;
    }

    void expect_panel(const lesson::Cue& cue) const
    {
        if (cue.figure == "scene") {
            EXPECT_NE(views::scene_of(m_shown).id, "no-scene");
        }
        if (const auto* const view = views::view_of_cue(cue.figure); view != nullptr) {
            EXPECT_GT(panel(view->id).items.size(), 3U) << "the panel is empty";
        }
        if (cue.figure == "sm") {
            ASSERT_TRUE(m_shown.sm->run);
            EXPECT_EQ(m_shown.sm->run->variant, cue.variant);
            EXPECT_EQ(m_shown.sm->compared.has_value(), cue.beside.has_value());
            if (cue.resident_blocks != 0) {
                EXPECT_EQ(m_shown.sm->run->run->resident_blocks, cue.resident_blocks);
            }
        }
        if (cue.figure == "compare") {
            const auto& present = m_shown.step_counts->present;
            const auto& compared = m_shown.step_counts->compared;
            ASSERT_NE(present.traffic, nullptr) << present.reason;
            ASSERT_NE(compared.traffic, nullptr) << compared.reason;
            const bool launches = present.traffic->launches != compared.traffic->launches;
            const bool blocks = present.traffic->blocks != compared.traffic->blocks;
            EXPECT_EQ(draw::testing::says(panel("compare"), "Kernel launches"), launches);
            EXPECT_EQ(draw::testing::says(panel("compare"), "Blocks"), blocks);
            for (const auto* const row : { "Elements read", "Elements written" })
                EXPECT_EQ(draw::testing::says(panel("compare"), row), launches || blocks);
        }
        if (cue.figure == "banks" || cue.figure == "sectors")
            expect_access(cue);
        if (cue.figure == "warps")
            expect_warp(cue);
    }

    void expect_fault(const problem::Variant& variant) const
    {
        if (!variant.expects_fault())
            return;
        ASSERT_TRUE(m_shown.run->recording);
        ASSERT_TRUE(m_shown.run->recording->trap) << "the announced " << variant.expects << " is not there";
        EXPECT_EQ(simt::find_trap_kind(variant.expects), m_shown.run->recording->trap->kind);
    }

    // The panel of the cue, and all answers of its question, also where not all panels have room.
    void expect_complete_in_small_windows(const lesson::Cue& cue) const
    {
        const draw::Style style = draw::make_style(draw::Theme::dark, 1.0F);
        const auto* const target = views::view_of_cue(cue.figure);
        for (const draw::Size size : { draw::Size { 900, 600 }, draw::Size { 1024, 768 }, draw::Size { 1280, 720 } }) {
            SCOPED_TRACE(size.width);
            WindowState window { size, 60.0F };
            if (target != nullptr && target->place == views::Place::sheet)
                window.sheet = target;
            session::Snapshot model = m_shown;
            if (views::is_asking(m_shown)) {
                model = {};
                session::hide_answer(m_shown, model);
            }
            std::string words;
            bool placed_target = target == nullptr || target->place == views::Place::scene;
            for (const auto& placed : views::arrange(model, views::scene_views(model), window, style).views) {
                placed_target = placed_target || placed.view == &views::present(*target, model);
                if (placed.view->id != "cue-caption")
                    continue;
                for (const draw::Text& text :
                    draw::testing::texts_of(views::testing::build_placed(placed, model, window, style))) {
                    EXPECT_LE(draw::text_width(text.text, text.face, text.size), text.max_width + 1.0F) << text.text;
                    words += without_spaces(text.text);
                }
            }
            EXPECT_TRUE(placed_target) << cue.figure << " is not shown at " << size.width;
            for (const std::string& choice : views::is_asking(m_shown) ? cue.choices : std::vector<std::string> {})
                EXPECT_NE(words.find(without_spaces(choice)), std::string::npos) << choice << " at " << size.width;
        }
    }

    // Titles and headlines of figures on phones, upright and on their side: none is cut in a word. Greek has the longest words.
    void expect_whole_headings_on_phones() const
    {
        const draw::Style style = draw::make_style(draw::Theme::dark, 1.0F);
        for (const auto* const language : { "el", "en" })
            for (const draw::Size size : { draw::Size { 390, 844 }, draw::Size { 844, 390 } })
                for (std::size_t tab = 0; tab < views::kTabs; ++tab) {
                    ASSERT_TRUE(words::set_language(*words::find_language(language)));
                    WindowState window { size, 60.0F };
                    window.tab = static_cast<views::Tab>(tab);
                    const auto overlay = views::testing::compose_overlay(m_shown, window, style);
                    for (const draw::Text& text : draw::testing::texts_of(overlay.picture))
                        EXPECT_FALSE(text.face == draw::Face::semibold && text.size >= style.body && text.max_width > 0.0F
                            && draw::text_width(text.text, text.face, text.size) > text.max_width)
                            << language << ", " << size.width << " x " << size.height << ", tab " << tab << ": " << text.text;
                }
    }

    WalkedLesson m_lesson { GetParam() };
    const session::Snapshot& m_shown = m_lesson.shown();
};

// One walk through the lesson for all expectations: each cue runs its kernels.
TEST_P(CuePanels, ShowTheDataOfTheCue)
{
    words::set_catalogs(WARPSTAGE_ASSETS "/languages");
    const auto lesson = m_shown.setup->lesson;
    for (std::size_t i = 0; i < lesson->cues.size(); ++i) {
        const auto& cue = lesson->cues[i];
        SCOPED_TRACE(testing::Message() << "cue " << i + 1 << ": " << cue.caption);
        m_lesson.ask(i);
        expect_complete_in_small_windows(cue);
        m_lesson.answer();
        ASSERT_EQ(m_shown.cue->index, i);
        EXPECT_EQ(m_shown.cue->words, cue.caption);
        ASSERT_TRUE(m_lesson.is_recorded());
        if (!cue.architecture.empty()) {
            EXPECT_EQ(m_shown.run->traits, arch::parse_architecture(cue.architecture)->traits);
        }
        expect_line(cue);
        expect_panel(cue);
        expect_fault(lesson->variants[cue.variant]);
        expect_whole_headings_on_phones();
    }
}

// The highlighted line after the lesson was left in an open question.
TEST_P(CuePanels, KeepAnOpenQuestion)
{
    const auto lesson = m_shown.setup->lesson;
    const auto question =
        std::ranges::find_if(lesson->cues, [](const auto& cue) { return !cue.question.empty() && cue.line != 0; });
    if (question == lesson->cues.end())
        return;
    m_lesson.ask(static_cast<std::size_t>(question - lesson->cues.begin()));
    ASSERT_EQ(m_shown.selection->line, question->line);
    m_lesson.leave_and_return();
    EXPECT_TRUE(views::is_asking(m_shown));
    EXPECT_EQ(m_shown.setup->lesson->id, lesson->id);
    EXPECT_EQ(m_shown.selection->line, question->line);
}

// Shift+X, for any variant.
TEST_P(CuePanels, HostCodeReplacesTheKernels)
{
    WindowState window { { 1920, 1080 }, 60.0F };
    window.host_code = true;
    const draw::Style style = draw::make_style(draw::Theme::dark, 1.0F);
    for (const auto& placed : views::arrange(m_shown, views::scene_views(m_shown), window, style).views) {
        if (placed.view->id != "source")
            continue;
        const auto source = views::testing::build_placed(placed, m_shown, window, style);
        EXPECT_TRUE(draw::testing::says(source, "host.cu"));
        EXPECT_TRUE(views::testing::places_of<session::SelectLine>(source).empty()) << "its lines are not those of the kernels";
    }
}

INSTANTIATE_TEST_SUITE_P(Lessons, CuePanels,
    testing::Values("divergence", "coalescing", "banks", "transpose", "reduction", "nbody", "matmul", "throughput", "memories",
        "latency", "transfers", "hazards", "tensor", "swizzle", "pipelines", "waves", "order", "precision"),
    [](const auto& tested) { return tested.param; });

} // namespace
} // namespace warpstage::lessons
