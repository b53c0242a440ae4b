#include "app/console/cues/cues.h"

#include "app/console/qt_text.h"
#include "core/base/verify.h"
#include "core/base/words.h"

#include <fmt/format.h>

namespace warpstage::console {

namespace {

// On a separate line, with the correct choice ticked: only the presenter sees this window.
std::string choices_of(const lesson::Lesson& lesson, const lesson::Cue& cue)
{
    std::string words;
    for (std::size_t i = 0; i < cue.choices.size(); ++i)
        words +=
            fmt::format("{}({}) {}{}", i == 0 ? "\n" : " · ", i + 1, lesson.shown(cue.choices[i]), i == cue.answer ? " ✓" : "");
    return words;
}

CueCard card_now(const session::Snapshot& snapshot)
{
    const auto& lesson = *snapshot.setup->lesson;
    const auto& view = *snapshot.cue;
    if (!view.index)
        return { warpstage::tr("Before the first cue"), lesson.shown(lesson.summary), "" };
    const auto& cue = lesson.cues[*view.index];
    const auto place = trf("Cue {} of {}", *view.index + 1, view.count);
    if (view.words.empty())
        return { place + warpstage::tr(" · variant or parameters changed"), lesson.shown(cue.caption),
            warpstage::tr("The stage shows no caption.") };
    if (view.numbers == session::CueNumbers::hidden)
        return { place + warpstage::tr(" · question asked"), view.words + choices_of(lesson, cue),
            warpstage::tr("The stage and the tables hide their numbers until the answer is revealed.") };
    return { place, view.words, cue_detail(lesson, *view.index) };
}

CueCard card_next(const session::Snapshot& snapshot)
{
    const auto& lesson = *snapshot.setup->lesson;
    const auto& view = *snapshot.cue;
    if (view.numbers == session::CueNumbers::hidden)
        return { warpstage::tr("Next: the answer"), lesson.shown(lesson.cues[*view.index].caption),
            cue_detail(lesson, *view.index) };
    const std::size_t next = view.index ? *view.index + 1 : 0;
    if (next >= view.count)
        return { warpstage::tr("Last cue"), warpstage::tr("Press Ctrl+Tab for the next lesson."), "" };
    const auto& cue = lesson.cues[next];
    const auto detail = cue_detail(lesson, next);
    if (cue.question.empty())
        return { trf("Next: cue {} of {}", next + 1, view.count), lesson.shown(cue.caption), detail };
    return { trf("Next: cue {} of {} · with a question", next + 1, view.count),
        lesson.shown(cue.question) + choices_of(lesson, cue), trf("{} — then: {}", detail, lesson.shown(cue.caption)) };
}

} // namespace

CueCards cue_cards(const session::Snapshot& snapshot)
{
    VERIFY(snapshot.setup->lesson != nullptr && snapshot.cue->count == snapshot.setup->lesson->cues.size()
        && snapshot.cue->count > 0);
    return { card_now(snapshot), card_next(snapshot) };
}

std::string cue_title(const lesson::Lesson& lesson, std::size_t index)
{
    const auto& cue = lesson.cues.at(index);
    std::string title = fmt::format(
        "{}{} · {}", index + 1, cue.question.empty() ? "" : " ?", lesson.shown(lesson.variants.at(cue.variant).label));
    return cue.figure.empty() ? title : title + " · " + cue.figure;
}

std::string cue_words(const lesson::Lesson& lesson, std::size_t index)
{
    const auto& cue = lesson.cues.at(index);
    return lesson.shown(cue.question.empty() ? cue.caption : cue.question);
}

std::string cue_detail(const lesson::Lesson& lesson, std::size_t index)
{
    const auto& cue = lesson.cues.at(index);
    std::string detail = lesson.shown(lesson.variants.at(cue.variant).label);
    for (const auto& [parameter, value] : cue.parameters)
        detail += fmt::format(" · {} = {}", parameter, value);
    if (!cue.figure.empty())
        detail += fmt::format(" · {}", cue.figure);
    if (cue.line != 0)
        detail += (cue.figure.empty() ? " · " : ", ") + trf("line {}", cue.line);
    if (!cue.architecture.empty())
        detail += trf(" · for {}", cue.architecture);
    if (cue.warp_width != 0)
        detail += trf(" · warps of {}", cue.warp_width);
    return detail;
}

namespace {

// Setting the same text again would lay it out again.
void show(QLabel& label, const std::string& words)
{
    const QString text = to_qt(words);
    if (label.text() != text)
        label.setText(text);
}

QLabel* add_label(QVBoxLayout& column, double size, bool strong)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont scaled = label->font();
    scaled.setPointSizeF(scaled.pointSizeF() * size);
    scaled.setBold(strong);
    label->setFont(scaled);
    column.addWidget(label);
    return label;
}

} // namespace

CueStrip::CueStrip(QWidget* parent)
    : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 6, 6, 2);
    row->setSpacing(8);
    m_now = add_card(qtr("The cue on the stage"));
    m_next = add_card(qtr("The next cue"));
    // Fixed height for the longest usual caption, so that the notes below do not move.
    setMinimumHeight(fontMetrics().height() * 8);
}

CueStrip::Card CueStrip::add_card(const QString& name)
{
    auto* frame = new QFrame(this);
    frame->setObjectName(QStringLiteral("cue"));
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setAccessibleName(name);
    frame->setToolTip(name);
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(8, 6, 8, 6);
    column->setSpacing(2);
    Card card;
    card.title = add_label(*column, 0.9, true);
    card.words = add_label(*column, 1.15, false);
    card.detail = add_label(*column, 0.9, false);
    card.detail->setForegroundRole(QPalette::PlaceholderText);
    column->addStretch(1);
    static_cast<QHBoxLayout*>(layout())->addWidget(frame, 1);
    return card;
}

void CueStrip::Card::show(const CueCard& card) const
{
    console::show(*title, card.title);
    console::show(*words, card.words);
    console::show(*detail, card.detail);
    words->parentWidget()->setAccessibleDescription(to_qt(card.title + ". " + card.words));
}

void CueStrip::show_snapshot(const session::Snapshot& snapshot)
{
    const bool any = snapshot.setup->lesson != nullptr && snapshot.cue->count > 0;
    if (any == isHidden())
        setVisible(any);
    if (!any)
        return;
    const auto cards = cue_cards(snapshot);
    m_now.show(cards.now);
    m_next.show(cards.next);
}

} // namespace warpstage::console
