// What the views of results over the whole launch have in common: heat map, waves, rounding errors. Each result is requested
// when its view opens, and grows while every block runs on the virtual machine.
#pragma once

#include "app/views/frame/panel.h"
#include "app/views/gallery/exhibit.h"

namespace warpstage::views {

// `kMember`: pointer to a member of session::CounterSection. `Order`: the command that requests it.
template <auto kMember, typename Order>
[[nodiscard]] std::vector<session::Command> request_of_launch(const session::Snapshot& model)
{
    return (*model.counters).*kMember == nullptr ? std::vector<session::Command> { Order {} } : std::vector<session::Command> {};
}

// A result that is still growing is left out.
template <auto kMember, auto kOfSubject> Result<void> choose_of_launch(const session::Snapshot& model, Subject& subject)
{
    const auto& result = (*model.counters).*kMember;
    if (result != nullptr && !result->running)
        subject.*kOfSubject = result;
    return {};
}

// Why there is nothing to draw yet. Empty: there is.
template <typename OfLaunch> [[nodiscard]] std::string waiting_words(const OfLaunch* result)
{
    if (result == nullptr)
        return tr("not computed yet");
    if (!result->refusal.empty())
        return result->refusal;
    if (!result->running)
        return {};
    if (result->blocks_seen == 0)
        return tr("running every block on the virtual machine…");
    return trf("running every block on the virtual machine: {} of {}",
        text::grouped(static_cast<std::int64_t>(result->blocks_seen)),
        text::grouped(static_cast<std::int64_t>(result->grid.count())));
}

// A heading and the words in the middle of what is below.
inline void draw_waiting(Canvas& canvas, Rect area, const std::string& title, const std::string& words)
{
    canvas.heading(area, title, "", {});
    const float head = canvas.heading_height();
    canvas.empty_words({ area.x, area.y + head, area.width, area.height - head }, words);
}

// The sheet: the figure, or why this variant has none. `title`: to be translated.
template <typename Input>
[[nodiscard]] DrawList sheet_of_launch(const Scope& scope, const char* title, bool computed,
    DrawList (*figure)(const Input&, Size, const Style&), const Input& input)
{
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    if (!computed && runs_on_host(scope.model))
        draw_waiting(canvas, inside, tr(title), no_warps_words(scope.model));
    else
        canvas.append(figure(input, inside.size(), scope.style), inside.corner());
    return canvas.finish();
}

} // namespace warpstage::views
