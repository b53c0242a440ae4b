// Columns beside a source: what each line of it cost when it ran.
#pragma once

#include "app/console/heat.h"
#include "app/draw/style.h"
#include "core/session/snapshot.h"

#include <QFont>
#include <QString>
#include <cstdint>

class QsciScintilla;

namespace warpstage::console {

class HeatMargin {
public:
    // The text must outlive this.
    explicit HeatMargin(QsciScintilla& text);

    // Takes the numbers away: they wear what they were written with.
    void wear(const draw::Style& style, const QFont& letters);
    // Those of a recorded block, where it ran with the text as it is; beside another text they would be lies. Null: none.
    void show(const session::Recording* recording);
    void clear();
    // They are shown: the lines of the run are those of the text.
    [[nodiscard]] bool fits() const { return m_fits; }
    // What the columns are called, as wide as they are.
    [[nodiscard]] static QString heading();

private:
    void write(std::uint32_t line, const LineHeat& heat);

    QsciScintilla& m_text;
    Heats m_heats; // as they stand there
    bool m_fits = false;
};

} // namespace warpstage::console
