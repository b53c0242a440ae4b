// The commands that open a sheet in place of the scene, or columns next to the source, and request what they show. The same
// command closes the sheet.
#pragma once

namespace warpstage::stage {

struct StageParts;

void toggle_counters(StageParts& stage);
void toggle_comparison(StageParts& stage);
void choose_compared(StageParts& stage);
void toggle_heat_map(StageParts& stage);
void toggle_memory(StageParts& stage);
void toggle_occupancy(StageParts& stage);
void toggle_hierarchy(StageParts& stage);
void toggle_index(StageParts& stage);
void toggle_retirement(StageParts& stage);
void toggle_sm(StageParts& stage);
void next_code_columns(StageParts& stage);
void show_machine_code(StageParts& stage);

} // namespace warpstage::stage
