// The presenter's notes, Markdown, in letters as large as the desk is far away.
#pragma once

#include <QTextBrowser>
#include <string>

namespace warpstage::console {

class NotesView : public QTextBrowser {
public:
    explicit NotesView(QWidget* parent = nullptr);

    // Scrolls to the top if it is another text.
    void show_notes(const std::string& markdown);

    static constexpr int kSmallest = 8; // points
    static constexpr int kLargest = 48;
    [[nodiscard]] int size() const { return m_size; }
    void set_size(int points); // clamped

private:
    std::string m_markdown;
    int m_size = 13;
};

} // namespace warpstage::console
