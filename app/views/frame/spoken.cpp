#include "app/views/frame/spoken.h"

#include "app/views/frame/panel.h"
#include "app/views/timings/big_number.h"

namespace warpstage::views {

namespace {

// Ends like a sentence, so that a screen reader pauses.
void add(std::string& text, const std::string& part)
{
    if (part.empty())
        return;
    text += (text.empty() ? "" : " ") + part;
    if (constexpr std::string_view kEnds = ".?!:…"; kEnds.find(part.back()) == std::string_view::npos)
        text += '.';
}

std::string answer_words(const session::CueChoices& choices, std::size_t index)
{
    auto words = fmt::format("{}: {}", index + 1, choices.texts[index]);
    if (choices.right == index)
        words += fmt::format(" ({})", tr("Correct"));
    else if (choices.chosen == index)
        words += fmt::format(" ({})", choices.right ? tr("Your choice") : tr("chosen"));
    return words;
}

} // namespace

std::string spoken_words(const session::Snapshot& shown)
{
    const auto& cue = *shown.cue;
    std::string text;
    add(text, heading_of(shown));
    add(text, label_of(shown, shown.setup->variant));
    if (cue.index)
        add(text, trf("cue {} of {}", *cue.index + 1, cue.count));
    add(text, cue.words);
    for (std::size_t i = 0; i < cue.choices.texts.size(); ++i)
        add(text, answer_words(cue.choices, i));
    if (is_asking(shown))
        return text;
    if (const auto number = big_number(shown); number.value != "–")
        add(text, fmt::format("{}: {} {}", number.title, number.value, number.unit));
    return text;
}

} // namespace warpstage::views
