// The differences between the text in the editor and the lesson's source.
#pragma once

#include "app/draw/style.h"

#include <Qsci/qsciscintilla.h>

#include <QFont>
#include <string>
#include <string_view>

class QsciLexerDiff;

namespace warpstage::console {

// In the format of `diff -u`, with three lines of context and without file names; empty: no differences.
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view after);

class DifferencesView : public QsciScintilla {
public:
    explicit DifferencesView(QWidget* parent);

    void set_style(const draw::Style& style, const QFont& font);
    void compare(const std::string& original, const std::string& edited);

private:
    QsciLexerDiff* m_lexer;
};

} // namespace warpstage::console
