#include "app/console/window/clock_view.h"

#include "app/console/qt_text.h"
#include "app/console/window/look.h"
#include "core/base/words.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QTime>

namespace warpstage::console {

namespace {

QLabel* large_label(const QString& name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setAccessibleName(name);
    label->setToolTip(name);
    constexpr int kSize = 17; // points: legible from the lectern
    label->setFont(code_font(kSize));
    return label;
}

} // namespace

ClockView::ClockView(QWidget* parent)
    : QWidget(parent)
    , m_now(large_label(qtr("Time of day"), this))
    , m_elapsed(large_label(qtr("Time since the lecture began"), this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(18);
    row->addWidget(m_elapsed);
    row->addWidget(m_now);
    start_again();
}

void ClockView::refresh()
{
    m_now->setText(QLocale::system().toString(QTime::currentTime(), QLocale::ShortFormat));
    m_elapsed->setText(words(m_since.elapsed() / 1000));
}

void ClockView::start_again()
{
    m_since.start();
    refresh();
}

QString ClockView::words(qint64 seconds)
{
    return QStringLiteral("%1:%2:%3")
        .arg(seconds / 3600)
        .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'))
        .arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

} // namespace warpstage::console
