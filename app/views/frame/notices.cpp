#include "app/views/frame/arrangement.h"
#include "app/views/frame/fault_words.h"
#include "app/views/frame/panel.h"

namespace warpstage::views {

namespace {

constexpr float kMaxOfArea = 0.4F; // maximum share of the scene for the message of a fault

using session::Notice;
using session::Severity;

Color color_of(Severity severity, const Style& style)
{
    switch (severity) {
    case Severity::information:
        return style.blue;
    case Severity::attention:
        return style.orange;
    case Severity::fault:
        return style.vermilion;
    }
    return style.blue;
}

// Three shapes, so that the severity is visible without color.
void draw_sign(Canvas& canvas, Severity severity, Point center, float size)
{
    const Style& style = canvas.style();
    const Color color = color_of(severity, style);
    switch (severity) {
    case Severity::information:
        canvas.circle(center, size / 2, color);
        canvas.tick(center, 0.55F * size, style.panel);
        break;
    case Severity::attention:
        canvas.circle(center, size / 2, color);
        canvas.line({ center.x, center.y - 0.28F * size }, { center.x, center.y + 0.06F * size }, style.panel, size / 8);
        canvas.circle({ center.x, center.y + 0.25F * size }, size / 14, style.panel);
        break;
    case Severity::fault:
        warning_sign(canvas, center, size, color);
        break;
    }
}

std::string shown_text(const Notice& notice)
{
    // Lines after the first point at a position in the typed text, which only the editor can show.
    const std::string text = notice.text.substr(0, notice.text.find('\n'));
    return notice.severity == Severity::fault ? fault_words(text) : text;
}

DrawList notice_picture(const Notice& notice, float width, const Style& style)
{
    const float padding = 12.0F * style.scale;
    const float sign = 1.3F * style.body;
    const float left = padding + sign + padding;
    const float pitch = 1.4F * style.small;
    const std::size_t max_lines = notice.severity == Severity::fault ? 9 : 4;
    const std::string text = shown_text(notice);
    const std::vector<std::string> lines = wrap_text(text, Face::regular, style.small, width - left - padding, max_lines);
    const float height = std::max(pitch * static_cast<float>(lines.size()), sign) + 1.6F * padding;

    Canvas canvas({ width, height }, style);
    const Color color = color_of(notice.severity, style);
    canvas.frame({ 0, 0, width, height }, mix(style.panel, color, 0.1F), color, style.radius * 0.7F);
    draw_sign(canvas, notice.severity, { padding + sign / 2, height / 2 }, sign);
    draw_lines(canvas, { left, height / 2 - pitch * (static_cast<float>(lines.size()) - 1) / 2 }, lines, pitch,
        { Face::regular, style.small, style.text, Align::left, width - left - padding });
    return canvas.finish();
}

// The fault that stopped the recorded block; null if there was none.
const simt::Trap* trap_of(const session::Snapshot& model)
{
    return model.run->recording && model.run->recording->trap ? &*model.run->recording->trap : nullptr;
}

// The flaw of the edited kernels, which has its own sentence; null: they have none, or it is in another variant.
const lesson::Flaw* flaw_of(const session::Snapshot& model)
{
    const session::SetupSection& setup = *model.setup;
    if (setup.lesson == nullptr || setup.lesson->flaw == nullptr || setup.variant >= setup.variants.size())
        return nullptr;
    return setup.lesson->flaw->variant == setup.variants[setup.variant].id ? setup.lesson->flaw.get() : nullptr;
}

// What is wrong with the shown kernels; empty: nothing is known.
std::string fault_words(const session::Snapshot& model)
{
    if (const lesson::Flaw* flaw = flaw_of(model))
        return text::sentence(flaw->sentence) + " " + tr("Backspace: last good version.");
    const simt::Trap* trap = trap_of(model);
    return trap != nullptr ? trap->message : std::string {};
}

// The time step and the recorded block can report the same fault in different blocks; the last clause of the message names the
// block.
bool same_fault(std::string_view a, std::string_view b)
{
    return a.substr(0, a.rfind("; ")) == b.substr(0, b.rfind("; "));
}

// The session's notices, the fault of the recorded block, and the window's own message, without duplicates.
std::vector<Notice> all_notices(const Scope& scope)
{
    std::vector<Notice> notices = *scope.model.notices;
    if (const simt::Trap* trap = trap_of(scope.model); trap != nullptr
        && std::ranges::none_of(notices, [&](const Notice& notice) { return same_fault(notice.text, trap->message); }))
        notices.push_back({ Severity::fault, trap->message });
    const std::string& message = scope.window.message.text;
    if (!message.empty() && std::ranges::find(notices, message, &Notice::text) == notices.end())
        notices.push_back({ scope.window.message.severity, message });
    return notices;
}

// The shown notice: the window's answer to a key, else an error, else the newest one.
const Notice* foremost(const std::vector<Notice>& notices, const std::string& message)
{
    const Notice* foremost = nullptr;
    for (const Notice& notice : notices) {
        if (!message.empty() && notice.text == message)
            return &notice;
        if (foremost == nullptr || foremost->severity != Severity::fault || notice.severity == Severity::fault)
            foremost = &notice;
    }
    return foremost;
}

// One message at a time, in one line if it fits, else in two smaller lines, or in the first words of them; as wide as necessary.
DrawList toast_of(const Notice* notice, Size area, const Style& style)
{
    DrawList list { area };
    if (notice == nullptr || area.width < 100.0F * style.scale)
        return list;
    const float padding = 0.6F * style.small;
    const float sign = std::min(1.2F * style.body, 0.7F * area.height);
    const float left = padding + sign + padding;
    const float room = area.width - left - 1.5F * padding;
    const std::string text = shown_text(*notice);
    float size = style.body;
    std::vector<std::string> lines { text };
    for (const float smaller : { style.small, style.smallest }) {
        if (room_for(lines.back(), Face::regular, size) <= room / 1.02F)
            break;
        size = smaller;
        const std::size_t rows = rows_in(area.height - 0.3F * size, 1.25F * size);
        lines = wrap_text(text, Face::regular, size, room / 1.02F, std::clamp<std::size_t>(rows, 1, 2));
    }
    lines.back() = first_words(lines.back(), Face::regular, size, room / 1.05F);
    const float pitch = 1.25F * size;
    float widest = 0.0F;
    for (const std::string& line : lines)
        widest = std::max(widest, room_for(line, Face::regular, size));
    const Size picture { std::min(left + widest + 1.5F * padding, area.width), area.height };
    Canvas canvas(picture, style);
    const Color color = color_of(notice->severity, style);
    canvas.frame(picture.area(), mix(style.panel, color, 0.12F), color, style.radius * 0.7F);
    draw_sign(canvas, notice->severity, { padding + sign / 2, picture.height / 2 }, sign);
    draw_lines(canvas, { left, picture.height / 2 - pitch * (static_cast<float>(lines.size()) - 1) / 2 }, lines, pitch,
        { Face::regular, size, style.text, Align::left, picture.width - left - padding });
    list.append(canvas.finish(), { (area.width - picture.width) / 2, 0 });
    return list;
}

} // namespace

float fault_height(const session::Snapshot& model, Size area, const Style& style)
{
    const std::string words = fault_words(model);
    if (words.empty() || area.width < 100.0F * style.scale)
        return 0.0F;
    const float height = notice_picture({ Severity::fault, words }, area.width, style).size.height;
    return height <= kMaxOfArea * area.height ? height : 0.0F;
}

// The fault of the shown kernels, in a strip of fault_height().
DrawList fault_view(const Scope& scope)
{
    DrawList picture = notice_picture({ Severity::fault, fault_words(scope.model) }, scope.size.width, scope.style);
    if (flaw_of(scope.model) == nullptr)
        return picture;
    Canvas canvas(scope.size, scope.style);
    canvas.append(std::move(picture), {});
    on_click(canvas, scope.size.area(), RunCommand { "last-good" });
    return canvas.finish();
}

DrawList notices_view(const Scope& scope)
{
    const std::vector<Notice> notices = all_notices(scope);
    return toast_of(foremost(notices, scope.window.message.text), scope.size, scope.style);
}

// Without the fault of the recorded block, which is shown elsewhere.
DrawList other_notices_view(const Scope& scope)
{
    std::vector<Notice> notices = all_notices(scope);
    if (const simt::Trap* trap = trap_of(scope.model))
        std::erase_if(notices, [&](const Notice& notice) { return same_fault(notice.text, trap->message); });
    if (const lesson::Flaw* flaw = flaw_of(scope.model))
        std::erase_if(notices, [&](const Notice& notice) { return notice.text.starts_with(flaw->sentence); });
    return toast_of(foremost(notices, scope.window.message.text), scope.size, scope.style);
}

} // namespace warpstage::views
