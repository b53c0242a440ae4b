// The functions of the views, each defined in the folder of its subject. Only the table names them.
#pragma once

#include "app/views/gallery/exhibit.h"
#include "app/views/view.h"

#include <string>
#include <vector>

namespace warpstage::views {

using Builder = DrawList(const Scope&);
Builder access_view, array_caption_view, badge_view, class_view, comparison_view, counters_view, curves_view, cue_caption_view,
    cue_target_view, drift_view, fault_view, follow_code_view, footprint_view, fragments_view, hall_bar_view, hall_caption_view,
    hall_question_view, hazard_view, heat_view, help_view, hidden_scene_view, hierarchy_view, index_view, instructions_view,
    key_line_view, lanes_view, latency_view, launch_view, layout_view, list_view, memory_view, narrow_bar_view, no_scene_view,
    notes_view, notices_view, number_view, occupancy_view, other_notices_view, parameters_view, partitions_view, path_view,
    paths_view, pipeline_view, pipes_view, progress_view, published_view, registers_view, requests_view, retirement_view,
    rounding_view, sm_view, source_view, start_view, tabs_view, tile_reuse_view, timeline_view, tip_view, top_bar_view,
    total_view, tour_view, transfers_view, variants_view, waits_view, warp_accesses_view, waves_view, why_view, word_history_view;

using Preparer = Result<Exhibit>(const Subject&);
Preparer prepare_banks, prepare_branch, prepare_compare, prepare_follow_code, prepare_fragments, prepare_heat, prepare_hierarchy,
    prepare_index, prepare_lanes, prepare_layout, prepare_matrix, prepare_occupancy, prepare_partitions, prepare_pipeline,
    prepare_plotted, prepare_retirement, prepare_rounding, prepare_sectors, prepare_sm, prepare_source, prepare_timeline,
    prepare_timings, prepare_transfers, prepare_tree, prepare_waits, prepare_warps, prepare_waves, prepare_why;

using Requester = std::vector<session::Command>(const session::Snapshot&);
Requester request_comparison, request_counters, request_layout, request_published, request_sm, request_why;

using Chooser = Result<void>(const session::Snapshot&, Subject&);
Chooser choose_access, choose_index, choose_lanes, choose_layout, choose_occupancy, choose_partitions, choose_retirement,
    choose_sm, choose_source, choose_step, choose_why;

using Writer = std::string(const Subject&);
Writer rounding_words;

} // namespace warpstage::views
