// A published result beside the estimate for the same GPU, size and conditions.
#pragma once

#include "core/engine/vm_plan.h"
#include "core/lesson/measured/published.h"
#include "core/timing/estimate.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::timing {

struct PublishedEstimate {
    lesson::PublishedFigure figure;
    double estimated = 0.0; // in the unit of the figure; 0: none
    double speed_up = 0.0; // estimated, relative to the published time of the host; 0: none published
    std::string reason; // why there is no estimate

    bool operator==(const PublishedEstimate&) const = default;

    // How many times longer the estimated time is than the published one; 0: no estimate.
    [[nodiscard]] double factor() const;
    // Whether they differ by more than a factor of 1.6.
    [[nodiscard]] bool is_off() const;
};

inline constexpr double kPublishedFactor = 1.6;

// The figures of kernels of a lesson on GPUs of the table, in the order of the file; not those of a host.
[[nodiscard]] std::vector<lesson::PublishedFigure> estimable_figures(
    const lesson::PublishedFigures& published, const lesson::Lesson& lesson);

// Takes up to seconds: the launches have the published size. Errors become the reason.
[[nodiscard]] PublishedEstimate estimate_published(const std::shared_ptr<const engine::VmPrograms>& programs,
    const lesson::PublishedFigure& figure, const std::stop_token& stop = {});

} // namespace warpstage::timing
