// Columns next to the source: the costs of each line in the recorded run.
#pragma once

#include "app/draw/style.h"
#include "core/session/snapshot.h"

#include <QFont>
#include <QString>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

class QsciScintilla;

namespace warpstage::console {

struct LineHeat {
    std::string instructions; // "141"
    std::string lanes; // "5.4" of 32 active on average
    std::string wavefronts; // of shared memory; empty: no accesses
    std::string excess; // "+12"; empty: none
    int heat = 0; // 0 to kHeatLevels: share of the kernel's instructions, relative to the hottest line

    bool operator==(const LineHeat&) const = default;
};

inline constexpr int kHeatLevels = 4;

using Heats = std::map<std::uint32_t, LineHeat>; // by line

// Costs of the executed lines.
[[nodiscard]] Heats line_heat(const analysis::KernelReport& report);

class HeatMargin {
public:
    // `text` must outlive this.
    explicit HeatMargin(QsciScintilla& text);

    // Removes the numbers. Necessary before a change of style: they keep the style that they were written with.
    void set_style(const draw::Style& style, const QFont& font);
    // Shows the numbers of a recorded block if it ran with the current text. Next to another text they would be wrong. Null:
    // none.
    void show(const std::shared_ptr<const session::Recording>& recording);
    void clear();
    void text_changed();
    // Whether numbers are shown, that is, the run's source equals the text.
    [[nodiscard]] bool fits() const { return m_fits; }
    // The column titles, padded to the column widths.
    [[nodiscard]] static QString heading();

private:
    void write(std::uint32_t line, const LineHeat& heat);

    QsciScintilla& m_text;
    std::shared_ptr<const session::Recording> m_recording; // recording of the shown numbers
    Heats m_heats; // as shown
    bool m_fits = false;
};

} // namespace warpstage::console
