#include "app/export/formats.h"
#include "app/export/qt/qt_application.h"
#include "app/export/qt/qt_painter.h"

#include <QBuffer>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <cmath>

namespace warpstage::exporter {

std::string write_pdf(const QPageSize& page, const std::string& title, const std::function<void(QPdfWriter&)>& paint_pages)
{
    const QtApplication application;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setTitle(QString::fromStdString(title));
        writer.setCreator(QStringLiteral("warpstage"));
        writer.setPageSize(page);
        writer.setPageMargins(QMarginsF());
        writer.setResolution(72); // one unit of the painter is a point
        paint_pages(writer);
    }
    return bytes.toStdString();
}

Result<std::string> to_pdf(const draw::DrawList& picture, const About& about)
{
    const QSizeF size(std::ceil(picture.size.width), std::ceil(picture.size.height));
    // Exact match: otherwise Qt would select a known page format of similar size.
    return write_pdf(QPageSize(size, QPageSize::Point, {}, QPageSize::ExactMatch), about.title, [&](QPdfWriter& writer) {
        QPainter painter(&writer);
        paint(painter, picture, std::nullopt);
    });
}

} // namespace warpstage::exporter
