// A search bar below a text.
#pragma once

#include <QWidget>

class QLineEdit;
class QsciScintilla;

namespace warpstage::console {

class FindBar : public QWidget {
public:
    // Hidden until it is opened.
    FindBar(QsciScintilla& text, QWidget* parent);

    // Starts with the selected text.
    void open();
    // Searches from the cursor and wraps around the end. False: not found.
    bool find_next() { return find(true); }
    bool find_previous() { return find(false); }

private:
    bool find(bool forward);

    QsciScintilla& m_text;
    QLineEdit* m_word;
};

} // namespace warpstage::console
