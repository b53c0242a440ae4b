// What the source's text uses of Scintilla's numbered margins, markers and styles.
#pragma once

#include "app/console/heat.h"

#include <cstdint>

namespace warpstage::console {

enum SourceMargin : std::uint8_t { number_margin, heat_margin };
enum SourceMarker : std::uint8_t { message_marker, chosen_marker };

// Styles from 64 on are free: 0 to 39 are the lexer's, then Scintilla's own (Scintilla, "Style definition").
inline constexpr int kHeatStyle = 64; // kHeatLevels + 1 of them
inline constexpr int kExcessStyle = kHeatStyle + kHeatLevels + 1;
inline constexpr int kNoteStyle = kExcessStyle + 1;
inline constexpr int kFaultStyle = kNoteStyle + 1;

} // namespace warpstage::console
