// Words between the core, which speaks UTF-8, and Qt.
#pragma once

#include <QString>
#include <string>
#include <string_view>

namespace warpstage::console {

[[nodiscard]] inline QString to_qt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

[[nodiscard]] inline std::string from_qt(const QString& text)
{
    return text.toStdString();
}

} // namespace warpstage::console
