// A line below a text that finds words in it.
#pragma once

#include <QWidget>

class QLineEdit;
class QsciScintilla;

namespace warpstage::console {

class FindBar : public QWidget {
public:
    // Hidden until it is opened.
    FindBar(QsciScintilla& text, QWidget* parent);

    // With what is selected in the text.
    void open();
    // From the cursor on, around the end. False: the word is nowhere.
    bool find_next() { return find(true); }
    bool find_previous() { return find(false); }

private:
    bool find(bool forward);

    QsciScintilla& m_text;
    QLineEdit* m_word;
};

} // namespace warpstage::console
