#include "app/console/miniature_view.h"

#include <QPainter>
#include <cstring>

namespace warpstage::console {

MiniatureView::MiniatureView(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(QStringLiteral("What the audience sees"));
    setToolTip(accessibleName());
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void MiniatureView::refresh(StageWindow& stage)
{
    if (!isVisible())
        return;
    if (const auto arrived = stage.take_picture()) {
        const int width = static_cast<int>(arrived->width);
        const int height = static_cast<int>(arrived->height);
        m_picture = QImage(width, height, QImage::Format_RGBA8888);
        for (int y = 0; y < height; ++y)
            std::memcpy(m_picture.scanLine(y), arrived->rgba.data() + static_cast<std::ptrdiff_t>(y) * width * 4,
                static_cast<std::size_t>(width) * 4);
        // What the stage leaves in its alpha channel is no transparency.
        m_picture.reinterpretAsFormat(QImage::Format_RGBX8888);
        m_picture.convertTo(QImage::Format_RGB32);
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
