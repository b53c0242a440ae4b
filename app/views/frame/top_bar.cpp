#include "app/views/frame/narrow_bars.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/phrases.h"
#include "app/views/frame/tip.h"

namespace warpstage::views {

namespace {

constexpr std::size_t kMaxDots = 12;
constexpr float kRoomForProgress = 560.0F;

std::string summary_of(const session::Snapshot& model)
{
    if (model.setup->variant >= model.setup->variants.size())
        return {};
    const session::VariantView& variant = model.setup->variants[model.setup->variant];
    return variant.summary.empty() ? variant.label : variant.summary;
}

// The longest text that fits.
std::string machine_words(const session::Snapshot& model, float room, const Style& style)
{
    const bool gpu = model.device->engine.kind == engine::EngineKind::gpu;
    const std::string& name = model.device->engine.name;
    std::vector<std::string> wordings { name };
    if (!gpu)
        wordings = { tr("PTX virtual machine"), tr("virtual machine"), "VM" };
    else if (model.device->interop)
        wordings = { name + tr(" · CUDA–OpenGL interop"), name + tr(" · interop"), name };
    return fitting_words(wordings, Face::semibold, style.small, room);
}

// Positions of the parts of the bar. Their widths do not depend on their text.
struct BarPlaces {
    Rect buttons; // of a touch screen, else of no width
    Rect device;
    Rect architecture;
    Rect progress; // frame rate and time steps
    bool with_rate = false; // if the lesson's name and the number of the cue leave space
    bool with_steps = false; // and if there is even more
};

constexpr std::size_t kFrameDigits = 8;
constexpr std::size_t kStepDigits = 15;
constexpr std::size_t kPausedDigits = 7;
constexpr float kListMark = 30.0F; // beside the lesson's name
constexpr float kPartGap = 18.0F;

float digit_width(const Style& style)
{
    return room_for("0", Face::mono, style.small);
}

bool is_wide(Size bar, const Style& style)
{
    return bar.width >= 1100.0F * style.scale;
}

std::string cue_words(const session::CueView& cue)
{
    return cue.index ? trf("cue {} of {}", *cue.index + 1, cue.count) : trf("{} cues →", cue.count);
}

// The lesson's name and the number of the cue at the left end of the bar.
float room_for_names(const session::Snapshot& model, const Style& style)
{
    const float name = style.margin + room_for(heading_of(model), Face::semibold, style.title) + kListMark * style.scale;
    return model.cue->count == 0
        ? name
        : name + 2 * kPartGap * style.scale + room_for(trf("cue {0} of {0}", model.cue->count), Face::regular, style.small);
}

BarPlaces places_of(Size bar, const session::Snapshot& model, const Style& style)
{
    BarPlaces places;
    const float height = 0.62F * bar.height;
    const float buttons = style.least_target > 0.0F ? 2 * kTouchButton * style.scale : 0.0F;
    places.buttons = { bar.width - buttons, 0, buttons, bar.height };
    const float device = std::min(336.0F * style.scale, (buttons > 0.0F ? 0.2F : 0.3F) * bar.width);
    places.device = { places.buttons.x - style.margin - device, (bar.height - height) / 2, device, height };
    const float architecture = std::min(212.0F * style.scale, 0.17F * bar.width);
    places.architecture = { places.device.x - 10.0F * style.scale - architecture, places.device.y, architecture, height };

    const float gap = 20.0F * style.scale;
    const float right = places.architecture.x;
    const bool playing = model.timing->playing;
    float left = right;
    if (bar.width >= kRoomForProgress * style.scale || !playing) { // in all other cases the lesson's name has priority
        const bool wide = is_wide(bar, style);
        left -= gap;
        const float rate = static_cast<float>(kFrameDigits) * digit_width(style);
        places.with_rate = (wide || playing) && room_for_names(model, style) <= left - rate;
        if (places.with_rate)
            left -= rate;
        if (!playing)
            left -= static_cast<float>(kPausedDigits) * digit_width(style) + gap;
        const float steps = static_cast<float>(kStepDigits) * digit_width(style);
        places.with_steps = playing && wide && room_for_names(model, style) <= left - steps;
        if (places.with_steps)
            left -= steps;
    }
    places.progress = { left, 0, right - left, bar.height };
    return places;
}

// A place of the bar that is as easy to hit as the bar is high.
Rect whole_height(const Canvas& canvas, Rect rect)
{
    return { rect.x, 0, rect.width, canvas.size().height };
}

// A small arrow at the right of a text that opens a list.
void draw_list_mark(Canvas& canvas, Rect rect)
{
    canvas.triangle({ rect.right() - canvas.units(15.0F), rect.y + rect.height / 2 }, canvas.units(8.0F), Pointing::down,
        canvas.style().secondary);
}

// The device that runs the kernels; a click lists all available devices.
void draw_device(Canvas& canvas, const session::Snapshot& model, Rect rect)
{
    const Style& style = canvas.style();
    const bool gpu = model.device->engine.kind == engine::EngineKind::gpu;
    const Color color = gpu ? style.blue : style.orange;
    const float room = rect.width - canvas.units(40.0F);
    canvas.frame(rect, mix(style.panel, color, 0.12F), color, canvas.units(7.0F));
    canvas.label({ rect.x + rect.width / 2, canvas.size().height / 2 }, machine_words(model, room, style),
        { Face::semibold, style.small, color, Align::center, room });
    draw_list_mark(canvas, rect);
    on_click(canvas, whole_height(canvas, rect), RunCommand { "choose-engine" });
}

// The compute capability of the analysis, or a warp width that no GPU has; a click lists all of them.
void draw_architecture(Canvas& canvas, const session::Snapshot& model, Rect rect)
{
    const Style& style = canvas.style();
    canvas.outline(rect, style.border, canvas.units(7.0F));
    // The GPU's name without its compute capability if both do not fit, else the compute capability alone.
    const std::string& name = model.run->architecture;
    const std::string capability { model.run->traits->name };
    const float room = rect.width - canvas.units(36.0F);
    if (const std::uint32_t lanes = model.run->warp_width; lanes != kMaxLanes) { // no compute capability has such warps
        canvas.frame(rect, mix(style.panel, style.orange, 0.12F), style.orange, canvas.units(7.0F));
        const std::string width = trf("warps of {}", lanes);
        canvas.label({ rect.x + rect.width / 2, canvas.size().height / 2 },
            fitting_words(
                { width + tr(" · virtual machine only"), width + tr(" · VM only"), width }, Face::semibold, style.small, room),
            { Face::semibold, style.small, style.orange, Align::center, room });
        draw_list_mark(canvas, rect);
        on_click(canvas, whole_height(canvas, rect), RunCommand { "choose-warp-width" });
        return;
    }
    // An explicitly set option of the capability, such as "8-byte banks", is always shown.
    std::vector<std::string> wordings { name };
    if (model.run->traits->usual)
        wordings.push_back(name.substr(0, name.find(" (")));
    wordings.push_back(capability);
    wordings.push_back(capability.substr(capability.find(' ') + 1));
    const std::string words = fitting_words(wordings, Face::regular, style.small, room);
    canvas.label({ rect.x + rect.width / 2, canvas.size().height / 2 }, words,
        { Face::regular, style.small, style.text, Align::center, room });
    draw_list_mark(canvas, rect);
    on_click(canvas, whole_height(canvas, rect), RunCommand { "choose-architecture" });
}

// One dot per lesson; the dot of the current lesson is larger. Returns their right edge.
float draw_lesson_dots(Canvas& canvas, const session::Snapshot& model, float x, float y)
{
    const Style& style = canvas.style();
    const std::size_t lessons = model.setup->lesson_titles.size();
    if (lessons < 2 || lessons > kMaxDots)
        return x;
    const float pitch = canvas.units(16.0F);
    for (std::size_t i = 0; i < lessons; ++i) {
        const bool present = i == model.setup->lesson_index;
        canvas.circle({ x + pitch * (static_cast<float>(i) + 0.5F), y }, canvas.units(present ? 5.0F : 3.5F),
            present ? style.blue : style.dim);
    }
    return x + pitch * static_cast<float>(lessons);
}

// In one line, else in two smaller ones.
void draw_lesson_summary(Canvas& canvas, const std::string& words, Rect room)
{
    const Style& style = canvas.style();
    const float middle = room.y + room.height / 2;
    if (room_for(words, Face::regular, style.body) <= room.width) {
        canvas.label({ room.x, middle }, words, { Face::regular, style.body, style.secondary, Align::left, room.width });
        return;
    }
    const float pitch = 1.3F * style.small;
    const auto lines = wrap_phrases(words, Face::regular, style.small, room.width / 1.05F, 2);
    draw_lines(canvas, { room.x, middle - pitch * (static_cast<float>(lines.size()) - 1) / 2 }, lines, pitch,
        { Face::regular, style.small, style.secondary, Align::left, room.width });
}

// "● ○ ○ cue 1 of 3": the current cue of the lesson; each dot can be clicked. Left end x, middle y, right end at most `right`.
// Returns the right edge of the drawing, or x if there are no cues or no space.
float draw_cue_dots(Canvas& canvas, const session::CueView& cue, Point left, float right)
{
    if (cue.count == 0)
        return left.x;
    const Style& style = canvas.style();
    const float gap = canvas.units(8.0F);
    const float pitch = canvas.units(17.0F);
    const float dots = pitch * static_cast<float>(cue.count);
    const float room = room_for(trf("cue {0} of {0}", cue.count), Face::regular, style.small);
    float x = left.x;
    if (x + room > right)
        return x;
    if (x + dots + gap + room <= right) {
        for (std::size_t i = 0; i < cue.count; ++i) {
            const bool present = cue.index == i;
            const bool passed = cue.index && i < *cue.index;
            const Point center { x + pitch * (static_cast<float>(i) + 0.5F), left.y };
            canvas.circle(center, canvas.units(present ? 5.5F : 4.0F),
                present      ? style.blue
                    : passed ? style.secondary
                             : style.dim);
            on_click(canvas, { center.x - pitch / 2, center.y - pitch, pitch, 2 * pitch },
                session::CueStep { session::Direction::next, i });
        }
        x += dots + gap;
    }
    canvas.label({ x, left.y }, cue_words(cue), { Face::regular, style.small, style.secondary, Align::left, room });
    return x + room;
}

} // namespace

DrawList top_bar_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Style& style = scope.style;
    const Size bar = scope.size;
    Canvas canvas(bar, style);
    canvas.fill(bar.area(), style.panel.with_alpha(243));
    canvas.line({ 0, bar.height }, { bar.width, bar.height }, style.border, canvas.units(1.0F));

