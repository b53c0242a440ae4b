// The SM on the stage: the figure, and below it controls for the number of resident warps, the range of cycles, and the compared
// variant.
#include "app/views/frame/panel.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/sm/sm_figure.h"

namespace warpstage::views {

namespace {

constexpr float kControls = 26.0F; // height of the row of controls
constexpr float kRoomForControls = 150.0F; // minimum height of the view for the controls
constexpr float kNarrowestSlider = 80.0F;
constexpr float kMaxSliderWidth = 320.0F;

std::uint32_t warps_of_block(const session::SmView& shown)
{
    return std::max(1U, shown.recording->trace.warps);
}

// One position per number of blocks, from one to as many as fit; a click between two positions takes the nearer one.
void draw_slider(Canvas& canvas, std::uint32_t blocks, std::uint32_t most, Rect rect)
{
    const Style& style = canvas.style();
    const float knob = 0.34F * rect.height;
    const float middle = rect.center().y;
    const Rect track { rect.x + knob, middle - canvas.units(2.0F), rect.width - 2 * knob, canvas.units(4.0F) };
    const auto x_of = [&](float stop) {
        return most == 1 ? track.right() : track.x + track.width * (stop - 1.0F) / static_cast<float>(most - 1);
    };
    canvas.fill(track, track_color(style), canvas.units(2.0F));
    const float at = x_of(static_cast<float>(blocks));
    canvas.fill({ track.x, track.y, at - track.x, track.height }, shape_color(style, style.orange), canvas.units(2.0F));
    canvas.circle({ at, middle }, knob, style.orange);
    for (std::uint32_t stop = 1; stop <= most; ++stop) {
        const float from = stop == 1 ? rect.x : x_of(static_cast<float>(stop) - 0.5F);
        const float to = stop == most ? rect.right() : x_of(static_cast<float>(stop) + 0.5F);
        on_click(canvas, { from, rect.y, to - from, rect.height }, session::SelectResidentBlocks { stop == most ? 0 : stop });
    }
}

Tip slider_tip()
{
    return { tr("Resident warps"),
        tr("Warps that are resident on the multiprocessor at the same time. More warps hide more latency."),
        tr("warps per block × resident blocks"), tr("Click to choose the number, or press Y or Shift+Y."), "sm__warps_active" };
}

class Controls {
public:
    Controls(Canvas& canvas, Rect row)
        : m_canvas(canvas)
        , m_row(row)
    {
    }

    void draw(const session::SmSection& sm, std::uint32_t cycles, const std::string& compared)
    {
        const session::SmView& shown = *sm.run;
        const Style& style = m_canvas.style();
        const std::uint32_t warps = warps_of_block(shown);
        const std::uint32_t blocks = std::min(shown.run->resident_blocks, shown.blocks_at_most);
        const std::string words = trf("{} of {} resident warps", blocks * warps, shown.blocks_at_most * warps);
        const std::string brief = trf("{} warps", blocks * warps);
        const std::uint32_t all = shown.run->cycles;
        const std::string window = cycles == 0 || cycles >= all ? tr("all cycles") : counted(cycles, "cycle");
        const float usual = 2 * button() + room_of(window) + 3 * gap();
        // The slider comes before the name of the compared variant.
        const std::string beside = fitting_words({ sm.comparing ? tr("Hide comparison") : trf("Compare with {}", compared),
                                                     sm.comparing ? tr("Hide") : tr("Compare") },
            Face::regular, style.small,
            m_row.width - usual - 3 * gap() - room_for(words, Face::regular, style.small) - m_canvas.units(kNarrowestSlider));
        const float chips = usual + (compared.empty() ? 0.0F : room_of(beside) + gap());
        const float room = m_row.width - chips;
        const std::string label =
            fitting_words({ words, brief }, Face::regular, style.small, room - m_canvas.units(kNarrowestSlider));
        const float label_width = room_for(label, Face::regular, style.small);
        const bool slider = room >= label_width + m_canvas.units(kNarrowestSlider) + gap();
        float x = m_row.x;
        if (slider) {
            const float width = std::min(room - label_width - gap(), m_canvas.units(kMaxSliderWidth));
            const Rect rect { x, m_row.y, width, m_row.height };
            m_canvas.tip(rect, slider_tip());
            draw_slider(m_canvas, blocks, shown.blocks_at_most, rect);
            x = rect.right() + gap();
        }
        if (slider || label_width <= room) {
            m_canvas.label({ x, m_row.center().y }, label, { Face::regular, style.small, style.text, Align::left, label_width });
            x += label_width + gap();
        }
        // From the right: zoom, then the comparison.
        float right = m_row.right();
        right = chip(right, "+", button(), session::SelectCycles { session::Direction::next });
        right = chip(right, window, room_of(window), session::SelectCycles { 0 });
        right = chip(right, "−", button(), session::SelectCycles { session::Direction::previous });
        if (!compared.empty()
            && right - room_of(beside) + m_canvas.units(0.5F) >= x) // rounding: the slider left exactly this space
            chip(right, beside, room_of(beside), session::ToggleSmComparison {});
    }

private:
    [[nodiscard]] float gap() const { return m_canvas.units(8.0F); }
    [[nodiscard]] float button() const { return m_canvas.units(28.0F); }
    [[nodiscard]] float room_of(const std::string& words) const
    {
        return room_for(words, Face::regular, m_canvas.style().smallest) + m_canvas.units(14.0F);
    }
    // Returns the left edge of the next control.
    float chip(float right, const std::string& words, float width, session::Command command)
    {
        if (right - width < m_row.x)
            return right;
        const Style& style = m_canvas.style();
        const Rect rect { right - width, m_row.y + 0.1F * m_row.height, width, 0.8F * m_row.height };
        m_canvas.chip(rect, words, track_color(style), style.text, Face::regular, style.smallest);
        on_click(m_canvas, rect, std::move(command));
        return rect.x - gap();
    }

