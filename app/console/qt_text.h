// Between the core and Qt: UTF-8 and colors.
#pragma once

#include "app/draw/color.h"
#include "core/base/words.h"

#include <QColor>
#include <QString>
#include <QTextDocument>
#include <string>
#include <string_view>

namespace warpstage::console {

[[nodiscard]] inline QString to_qt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// A text in the program's language. QObject::tr() does not use our catalogs.
[[nodiscard]] inline QString qtr(std::string_view text)
{
    return to_qt(warpstage::tr(text));
}

// Qt takes tooltips with a tag for HTML.
[[nodiscard]] inline QString plain_tip(const QString& text)
{
    return Qt::mightBeRichText(text) ? QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()) : text;
}

[[nodiscard]] inline QColor to_qt(draw::Color color)
{
    return { color.r, color.g, color.b, color.a };
}

[[nodiscard]] inline std::string from_qt(const QString& text)
{
    return text.toStdString();
}

} // namespace warpstage::console