    const BarPlaces places = places_of(bar, model, style);
    if (places.buttons.width > 0.0F)
        draw_touch_buttons(canvas, model, places.buttons);
    draw_device(canvas, model, places.device);
    draw_architecture(canvas, model, places.architecture);
    const float right = places.progress.x;
    const float middle = bar.height / 2;
    const float gap = canvas.units(kPartGap);
    const std::string title = heading_of(model);
    const float title_room = right - style.margin - gap;
    const float cue =
        model.cue->count == 0 ? 0.0F : gap + room_for(trf("cue {0} of {0}", model.cue->count), Face::regular, style.small);
    const float title_size =
        fitting_size(title, Face::semibold, title_room - canvas.units(kListMark) - cue, { style.title, style.head });
    const float title_wanted = room_for(title, Face::semibold, title_size);
    const float mark = title_wanted + canvas.units(kListMark) <= title_room ? canvas.units(kListMark) : 0.0F;
    const float title_width = std::min(title_wanted, title_room - mark);
    canvas.label({ style.margin, middle }, title,
        { Face::semibold, title_size, style.text, Align::left, title_width + canvas.units(1.0F) });
    const Rect lessons { style.margin + title_width, 0, mark, bar.height };
    if (mark > 0.0F) {
        draw_list_mark(canvas, lessons);
        on_click(canvas, { 0, 0, lessons.right(), bar.height }, RunCommand { "choose-lesson" });
    }
    float x = lessons.right() + gap;
    if (model.cue->count == 0 && right - x > canvas.units(260.0F))
        x = draw_lesson_dots(canvas, model, x, middle) + gap;
    canvas.tip({ 0, 0, right, bar.height }, tip_of_lesson(model));
    canvas.tip({ places.architecture.x, 0, places.device.x - places.architecture.x, bar.height }, tip_of_architecture(model));
    canvas.tip({ places.device.x, 0, places.buttons.x - places.device.x, bar.height }, tip_of_device(model));
    if (const float end = draw_cue_dots(canvas, *model.cue, { x, middle }, right - gap); end > x)
        x = end + gap;
    if (const float room = right - gap - x; room > canvas.units(model.cue->count > 0 ? 220.0F : 80.0F))
        draw_lesson_summary(canvas, summary_of(model), { x, 0, room, bar.height });
    return canvas.finish();
}

