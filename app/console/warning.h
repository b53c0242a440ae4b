// A message that the user closes.
#pragma once

#include <QMessageBox>

namespace warpstage::console {

// Waits until it is closed. The text may quote files: tags in it are shown, not interpreted.
inline void show_warning(QWidget& parent, const QString& title, const QString& text)
{
    QMessageBox box(QMessageBox::Warning, title, text, QMessageBox::Ok, &parent);
    box.setTextFormat(Qt::PlainText);
    box.exec();
}

} // namespace warpstage::console
