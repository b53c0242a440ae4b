#include "app/console/cue_words.h"

#include "core/base/verify.h"

#include <fmt/format.h>

namespace warpstage::console {

namespace {

CueCard card_now(const session::Snapshot& snapshot)
{
    const auto& lesson = *snapshot.setup->lesson;
    const auto& view = *snapshot.cue;
    if (!view.index)
        return { "Before the first cue", lesson.summary, "" };
    const auto& cue = lesson.cues[*view.index];
    const auto place = fmt::format("Cue {} of {}", *view.index + 1, view.count);
    if (view.words.empty())
        return { place + " · left: another variant or other parameters", cue.caption, "The stage shows no caption now." };
    if (view.numbers == session::CueNumbers::hidden)
        return { place + " · the question is asked", view.words, "The stage hides its numbers until the answer." };
    return { place, view.words, cue_detail(lesson, *view.index) };
}

CueCard card_next(const session::Snapshot& snapshot)
{
    const auto& lesson = *snapshot.setup->lesson;
    const auto& view = *snapshot.cue;
    if (view.numbers == session::CueNumbers::hidden)
        return { "Next: the answer", lesson.cues[*view.index].caption, cue_detail(lesson, *view.index) };
    const std::size_t next = view.index ? *view.index + 1 : 0;
    if (next >= view.count)
        return { "This was the last cue", "Ctrl+Tab leads to the next lesson.", "" };
    const auto& cue = lesson.cues[next];
    const auto detail = cue_detail(lesson, next);
    if (cue.question.empty())
        return { fmt::format("Next: cue {} of {}", next + 1, view.count), cue.caption, detail };
    return { fmt::format("Next: cue {} of {} · asks first", next + 1, view.count), cue.question,
        fmt::format("{} — then: {}", detail, cue.caption) };
}

} // namespace

CueCards cue_cards(const session::Snapshot& snapshot)
{
    VERIFY(snapshot.setup->lesson != nullptr && snapshot.cue->count == snapshot.setup->lesson->cues.size()
        && snapshot.cue->count > 0);
    return { card_now(snapshot), card_next(snapshot) };
}

std::string cue_line(const lesson::Lesson& lesson, std::size_t index)
{
    const auto& cue = lesson.cues.at(index);
    const bool asks = !cue.question.empty();
    return fmt::format("{}{} · {}", index + 1, asks ? " ?" : "", asks ? cue.question : cue.caption);
}

std::string cue_detail(const lesson::Lesson& lesson, std::size_t index)
{
    const auto& cue = lesson.cues.at(index);
    std::string detail = lesson.variants.at(cue.variant).label;
    for (const auto& [parameter, value] : cue.parameters)
        detail += fmt::format(" · {} = {}", parameter, value);
    if (!cue.figure.empty())
        detail += fmt::format(" · {}", cue.figure);
    if (cue.line != 0)
        detail += fmt::format("{}line {}", cue.figure.empty() ? " · " : ", ", cue.line);
    if (!cue.architecture.empty())
        detail += fmt::format(" · as {}", cue.architecture);
    return detail;
}

} // namespace warpstage::console
