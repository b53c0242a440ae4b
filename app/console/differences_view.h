// How the text in the editor differs from the lesson's own, as `diff -u` shows it.
#pragma once

#include "app/draw/style.h"

#include <Qsci/qsciscintilla.h>

#include <QFont>
#include <string>

class QsciLexerDiff;

namespace warpstage::console {

class DifferencesView : public QsciScintilla {
public:
    explicit DifferencesView(QWidget* parent);

    void wear(const draw::Style& style, const QFont& letters);
    void compare(const std::string& original, const std::string& edited);

private:
    QsciLexerDiff* m_lexer;
};

} // namespace warpstage::console
