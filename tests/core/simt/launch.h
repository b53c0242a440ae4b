// A kernel of a fixture, launched with an output buffer `out` of 32-bit integers in front of its other parameters.
#pragma once

#include "core/simt/machine.h"
#include "core/simt/program.h"
#include "fixture.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::simt {

struct Launched {
    LaunchOutcome outcome;
    std::vector<std::int32_t> out;
};

// `count`: elements of `out`. Errors in lowering and launching are test failures.
[[nodiscard]] Launched launch(const ptx::Module& module, const std::string& kernel, const LaunchShape& shape, std::size_t count,
    const Parameters& behind = {}, const RunOptions& options = {});

// The same for a kernel without `out`.
[[nodiscard]] LaunchOutcome launch_plain(const ptx::Module& module, const std::string& kernel, const LaunchShape& shape,
    const Parameters& parameters = {}, const RunOptions& options = {});

// The same in memory that the caller has filled.
[[nodiscard]] LaunchOutcome launch_in(DeviceMemory& memory, const ptx::Module& module, const std::string& kernel,
    const LaunchShape& shape, const Parameters& parameters, const RunOptions& options = {});

// Why a kernel cannot be lowered; empty if it can.
[[nodiscard]] std::string lowering_refusal(const ptx::Module& module, const std::string& kernel);

// The message of its trap.
inline std::string fault_of(const LaunchOutcome& outcome)
{
    return outcome.trap ? outcome.trap->message : "no trap";
}

} // namespace warpstage::simt
