#include "app/views/sm/sm_look.h"

namespace warpstage::views {

using timing::WarpState;

namespace {

constexpr float kStripe = 0.34F; // share of the height

struct StateRow {
    Color Palette::*color;
    float strength; // share of the color on the background
    StateForm form;
    std::string_view nsight;
};

// In the order of WarpState. Issuing has the most intense color; orange is reserved for the selection.
constexpr std::array<StateRow, timing::kWarpStates> kLooks { {
    { &Palette::blue, 1.0F, StateForm::full, "" },
    { &Palette::green, 0.6F, StateForm::full, "wait" },
    { &Palette::green, 0.6F, StateForm::split, "math_pipe_throttle" },
    { &Palette::purple, 0.75F, StateForm::full, "short_scoreboard" },
    { &Palette::purple, 0.75F, StateForm::split, "mio_throttle" },
    { &Palette::vermilion, 0.75F, StateForm::full, "long_scoreboard" },
    { &Palette::vermilion, 0.75F, StateForm::split, "lg_throttle" },
    { &Palette::yellow, 0.8F, StateForm::hollow, "barrier" },
    { &Palette::secondary, 0.8F, StateForm::thin, "branch_resolving" },
    { &Palette::blue, 0.4F, StateForm::full, "not_selected" },
    { &Palette::panel, 0.0F, StateForm::nothing, "" },
} };

constexpr const StateRow& row_of(WarpState state)
{
    return kLooks.at(static_cast<std::size_t>(state));
}

Rect middle_of(Rect rect)
{
    return { rect.x, rect.y + (1.0F - kStripe) / 2 * rect.height, rect.width, kStripe * rect.height };
}

} // namespace

StateLook look_of(WarpState state, const Style& style)
{
    const StateRow& row = row_of(state);
    return { mix(well_color(style), shape_color(style, style.*row.color), row.strength), row.form };
}

void draw_state(Canvas& canvas, Rect rect, WarpState state, float issued)
{
    const Style& style = canvas.style();
    const StateLook look = look_of(state, style);
    switch (look.form) {
    case StateForm::full:
        canvas.fill(rect, look.color);
        break;
    case StateForm::split:
        canvas.fill(rect, look.color);
        canvas.fill(middle_of(rect), well_color(style));
        break;
    case StateForm::hollow: {
        const float stroke = std::min(canvas.units(1.5F), 0.25F * rect.height);
        canvas.fill({ rect.x, rect.y, rect.width, stroke }, look.color);
        canvas.fill({ rect.x, rect.bottom() - stroke, rect.width, stroke }, look.color);
        break;
    }
    case StateForm::thin:
        canvas.fill(middle_of(rect), look.color);
        break;
    case StateForm::nothing:
        break;
    }
    if (issued > 0.0F && state != WarpState::selected) {
        // Always visible, even if rare.
        constexpr float kMinIntensity = 0.35F;
        const float height = std::clamp(issued, kMinIntensity, 1.0F) * rect.height;
        canvas.fill({ rect.x, rect.bottom() - height, rect.width, height }, look_of(WarpState::selected, style).color);
    }
}

std::string nsight_name_of(WarpState state)
{
    const std::string_view name = row_of(state).nsight;
    return name.empty() ? std::string {} : fmt::format("smsp__average_warps_issue_stalled_{}_per_issue_active.ratio", name);
}

} // namespace warpstage::views
