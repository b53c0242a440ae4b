// The recorded block and its evaluation for an architecture.
#pragma once

#include "core/analysis/partition_report.h"
#include "core/analysis/recording/access_view.h"
#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/session/recording/wrong_element.h"
#include "core/simt/hang/hang.h"

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

// The variant that the current one is compared with.
struct ComparedView {
    std::size_t variant = 0;
    std::shared_ptr<const Recording> recording; // null until available
    std::shared_ptr<const Assessment> assessment; // null without a recording
    std::optional<ChosenAccess> access; // the access shown first

    bool operator==(const ComparedView&) const = default;
};

// The recorded block and its evaluation for an architecture.
struct RunSection {
    const arch::Traits* traits = &arch::traits_of({ 9, 0 }); // never null
    std::string architecture = "CC 9.0"; // or "GeForce GTX 280 (CC 1.3)"
    std::uint32_t warp_width = 32; // of new recordings
    std::shared_ptr<const Recording> recording; // null until the first recording is available, or for a variant without kernels
    std::shared_ptr<const Assessment> assessment; // of the recording; null without a recording
    std::vector<AccessView> accesses;
    std::optional<ComparedView> compared; // nothing: only one variant has been shown
    std::optional<WrongElement> wrong_element; // of the kernels that were rejected last
    // Of the blocks resident on the chosen GPU; null: it has no partitions, or the blocks have not been run yet.
    std::shared_ptr<const Result<analysis::PartitionSurvey>> partitions;
    // What threads of the running step waited for when they were asked; null: they were not asked.
    std::shared_ptr<const simt::Hang> waits;

    bool operator==(const RunSection&) const = default;
};

} // namespace warpstage::session
