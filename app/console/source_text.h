// A text of CUDA C++ with line numbers, what somebody says about its lines, and one line that is chosen.
#pragma once

#include "app/console/cuda_lexer.h"
#include "app/console/edited_source.h"

#include <Qsci/qsciscintilla.h>

#include <QFont>
#include <cstdint>
#include <vector>

namespace warpstage::console {

// Letters, background, margins and selection of any text beside the stage.
void wear_plain(QsciScintilla& text, const draw::Style& style, const QFont& letters);

class SourceText : public QsciScintilla {
public:
    explicit SourceText(QWidget* parent);

    void wear(const draw::Style& style, const QFont& letters);
    // Each below its line; those of line 0 are left to others, those beyond the end stand at the last line.
    void show_messages(const std::vector<SourceMessage>& messages);
    void clear_messages();
    void mark_line(std::uint32_t line); // the chosen one; 0: none

private:
    CudaLexer* m_lexer;
    std::uint32_t m_marked = 0;
};

} // namespace warpstage::console
