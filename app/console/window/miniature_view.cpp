#include "app/console/window/miniature_view.h"

#include "app/console/qt_text.h"
#include "core/base/words.h"

#include <QPainter>

namespace warpstage::console {

MiniatureView::MiniatureView(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(qtr("Stage as the audience sees it"));
    setToolTip(accessibleName());
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void MiniatureView::refresh(StageWindow& stage)
{
    if (!isVisible())
        return;
    if (const auto arrived = stage.take_picture()) {
        const auto width = static_cast<int>(arrived->width);
        // The alpha channel of the stage is not transparency.
        const QImage shared(arrived->rgba.data(), width, static_cast<int>(arrived->height), width * 4, QImage::Format_RGBX8888);
        m_picture = shared.convertToFormat(QImage::Format_RGB32);
        update();
    }
    stage.ask_for_picture(static_cast<int>(width() * devicePixelRatioF()));
}

void MiniatureView::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    if (m_picture.isNull())
        return;
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    QRect place({ 0, 0 }, m_picture.size().scaled(size(), Qt::KeepAspectRatio));
    place.moveCenter(rect().center());
    painter.drawImage(place, m_picture);
}

} // namespace warpstage::console