    Canvas& m_canvas;
    Rect m_row;
};

} // namespace

SmInput sm_input(const session::Snapshot& model, const std::optional<CycleRange>& range)
{
    const session::SmSection& sm = *model.sm;
    SmInput input;
    input.gpu = sm.run->gpu;
    input.cycles = sm.cycles;
    input.range = range;
    input.warp = model.selection->warp;
    input.runs.push_back({ sm.run->run, sm.run->recording, label_of(model, sm.run->variant), sm.step });
    if (sm.comparing && sm.compared)
        input.runs.push_back({ sm.compared->run, sm.compared->recording, label_of(model, sm.compared->variant), {} });
    return input;
}

std::vector<session::Command> request_sm(const session::Snapshot& model)
{
    return !model.sm->requested ? std::vector<session::Command> { session::ModelSm {} } : std::vector<session::Command> {};
}

DrawList sm_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const session::SmSection& sm = *model.sm;
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    if (!sm.run) {
        canvas.heading(inside, "SM", "", {});
        const float head = canvas.heading_height();
        const std::string words = runs_on_host(model) ? no_warps_words(model)
            : model.run->warp_width != kMaxLanes      ? tr("the SM model supports warps of 32 lanes only: choose warp width 32")
            : model.run->recording == nullptr         ? no_recording_words(model)
            : sm.requested                            ? tr("modeling the multiprocessor…")
                                                      : tr("SM model not run yet: press Q");
        canvas.empty_words({ inside.x, inside.y + head, inside.width, inside.height - head }, words);
        return canvas.finish();
    }
    Rect area = inside;
    if (inside.height >= canvas.units(kRoomForControls)) {
        const float row = canvas.units(kControls);
        area.height -= row + canvas.units(6.0F);
        const std::string compared = model.run->compared ? label_of(model, model.run->compared->variant) : std::string {};
        Controls(canvas, { inside.x, inside.bottom() - row, inside.width, row })
            .draw(sm, scope.window.cycles ? scope.window.cycles->count : sm.cycles, compared);
    }
    canvas.append(sm_figure(sm_input(model, scope.window.cycles), area.size(), scope.style), area.corner());
    return canvas.finish();
}

Result<Exhibit> prepare_sm(const Subject& subject)
{
    if (!subject.sm || subject.sm->run == nullptr)
        return Error { "No run of the SM model to draw yet." };
    const SmSubject& sm = *subject.sm;
    SmInput input { { { sm.run, subject.recording, subject.variant, {} } }, sm.gpu, sm.cycles, subject.warp.value_or(0) };
    CaptionInput caption = recorded_caption(subject);
    caption.what.erase(caption.what.begin()); // all resident blocks
    caption.numbers = { trf("{} of {} threads", counted(sm.run->resident_blocks, "resident block"),
                            subject.recording->block_size.count()),
        counted(sm.run->cycles, "cycle") };
    if (sm.other != nullptr && subject.other != nullptr) {
        caption.numbers = { trf("{} and {} cycles", grouped_count(sm.run->cycles), grouped_count(sm.other->cycles)) };
        input.runs.push_back({ sm.other, subject.other, subject.other_variant, {} });
        caption.kernel = trf("{} and {}", caption.kernel, subject.other->kernel);
    }
    caption.source = trf("estimated for {} by the SM model from a run on the virtual machine", sm.gpu);
    return exhibit_of_figure(std::move(caption), sm_figure, std::move(input));
}

Result<void> choose_sm(const session::Snapshot& model, Subject& subject)
{
    const session::SmSection& sm = *model.sm;
    if (!sm.run)
        return Error { "No run of the SM model to draw a figure of." };
    subject.recording = sm.run->recording;
    subject.warp = model.selection->warp;
    subject.sm = SmSubject { sm.run->gpu, sm.cycles, sm.run->run, nullptr };
    subject.variant = label_of(model, sm.run->variant);
    if (sm.comparing && sm.compared) {
        subject.other = sm.compared->recording;
        subject.other_variant = label_of(model, sm.compared->variant);
        subject.sm->other = sm.compared->run;
    }
    return {};
}

} // namespace warpstage::views
