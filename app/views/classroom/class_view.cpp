// How far the class is: for each exercise how many students meet each requirement.
#include "app/views/frame/panel.h"
#include "app/views/view.h"

namespace warpstage::views {

namespace {

constexpr float kLabelPart = 0.54F; // of the width
constexpr float kCountPart = 0.16F;

std::string progress_words(const session::ClassExercise& exercise)
{
    return trf("{} submitted, {} with all points", exercise.submitted, exercise.complete);
}

class ClassFigure {
public:
    ClassFigure(Canvas& canvas, Rect room, float text)
        : m_canvas(canvas)
        , m_room(room)
        , m_text(text)
    {
    }

    [[nodiscard]] float pitch() const { return 1.7F * m_text; }
    [[nodiscard]] float height_of(const session::ClassExercise& exercise) const
    {
        return pitch() * (1.3F + static_cast<float>(exercise.requirements.size())) + (exercise.fault.empty() ? 0.0F : pitch());
    }
    [[nodiscard]] bool has_room(float height) const { return height <= m_room.height; }

    void draw(const session::ClassExercise& exercise)
    {
        const Style& style = m_canvas.style();
        const float progress = room_for(progress_words(exercise), Face::regular, style.small);
        const bool beside = progress < 0.5F * m_room.width;
        const float title = m_room.width - (beside ? progress + style.margin : 0.0F);
        const float middle = m_room.y + pitch() / 2;
        m_canvas.label({ m_room.x, middle }, exercise.title, { Face::semibold, m_text, style.text, Align::left, title });
        if (beside)
            m_canvas.label({ m_room.right(), middle }, progress_words(exercise),
                { Face::regular, style.small, style.secondary, Align::right, progress });
        advance(pitch());
        for (const auto& requirement : exercise.requirements)
            draw_row(requirement, exercise.started);
        if (!exercise.fault.empty()) {
            m_canvas.label({ m_room.x, m_room.y + pitch() / 2 }, trf("Most often not met first: {}", exercise.fault),
                { Face::regular, style.small, style.orange, Align::left, m_room.width });
            advance(pitch());
        }
        advance(0.3F * pitch());
    }

private:
    void advance(float height)
    {
        m_room.y += height;
        m_room.height -= height;
    }

    void draw_row(const session::ClassRequirement& requirement, std::size_t started)
    {
        const Style& style = m_canvas.style();
        const float middle = m_room.y + pitch() / 2;
        const float label = kLabelPart * m_room.width;
        const float count = kCountPart * m_room.width;
        const Rect bar { m_room.x + label, middle - 0.35F * m_text, m_room.width - label - count, 0.7F * m_text };
        const bool all = requirement.met >= started;
        const float words = label - m_canvas.units(10.0F);
        m_canvas.label({ m_room.x, middle }, requirement.label,
            { Face::regular, fitting_size(requirement.label, Face::regular, words, { m_text, style.small, style.smallest }),
                style.text, Align::left, words });
        m_canvas.fill(bar, track_color(style), m_canvas.units(3.0F));
        const float share = started == 0 ? 0.0F : static_cast<float>(requirement.met) / static_cast<float>(started);
        if (share > 0.0F)
            m_canvas.fill({ bar.x, bar.y, std::min(share, 1.0F) * bar.width, bar.height }, all ? style.green : style.blue,
                m_canvas.units(3.0F));
        m_canvas.label({ m_room.right(), middle }, trf("{} of {}", requirement.met, started),
            { Face::semibold, m_text, all ? style.green : style.text, Align::right, count - m_canvas.units(6.0F) });
        advance(pitch());
    }

    Canvas& m_canvas;
    Rect m_room;
    float m_text;
};

} // namespace

DrawList class_view(const Scope& scope)
{
    const auto& section = *scope.model.classroom;
    const Style& style = scope.style;
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    canvas.heading(
        inside, tr("Class"), section.known ? trnf("{} student", "{} students", section.students, section.students) : "", {});
    const Rect room { inside.x, inside.y + canvas.heading_height(), inside.width, inside.height - canvas.heading_height() };
    if (section.exercises.empty()) {
        canvas.empty_words(room,
            section.known ? tr("no student has checked an exercise yet")
                          : tr("start with `--publish` to a class server (`warpstage serve`) to see how far the class is"));
        return canvas.finish();
    }
    float text = style.smallest;
    for (const float larger : { style.title, style.head, style.body, style.small, style.smallest }) {
        text = larger;
        float height = 0.0F;
        for (const auto& exercise : section.exercises)
            height += ClassFigure { canvas, room, larger }.height_of(exercise);
        if (height <= room.height)
            break;
    }
    ClassFigure figure { canvas, room, text };
    for (const auto& exercise : section.exercises)
        if (figure.has_room(figure.height_of(exercise)))
            figure.draw(exercise);
    return canvas.finish();
}

} // namespace warpstage::views
