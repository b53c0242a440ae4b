#include "app/stage/stage_settings.h"

#include "core/base/settings_file.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::stage {

namespace {

constexpr std::array kTextSizes { 1.0F, 1.25F, 1.5F, 1.75F, 2.0F, 2.5F, 3.0F };

template <typename Value> using WordList = std::map<std::string_view, Value>;

const WordList<draw::Theme> theme_words { { "dark", draw::Theme::dark }, { "light", draw::Theme::light },
    { "high-contrast", draw::Theme::high_contrast } };
const WordList<views::Display> display_words { { "panels", views::Display::panels }, { "picture", views::Display::maximized },
    { "number", views::Display::number }, { "nothing", views::Display::nothing } };

template <typename Value> void read_word(std::string_view word, const WordList<Value>& words, Value& value)
{
    if (const auto known = words.find(word); known != words.end())
        value = known->second;
}

template <typename Value> std::string_view word_of(Value value, const WordList<Value>& words)
{
    return std::ranges::find(words, value, &WordList<Value>::value_type::second)->first;
}

void read_maximized(std::string_view word, const views::View*& maximized)
{
    const views::View* view = views::view_of_settings(word);
    if (view != nullptr && views::can_be_maximized(*view))
        maximized = view;
}

// Percent.
void read_text_size(std::string_view text, float& text_size)
{
    for (const float size : kTextSizes)
        if (text == fmt::format("{}", 100.0F * size))
            text_size = size;
}

} // namespace

float larger_text_size(float size)
{
    const auto* const next = std::ranges::upper_bound(kTextSizes, size);
    return next == kTextSizes.end() ? kTextSizes.back() : *next;
}

float smaller_text_size(float size)
{
    const auto* const here = std::ranges::lower_bound(kTextSizes, size);
    return here == kTextSizes.begin() ? kTextSizes.front() : *(here - 1);
}

StageSettings load_settings(const std::filesystem::path& path)
{
    StageSettings settings;
    for (const auto& [name, value] : read_settings(path)) {
        if (name == "text-size" || name == "letters") // name in older versions
            read_text_size(value, settings.text_size);
        else if (name == "theme")
            read_word(value, theme_words, settings.theme);
        else if (name == "view")
            read_word(value, display_words, settings.display);
        else if (name == "picture")
            read_maximized(value, settings.maximized);
        else if (name == "motion" && (value == "reduced" || value == "full"))
            settings.reduced_motion = value == "reduced";
        else if (name == "tour")
            settings.tour_seen = value == "seen";
    }
    return settings;
}

Result<void> save_settings(const StageSettings& settings, const std::filesystem::path& path)
{
    auto text = fmt::format("text-size = {}\ntheme = {}\nview = {}\npicture = {}\ntour = {}\n", 100.0F * settings.text_size,
        word_of(settings.theme, theme_words), word_of(settings.display, display_words), settings.maximized->id,
        settings.tour_seen ? "seen" : "new");
    if (settings.reduced_motion)
        text += fmt::format("motion = {}\n", *settings.reduced_motion ? "reduced" : "full");
    if (!write_settings(path, text))
        return Error { trf("Cannot save the settings to `{}`. The next start uses the previous settings.", path.string()) };
    return {};
}

} // namespace warpstage::stage
