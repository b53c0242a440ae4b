#include "app/export/pdf_file.h"

#include "app/export/qt_application.h"
#include "app/export/qt_painter.h"

#include <QBuffer>
#include <QMarginsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <cmath>

namespace warpstage::exporter {

std::string to_pdf(const draw::DrawList& picture, const About& about)
{
    const QtApplication application;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setTitle(QString::fromStdString(about.title));
        writer.setCreator("warpstage");
        const QSizeF size(std::ceil(picture.size.width), std::ceil(picture.size.height));
        // An exact match only: Qt would take a known format that is near.
        writer.setPageSize(QPageSize(size, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        writer.setResolution(72); // one unit of the painter is a point
        QPainter painter(&writer);
        paint(painter, picture, std::nullopt);
    }
    return bytes.toStdString();
}

} // namespace warpstage::exporter
