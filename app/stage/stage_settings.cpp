#include "app/stage/stage_settings.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <string>
#include <string_view>

namespace warpstage::stage {

namespace {

constexpr std::array<float, 7> kLetters { 1.0F, 1.25F, 1.5F, 1.75F, 2.0F, 2.5F, 3.0F };

template <typename Value> struct Word {
    std::string_view word;
    Value value;
};

constexpr std::array<Word<draw::Theme>, 3> kThemes { { { "dark", draw::Theme::dark }, { "light", draw::Theme::light },
    { "high-contrast", draw::Theme::high_contrast } } };
constexpr std::array<Word<views::Display>, 4> kDisplays { { { "panels", views::Display::panels },
    { "picture", views::Display::maximized }, { "number", views::Display::number }, { "nothing", views::Display::nothing } } };

template <typename Value, std::size_t N>
void read_word(std::string_view word, const std::array<Word<Value>, N>& words, Value& value)
{
    for (const Word<Value>& known : words)
        if (known.word == word)
            value = known.value;
}

template <typename Value, std::size_t N> std::string_view word_of(Value value, const std::array<Word<Value>, N>& words)
{
    for (const Word<Value>& known : words)
        if (known.value == value)
            return known.word;
    return {};
}

void read_maximized(std::string_view word, const views::View*& maximized)
{
    const views::View* view = views::view_of_settings(word);
    if (view != nullptr && views::can_be_maximized(*view))
        maximized = view;
}

void read_letters(std::string_view text, float& letters)
{
    int percent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
    if (error != std::errc {} || end != text.data() + text.size())
        return;
    const float wanted = static_cast<float>(percent) / 100.0F;
    if (std::ranges::find(kLetters, wanted) != kLetters.end())
        letters = wanted;
}

} // namespace

float larger_letters(float letters)
{
    const auto next = std::ranges::upper_bound(kLetters, letters);
    return next == kLetters.end() ? kLetters.back() : *next;
}

float smaller_letters(float letters)
{
    const auto here = std::ranges::lower_bound(kLetters, letters);
    return here == kLetters.begin() ? kLetters.front() : *(here - 1);
}

StageSettings load_settings(const std::filesystem::path& path)
{
    StageSettings settings;
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) {
        const auto equals = line.find('=');
        if (equals == std::string::npos)
            continue;
        const std::string_view name = text::trim(std::string_view { line }.substr(0, equals));
        const std::string_view value = text::trim(std::string_view { line }.substr(equals + 1));
        if (name == "letters")
            read_letters(value, settings.letters);
        else if (name == "theme")
            read_word(value, kThemes, settings.theme);
        else if (name == "view")
            read_word(value, kDisplays, settings.display);
        else if (name == "picture")
            read_maximized(value, settings.maximized);
        else if (name == "tour")
            settings.tour_seen = value == "seen";
    }
    return settings;
}

Result<void> save_settings(const StageSettings& settings, const std::filesystem::path& path)
{
    std::error_code failed;
    std::filesystem::create_directories(path.parent_path(), failed);
    std::ofstream stream(path, std::ios::trunc);
    stream << "letters = " << static_cast<int>(settings.letters * 100.0F + 0.5F) << "\n"
           << "theme = " << word_of(settings.theme, kThemes) << "\n"
           << "view = " << word_of(settings.display, kDisplays) << "\n"
           << "picture = " << settings.maximized->id << "\n"
           << "tour = " << (settings.tour_seen ? "seen" : "new") << "\n";
    stream.close();
    if (!stream)
        return Error { "The stage's settings cannot be saved as " + path.string() + "; the next start will not know them." };
    return {};
}

} // namespace warpstage::stage
