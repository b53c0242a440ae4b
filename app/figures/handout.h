// The parts of a lesson's handout: the data of each variant that ran, and the figures that fit on a few pages.
#pragma once

#include "app/export/report.h"
#include "app/views/view.h"
#include "core/analysis/step/step_traffic.h"
#include "core/bench/measured_variant.h"
#include "core/timing/advice/why_report.h"

namespace warpstage::figures {

// A variant with the results of its run; `subject.recording` is null if it runs on the host only.
struct Reported {
    const problem::Variant* variant = nullptr;
    std::string label; // label of the variant, complete on its own
    views::Subject subject;
    std::string remark; // why it could not be recorded
    std::optional<analysis::StepTraffic> step {}; // totals over all launches; nothing: no kernel, or a fault ended it
    std::optional<timing::WhyReport> why {}; // of the estimated time at the sizes of a GPU; nothing: no estimate
};

exporter::DataTable timings_table(const std::vector<Reported>& variants, const bench::BenchResult& measured);

// Totals over all launches of each variant; no rows if no variant launches a kernel.
exporter::DataTable step_table(const std::vector<Reported>& variants);

// The metrics of one block of each variant with the change from the previous variant: one row per metric, so that the names fit,
// and several variants as columns. A metric that does not change in a table is omitted there.
std::vector<exporter::DataTable> differences_tables(const std::vector<Reported>& variants);

// "Why 72.4 µs (estimated for H200, n = 4096)? Without bank conflicts, line 62: −53 %. …" and the advice.
std::string why_words(const Reported& variant);

// A figure of a variant that differs from that of the previous variant.
struct HandoutFigure {
    std::size_t variant = 0; // index
    std::string_view kind; // id of the view
    const lesson::Cue* cue = nullptr; // line, access and warp to show; null: those with the largest cost
};

// The figures that differ from those of the previous variant, the most informative first: those that cues point at, then the
// others.
std::vector<HandoutFigure> telling_figures(const lesson::Lesson& lesson, const std::vector<Reported>& variants);

// Nothing if the figure would be empty. It has no caption, because a note says the same.
void append_figure(exporter::Report& report, const HandoutFigure& figure, const Reported& variant);

// The kernel's source lines with their counts, at most `rows` of them around the line that a cue names or that has the highest
// cost. Nothing without a recording; only a note if they equal those of the previous variant. `before` may be null.
void append_source(
    exporter::Report& report, const lesson::Lesson& lesson, const Reported& variant, const Reported* before, std::uint32_t rows);

} // namespace warpstage::figures
