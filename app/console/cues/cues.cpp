#include "app/console/cues/cues.h"

#include "app/console/qt_text.h"
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
        return { place + " · the question is asked", view.words, "Stage and tables hide their numbers until the answer." };
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

std::string cue_title(const lesson::Lesson& lesson, std::size_t index)
{
    const auto& cue = lesson.cues.at(index);
    std::string title =
        fmt::format("{}{} · {}", index + 1, cue.question.empty() ? "" : " ?", lesson.variants.at(cue.variant).label);
    return cue.figure.empty() ? title : title + " · " + cue.figure;
}

std::string cue_words(const lesson::Lesson& lesson, std::size_t index)
{
    const auto& cue = lesson.cues.at(index);
    return cue.question.empty() ? cue.caption : cue.question;
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
    if (cue.warp_width != 0)
        detail += fmt::format(" · warps of {}", cue.warp_width);
    return detail;
}

namespace {

// A text that is shown already is not laid out again.
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
    m_now = add_card(QStringLiteral("The cue on the stage"));
    m_next = add_card(QStringLiteral("The next cue"));
    // Room for the longest that a lesson usually says, so that the notes below keep their place.
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
