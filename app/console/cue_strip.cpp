#include "app/console/cue_strip.h"

#include "app/console/qt_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace warpstage::console {

namespace {

// Nothing is laid out anew for words that stand there already.
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
    QFont letters = label->font();
    letters.setPointSizeF(letters.pointSizeF() * size);
    letters.setBold(strong);
    label->setFont(letters);
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
