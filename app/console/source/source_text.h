// A text of CUDA C++ with line numbers, what somebody says about its lines, and one line that is chosen.
#pragma once

#include "app/console/edited_source.h"
#include "app/draw/style.h"

#include <Qsci/qscilexercpp.h>
#include <Qsci/qsciscintilla.h>

#include <QFont>
#include <cstdint>
#include <vector>

namespace warpstage::console {

// What the text uses of Scintilla's numbered margins, markers and styles. Styles from 64 on are free: 0 to 39 are the lexer's,
// then Scintilla's own (Scintilla, "Style definition").
enum SourceMargin : std::uint8_t { number_margin, heat_margin };
enum SourceMarker : std::uint8_t { message_marker, chosen_marker };
enum SourceStyle : std::uint8_t { note_style = 64, fault_style, excess_style, heat_style }; // the last one stands for several

// C++ with the words that CUDA adds, in the colors of the stage.
class CudaLexer : public QsciLexerCPP {
public:
    using QsciLexerCPP::QsciLexerCPP;

    void set_style(const draw::Style& style, const QFont& font);
    [[nodiscard]] const char* keywords(int set) const override;
};

// Font, background, margins and selection of a text in the console.
void set_plain_style(QsciScintilla& text, const draw::Style& style, const QFont& font);

class SourceText : public QsciScintilla {
public:
    explicit SourceText(QWidget* parent);

    void set_style(const draw::Style& style, const QFont& font);
    // Each below its line; those of line 0 are left to others, those beyond the end stand at the last line.
    void show_messages(const std::vector<SourceMessage>& messages);
    void clear_messages();
    void mark_line(std::uint32_t line); // the chosen one; 0: none
    // Scrolls, where it is out of sight. The cursor stays.
    void bring_into_view(std::uint32_t line);
    // A function with the comment above it, or without it where that leaves no room for the last line.
    void bring_to_top(std::uint32_t comment, std::uint32_t first, std::uint32_t last);

private:
    // Lines as they stand on the screen, with what is said below them.
    [[nodiscard]] int row_of(std::uint32_t line) const;
    [[nodiscard]] int rows() const;

    CudaLexer* m_lexer;
    std::uint32_t m_marked = 0;
};

} // namespace warpstage::console
