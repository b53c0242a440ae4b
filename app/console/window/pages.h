// The pages in the center of the window: the presenter's notes and the kernel source.
#pragma once

#include "app/console/source/source_view.h"

#include <QTabWidget>
#include <QTextBrowser>
#include <string>

namespace warpstage::console {

// Markdown with a selectable text size.
class NotesView : public QTextBrowser {
public:
    explicit NotesView(QWidget* parent);

    // Scrolls to the top if the text changes.
    void show_notes(const std::string& markdown);

    [[nodiscard]] int size() const { return m_size; }
    void set_size(int points); // clamped

    // Notes of strangers load no files: an image may be a device or a pipe.
    QVariant loadResource(int type, const QUrl& name) override;

private:
    void follow(const QUrl& link);

    std::string m_markdown;
    int m_size = 13;
};

class Pages : public QTabWidget {
public:
    Pages(std::shared_ptr<const lesson::Catalog> catalog, SourceEditor* editor, QWidget* parent);

    void show_snapshot(const session::Snapshot& snapshot);
    [[nodiscard]] NotesView& notes() const { return *m_notes; }
    [[nodiscard]] SourceView& source() const { return *m_source; }
    void change_text_size(int points); // of the page in front

private:
    NotesView* m_notes;
    SourceView* m_source;
};

} // namespace warpstage::console
