// A kernel's machine code for a GPU of one compute capability, and where it differs from the PTX that the virtual machine runs.
#pragma once

#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/lesson/lesson.h"
#include "core/sass/differences.h"
#include "core/sass/listing.h"
#include "core/sass/toolkit.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::analysis {

struct MachineCode {
    sass::Listing listing;
    std::vector<sass::Difference> differences; // by line

    bool operator==(const MachineCode&) const = default;
};

struct MachineCodeRequest {
    std::shared_ptr<const lesson::Lesson> lesson; // never null
    std::string kernel; // name in plans: "reduce6<256>", "reduce_redux<256>@sm_80"
    arch::ComputeCapability capability;

    bool operator==(const MachineCodeRequest&) const = default;
};

// Assembles the kernel's PTX; takes some tenths of a second. Errors: missing tools, and the errors they report.
[[nodiscard]] Result<MachineCode> assemble(
    const MachineCodeRequest& request, const Result<sass::Toolkit>& toolkit, const std::stop_token& stop = {});

} // namespace warpstage::analysis
