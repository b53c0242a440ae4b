// Columns beside a source: what each line of it cost when it ran.
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
    std::string wavefronts; // of shared memory; empty: no access
    std::string excess; // "+12"; empty: none
    int heat = 0; // 0 to kHeatLevels: share of the kernel's instructions, relative to the hottest line

    bool operator==(const LineHeat&) const = default;
};

inline constexpr int kHeatLevels = 4;

using Heats = std::map<std::uint32_t, LineHeat>; // by line

// Of the lines that ran.
[[nodiscard]] Heats line_heat(const analysis::KernelReport& report);

class HeatMargin {
public:
    // `text` must outlive this.
    explicit HeatMargin(QsciScintilla& text);

    // Takes the numbers away: they keep the style that they were written with.
    void set_style(const draw::Style& style, const QFont& font);
    // The numbers of a recorded block, where it ran with the text as it is; beside another text they would be wrong. Null: none.
    void show(const std::shared_ptr<const session::Recording>& recording);
    void clear();
    void text_changed();
    // Numbers are shown: the lines of the run are those of the text.
    [[nodiscard]] bool fits() const { return m_fits; }
    // Titles of the columns, as wide as these.
    [[nodiscard]] static QString heading();

private:
    void write(std::uint32_t line, const LineHeat& heat);

    QsciScintilla& m_text;
    std::shared_ptr<const session::Recording> m_recording; // whose numbers are shown
    Heats m_heats; // as shown
    bool m_fits = false;
};

} // namespace warpstage::console
