// A lesson's handout: what is known of each variant that ran, and which of it is worth a place on few pages.
#pragma once

#include "app/cli/figure/figure.h"
#include "app/export/report.h"
#include "core/analysis/step/step_traffic.h"

namespace warpstage::cli {

// A variant with what ran for it; `subject.recording` is null where it runs on the host alone.
struct Reported {
    const problem::Variant* variant = nullptr;
    std::string label; // of the variant, so that it can stand alone
    views::Subject subject;
    std::string remark; // why it could not be recorded
    std::optional<analysis::StepTraffic> step {}; // totals of all launches; nothing: no kernel, or it ends with a fault
};

exporter::DataTable timings_table(const std::vector<Reported>& variants, const bench::BenchResult& measured);

// Totals over all launches of a step of each variant; no rows where no variant launches a kernel.
exporter::DataTable step_table(const std::vector<Reported>& variants);

// What one block of each variant did, and by how much that is another thing than before: metrics below each other, so that their
// names have room, some variants beside each other. A metric that is the same everywhere is left out.
std::vector<exporter::DataTable> differences_tables(const std::vector<Reported>& variants);

// A figure of a variant. It shows something else than that of the variant before.
struct HandoutFigure {
    std::size_t variant = 0; // index
    std::string_view kind; // id of the view
    const lesson::Cue* cue = nullptr; // which line, access and warp; null: where there is most to see
};

// Those that differ from the one of the variant before, the most telling first: those that cues point at, then the others.
std::vector<HandoutFigure> telling_figures(const lesson::Lesson& lesson, const std::vector<Reported>& variants);

// Nothing where it has nothing to show. Without a caption of its own: a note says the same.
void append_figure(exporter::Report& report, const HandoutFigure& figure, const Reported& variant);

// The kernel's lines with what each cost, at most so many of them around the line that a cue names or that cost most. Nothing
// without a recording; only a note where they are those of the variant before. `before` may be null.
void append_source(
    exporter::Report& report, const lesson::Lesson& lesson, const Reported& variant, const Reported* before, std::uint32_t rows);

} // namespace warpstage::cli
