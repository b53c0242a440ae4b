#include "app/views/frame/arrangement.h"
#include "app/views/frame/choices.h"
#include "app/views/frame/panel.h"

namespace warpstage::views {

namespace {

constexpr float kMaxOfScene = 0.42F;
constexpr float kMaxOfSmallScene = 0.62F; // a question that is cut off is worse than a low scene
constexpr float kMaxOfAnswers = 0.8F; // if answers would be cut: the scene is hidden while they are read
constexpr float kRounding = 0.01F; // of lines that fit exactly
constexpr float kSmallScene = 320.0F; // wide or high

float padding_of(const Style& style)
{
    return 12.0F * style.scale;
}

float cue_pitch(float size)
{
    return 1.4F * size;
}

// Number of lines that fit into a strip of that height.
std::size_t lines_in(float height, float size, const Style& style)
{
    return static_cast<std::size_t>(std::max(1.0F, std::floor((height - 2 * padding_of(style)) / cue_pitch(size) + kRounding)));
}

// Larger text if the scene has space for it.
float size_in(Rect scene, const Style& style)
{
    return scene.width >= 620.0F * style.scale && scene.height >= 300.0F * style.scale ? style.body : style.small;
}

float most_of(Rect scene, const Style& style)
{
    return std::min(scene.width, scene.height) < kSmallScene * style.scale ? kMaxOfSmallScene : kMaxOfScene;
}

std::vector<std::string> shown_choices(const lesson::Lesson& lesson, const lesson::Cue& cue)
{
    std::vector<std::string> texts;
    for (const std::string& choice : cue.choices)
        texts.push_back(lesson.shown(choice));
    return texts;
}

float spaced_choices_height(const std::vector<std::string>& texts, float width, float size, const Style& style)
{
    return texts.empty() ? 0.0F : choices_height(texts, width, size, style) + 0.4F * size;
}

// As large as the space below the words allows; without space, the words alone state the question.
struct Answers {
    float height = 0.0F; // including the gap above; 0: no space, or no answers
    float size = 0.0F;
    ChoiceLines lines = ChoiceLines::all;

    [[nodiscard]] float gap() const { return 0.4F * size; }
};

Answers answers_in(
    float strip, const std::vector<std::string>& texts, std::size_t words, float width, float size, const Style& style)
{
    const float needed = cue_pitch(size) * static_cast<float>(words) + 2 * padding_of(style);
    for (const Answers& wanted : { Answers { 0.0F, size, ChoiceLines::all }, Answers { 0.0F, style.small, ChoiceLines::all },
             Answers { 0.0F, style.smallest, ChoiceLines::all }, Answers { 0.0F, style.smallest, ChoiceLines::one } }) {
        const float height = texts.empty() ? 0.0F : choices_height(texts, width, wanted.size, style, wanted.lines) + wanted.gap();
        if (height > 0.0F && needed + height <= strip)
            return { height, wanted.size, wanted.lines };
    }
    return {};
}

float text_width_of(Rect strip, const Style& style)
{
    return strip.width - 3 * padding_of(style);
}

} // namespace

float cue_caption_height(const session::Snapshot& model, Rect scene, const Style& style)
{
    if (!model.setup->lesson || !model.cue->index)
        return 0.0F;
    constexpr std::size_t kMaxLines = 12;
    const float size = size_in(scene, style);
    float words = cue_pitch(size);
    float answers = 0.0F; // height with which each answer is whole in the smallest text
    const lesson::Lesson& lesson = *model.setup->lesson;
    for (const lesson::Cue& cue : lesson.cues) {
        const float width = text_width_of(scene, style);
        const std::size_t lines = std::max(wrap_text(lesson.shown(cue.caption), Face::regular, size, width, kMaxLines).size(),
            wrap_text(lesson.shown(cue.question), Face::semibold, size, width, kMaxLines).size());
        words = std::max(words,
            cue_pitch(size) * static_cast<float>(lines) + spaced_choices_height(shown_choices(lesson, cue), width, size, style));
        if (!cue.choices.empty())
            answers = std::max(answers,
                cue_pitch(size) * static_cast<float>(lines)
                    + spaced_choices_height(shown_choices(lesson, cue), width, style.smallest, style));
    }
    const float wanted = words + 2 * padding_of(style);
    const float least = answers > 0.0F ? std::min(answers + 2 * padding_of(style), kMaxOfAnswers * scene.height) : 0.0F;
    return std::min(wanted, std::max({ most_of(scene, style) * scene.height, cue_pitch(size) + 2 * padding_of(style), least }));
}

// The question or the caption, in a strip of cue_caption_height(); empty if the cue has no words now.
DrawList cue_caption_view(const Scope& scope)
{
    const Style& style = scope.style;
    const Size strip = scope.size;
    const session::CueView& cue = *scope.model.cue;
    if (cue.words.empty() || strip.height <= 0.0F)
        return { strip };
    const bool asking = is_asking(scope.model);
    const float padding = padding_of(style);
    // The strip takes part of the scene's area; as for the height, the width decides.
    const Rect place = strip.area();
    const float size = size_in({ 0, 0, strip.width, strip.height / most_of(place, style) }, style);
    const Face face = asking ? Face::semibold : Face::regular;
    const float width = text_width_of(place, style);
    const std::size_t needed = wrap_text(cue.words, face, size, width, lines_in(strip.height, size, style)).size();
    const Answers answers = answers_in(strip.height, cue.choices.texts, needed, width, size, style);
    const auto lines = wrap_text(cue.words, face, size, width, lines_in(strip.height - answers.height, size, style));

    Canvas canvas(strip, style);
    const Color color = asking ? style.orange : style.blue;
    canvas.frame(place, mix(style.panel, color, 0.07F), asking ? style.orange : style.border, style.radius * 0.7F);
    canvas.fill({ padding * 0.6F, padding, 4.0F * style.scale, strip.height - 2 * padding }, color, 2.0F * style.scale);
    const float first = (strip.height - answers.height) / 2 - cue_pitch(size) * (static_cast<float>(lines.size()) - 1) / 2;
    draw_lines(canvas, { 1.9F * padding, first }, lines, cue_pitch(size), { face, size, style.text, Align::left, width });
    if (answers.height > 0.0F)
        draw_choices(canvas,
            { 1.9F * padding, strip.height - padding - answers.height + answers.gap(), width, answers.height - answers.gap() },
            cue.choices, answers.size, answers.lines);
    return canvas.finish();
}

// A frame around the view that the cue points at.
DrawList cue_target_view(const Scope& scope)
{
    DrawList list { scope.size };
    list.add(Box { scope.size.area(), {}, scope.style.orange, 2.0F * scope.style.scale, scope.style.radius });
    return list;
}

} // namespace warpstage::views
