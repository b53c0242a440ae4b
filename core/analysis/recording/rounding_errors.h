// The rounding errors of a launch: how far each element of its result is from the same run in double, and from which source
// lines the error comes. Every block runs on the virtual machine.
#pragma once

#include "core/base/dim3.h"
#include "core/engine/vm_plan.h"
#include "core/simt/rounding/float_format.h"
#include "core/simt/rounding/line_rounding.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::analysis {

// Errors are in units of the last place (ulp): the distance between neighboring numbers of the result's type in the binade of the
// value in double.
struct RoundedElement {
    std::string buffer; // "y"
    std::uint64_t index = 0;
    simt::FloatFormat format = simt::FloatFormat::f32;
    double actual = 0.0;
    double exact = 0.0; // in the run in double
    double ulp = 0.0; // |actual - exact|
};

struct LineErrors {
    simt::LineRounding rounding;
    double mean_ulp = 0.0; // of the result: the part of its errors that comes from this line, averaged over the elements
    double worst_ulp = 0.0; // of the element with the largest error: the part from this line, signed as actual - exact
};

// Elements by error: exact; at most 0.5 ulp; then each bin ends at twice the error of the one before, and the last has no end.
inline constexpr std::size_t kRoundingBins = 28;
[[nodiscard]] std::size_t rounding_bin(double ulp);
[[nodiscard]] double end_of_rounding_bin(std::size_t bin); // 0, 0.5, 1, 2, 4 …

// Filled while the launch runs: first the blocks, then everything else.
struct RoundingErrors {
    std::string kernel; // display name
    Dim3 grid;
    std::uint64_t blocks_seen = 0; // of the recorded launch
    std::vector<std::string> buffers; // that hold the result
    std::uint64_t elements = 0; // finite ones
    std::uint64_t exact = 0; // of these: no error
    std::uint64_t correctly_rounded = 0; // of these: no other number of the type is nearer; with the exact ones
    std::uint64_t unresolved = 0; // of these: the run in double itself may be off by more than half an ulp
    std::uint64_t not_finite = 0; // infinite or NaN, here or in double
    double median_ulp = 0.0;
    RoundedElement worst;
    std::array<std::uint64_t, kRoundingBins> bins {};
    std::vector<LineErrors> lines; // that have rounded, in descending order of mean_ulp
    std::vector<std::string> unfollowed; // instructions whose results are taken as exact
    bool multiplies_matrices = false; // with sums that the virtual machine rounds once
    std::string refusal; // error that ended the run; empty: none
    bool running = false;
};

struct RoundingRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
};

// Synchronously runs the plan from its initial contents: of a lesson the whole step, of other kernels up to the recorded launch.
// `grown` is called after each block. An error is stored as a sentence.
[[nodiscard]] RoundingErrors find_rounding_errors(const RoundingRequest& request, const std::stop_token& stop = {},
    const std::function<void(const RoundingErrors&)>& grown = {});

} // namespace warpstage::analysis
