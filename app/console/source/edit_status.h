// Progress of the newest edit: a headline above the text and messages at its lines.
#pragma once

#include "app/console/source/source_edits.h"
#include "app/console/source/source_text.h"

#include <QLabel>

namespace warpstage::console {

class EditStatus : public QLabel {
public:
    // `editor` may be null. Both must outlive this.
    EditStatus(SourceText& text, const SourceEditor* editor, QWidget* parent);

    void show_state(const SourceEdits& edits);
    void set_style(const draw::Style& style);
    // Another lesson's text is shown.
    void clear();

private:
    enum class Kind : std::uint8_t { idle, kept, trying, good, fault };

    void show_headline(Kind kind, const QString& headline);
    void paint_kind();

    SourceText& m_text;
    const SourceEditor* m_editor;
    std::shared_ptr<const SourceState> m_state; // whose messages are shown
    draw::Style m_style;
    Kind m_kind = Kind::idle;
};

} // namespace warpstage::console
