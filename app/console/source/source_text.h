// CUDA C++ source with line numbers, messages at its lines and one chosen line.
#pragma once

#include "app/console/edited_source.h"
#include "app/draw/style.h"

#include <Qsci/qscilexercpp.h>
#include <Qsci/qsciscintilla.h>

#include <QFont>
#include <cstdint>
#include <vector>

namespace warpstage::console {

// The numbers of Scintilla's margins, markers and styles that the text uses. Styles from 64 on are free: 0 to 39 are the lexer's,
// then Scintilla's own (Scintilla, "Style definition").
enum SourceMargin : std::uint8_t { number_margin, heat_margin };
enum SourceMarker : std::uint8_t { message_marker, chosen_marker };
enum SourceStyle : std::uint8_t { note_style = 64, fault_style, excess_style, heat_style }; // the last one stands for several

// C++ with CUDA's keywords, in the colors of the stage.
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
    // Shows each message below its line. Messages of line 0 are not shown here; messages beyond the end are shown at the last
    // line.
    void show_messages(const std::vector<SourceMessage>& messages);
    void clear_messages();
    void mark_line(std::uint32_t line); // the chosen one; 0: none
    // Scrolls if the line is not visible. The cursor does not move.
    void bring_into_view(std::uint32_t line);
    // Scrolls to a function with the comment above it, or without the comment if the last line would not fit.
    void bring_to_top(std::uint32_t comment, std::uint32_t first, std::uint32_t last);

private:
    // Lines on the screen, including the messages below them.
    [[nodiscard]] int row_of(std::uint32_t line) const;
    [[nodiscard]] int rows() const;

    CudaLexer* m_lexer;
    std::uint32_t m_marked = 0;
};

} // namespace warpstage::console
