#include "app/views/frame/arrangement.h"
#include "app/views/frame/choices.h"
#include "app/views/sheets/keys.h"
#include "app/views/view.h"

namespace warpstage::views {

namespace {

// While answers are offered, the digits and these keys have another function.
constexpr std::array kChoosingKeys {
    KeyWords { "Enter", marked("count votes"), "" },
    KeyWords { "→", marked("reveal"), "" },
};
constexpr std::array<std::string_view, 4> kDigits { "1", "1–2", "1–3", "1–4" }; // a cue has at most four choices

bool has_other_meaning(const KeyWords& key)
{
    return key.keys == "1–9" || key.keys == "← →";
}

std::vector<KeyWords> keys_of(const Scope& scope)
{
    if (!is_choosing(scope.model))
        return *scope.window.keys;
    const std::size_t choices = std::clamp<std::size_t>(scope.model.cue->choices.texts.size(), 1, kDigits.size());
    std::vector<KeyWords> keys { { kDigits.at(choices - 1), marked("choose an answer"), "" } };
    keys.insert(keys.end(), kChoosingKeys.begin(), kChoosingKeys.end());
    std::ranges::remove_copy_if(*scope.window.keys, std::back_inserter(keys), has_other_meaning);
    return keys;
}

} // namespace

DrawList key_line_view(const Scope& scope)
{
    const Style& style = scope.style;
    const Size rect = scope.size;
    Canvas canvas(rect, style);
    canvas.fill(rect.area(), style.panel.with_alpha(243));
    canvas.line({ 0, 0 }, { rect.width, 0 }, style.border, canvas.units(1.0F));
    const float size = style.small;
    const float chip_height = 1.4F * size;
    const float middle = rect.height / 2;
    const float badge = scope.window.badge.empty() ? 0.0F : badge_size(scope.window.badge, style).width;
    const float right = rect.width - style.margin - badge;
    float x = style.margin;
    for (const KeyWords& key : keys_of(scope)) {
        if (key.brief.empty())
            continue;
        const float chip_width = room_for(tr(key.keys), Face::regular, style.smallest) + canvas.units(14.0F);
        const float word_width = room_for(tr(key.brief), Face::regular, size);
        const float end = x + chip_width + canvas.units(7.0F) + word_width;
        if (end > right)
            break;
        canvas.chip({ x, middle - chip_height / 2, chip_width, chip_height }, std::string { tr(key.keys) }, track_color(style),
            style.text, Face::regular, style.smallest);
        canvas.label({ x + chip_width + canvas.units(7.0F), middle }, std::string { tr(key.brief) },
            { Face::regular, size, style.secondary, Align::left, word_width + canvas.units(2.0F) });
        x = end + canvas.units(22.0F);
    }
    return canvas.finish();
}

} // namespace warpstage::views
