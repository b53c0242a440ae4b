// The recorded block, and what the rules of one architecture make of it.
#pragma once

#include "core/analysis/partition_report.h"
#include "core/analysis/recording/access_view.h"
#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/session/recording/wrong_element.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

using analysis::AccessView;
using analysis::Assessment;
using analysis::ChosenAccess;
using analysis::Recording;

// The variant beside which the present one is shown.
struct ComparedView {
    std::size_t variant = 0;
    std::shared_ptr<const Recording> recording; // null until it is there
    std::shared_ptr<const Assessment> assessment; // null where the recording is
    std::optional<ChosenAccess> access; // where there is most to see

    bool operator==(const ComparedView&) const = default;
};

// The recorded block and what the rules of one architecture make of it.
struct RunSection {
    const arch::Traits* traits = &arch::traits_of({ 9, 0 }); // never null
    std::string architecture = "CC 9.0"; // or "GeForce GTX 280 (CC 1.3)"
    std::uint32_t warp_width = 32; // of runs that are recorded now
    std::shared_ptr<const Recording> recording; // null until the first is there, or for a variant without kernels
    std::shared_ptr<const Assessment> assessment; // of the recording; null where that is
    std::vector<AccessView> accesses;
    std::optional<ComparedView> compared; // nothing: only one variant was shown yet
    std::optional<WrongElement> wrong_element; // of kernels that were refused last
    // Of the blocks that the chosen GPU holds at the same time; null: it has no partitions, or they have not been run yet.
    std::shared_ptr<const Result<analysis::PartitionSurvey>> partitions;

    bool operator==(const RunSection&) const = default;
};

} // namespace warpstage::session
