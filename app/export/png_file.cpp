#include "app/export/png_file.h"

#include "app/export/qt_application.h"
#include "app/export/qt_painter.h"

#include <fmt/format.h>

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <cmath>

namespace warpstage::exporter {

Result<std::string> to_png(const figure::DrawList& picture, const About& about, std::uint32_t scale)
{
    const QtApplication application;
    const int width = static_cast<int>(std::ceil(picture.size.width)) * static_cast<int>(scale);
    const int height = static_cast<int>(std::ceil(picture.size.height)) * static_cast<int>(scale);
    QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return Error { fmt::format(
            "There is no memory for a picture of {} x {} pixels; choose a smaller --scale.", width, height) };
    image.fill(Qt::transparent);
    {
        QPainter painter(&image);
        painter.scale(scale, scale);
        paint(painter, picture, Pixels { static_cast<float>(scale) });
    }
    // A slide takes the size in points from the resolution: 72 points an inch, 39.37 inches a metre.
    const int dots_per_metre = static_cast<int>(std::lround(72.0 * scale * 39.370079));
    image.setDotsPerMeterX(dots_per_metre);
    image.setDotsPerMeterY(dots_per_metre);
    image.setText("Title", QString::fromStdString(about.title));
    image.setText("Description", QString::fromStdString(about.description));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    VERIFY(image.save(&buffer, "PNG"));
    return bytes.toStdString();
}

} // namespace warpstage::exporter
