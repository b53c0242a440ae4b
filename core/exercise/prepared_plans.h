// The launches of an exercise for one size, and what the results of a student's kernels are compared with.
#pragma once

#include "core/exercise/exercise.h"
#include "core/exercise/plan_run.h"

#include <memory>
#include <vector>

namespace warpstage::exercise {

struct PreparedPlan {
    problem::Settings settings;
    std::shared_ptr<const problem::Plan> own; // the student's
    problem::Plan whole; // with the buffers of the reference behind the others
    Contents reference; // of these buffers
};

class PreparedPlans {
public:
    // The exercise outlives it.
    explicit PreparedPlans(const Exercise& exercise);

    // Kept: a reference may take longer than the student's kernels, for which it runs in other memory. `limits`: of the
    // reference. Errors: an exercise that cannot be checked, or a stop request.
    [[nodiscard]] Result<std::shared_ptr<const PreparedPlan>> at(const problem::Settings& settings, RunLimits limits);

    [[nodiscard]] problem::CheckOutcome compare(const PreparedPlan& prepared, Contents contents) const;

private:
    [[nodiscard]] Result<Contents> reference_of(
        const problem::Plan& whole, std::size_t works, std::size_t buffers, RunLimits limits) const;

    const Exercise& m_exercise;
    std::shared_ptr<const engine::VmPrograms> m_programs; // of the exercise, with the reference
    std::vector<std::shared_ptr<const PreparedPlan>> m_prepared; // so far
};

} // namespace warpstage::exercise