// Frames per second and the number of time steps, in columns with fixed positions. They change constantly, so they are drawn
// apart from the rest of the bar.
DrawList progress_view(const Scope& scope)
{
    const Style& style = scope.style;
    const Size bar = scope.size;
    const session::TimingSection& timing = *scope.model.timing;
    const BarPlaces places = places_of(bar, scope.model, style);
    const Rect& place = places.progress;
    Canvas canvas(bar, style);
    canvas.tip(place,
        { tr("Frames and steps"), tr("Frames per second of the window, and time steps since the last restart."),
            trf("{:.0f} frames/s, {} steps{}", scope.window.frames_per_second, grouped_count(timing.steps),
                timing.steps_per_second > 0.0 ? trf(", {:.1f} steps/s", timing.steps_per_second) : ""),
            tr("Averaged over the last half second."), {} });
    const float size = style.small;
    const float gap = canvas.units(20.0F);
    if (bar.width < canvas.units(kRoomForProgress) && timing.playing)
        return canvas.finish();
    float x = place.right() - gap;
    const auto column = [&](std::string words, std::size_t digits, Face face, Color color) {
        const float width = static_cast<float>(digits) * digit_width(style);
        canvas.label({ x, bar.height / 2 }, std::move(words), { face, size, color, Align::right, width });
        x -= width;
    };
    if (places.with_rate)
        column(trf("{:.0f} fps", std::clamp(scope.window.frames_per_second, 0.0F, 9999.0F)), kFrameDigits, Face::mono,
            style.secondary);
    if (!timing.playing) {
        column(tr("paused"), kPausedDigits, Face::semibold, style.orange);
        const float height = 0.8F * size;
        for (const float offset : { 0.0F, 0.5F * size })
            canvas.fill({ x - gap / 2 + offset, (bar.height - height) / 2, 0.25F * size, height }, style.orange);
    } else if (places.with_steps) {
        column(tr("step ") + grouped_count(timing.steps), kStepDigits, Face::mono, style.secondary);
    }
    return canvas.finish();
}

} // namespace warpstage::views
