// A problem: the computation, its input, and the check of its result. Variants of a lesson are different implementations.
#pragma once

#include "core/base/result.h"
#include "core/problem/buffers/kept_inputs.h"
#include "core/problem/difference.h"
#include "core/problem/parameter.h"
#include "core/problem/plan.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

// Expected outcome of a variant whose kernel runs to its end but computes a wrong result.
inline constexpr std::string_view kWrongResult = "wrong result";

// One implementation, as described by a lesson.
struct Variant {
    std::string id {}; // "shared"
    std::string label {}; // "shared tile"
    std::string summary {}; // one sentence for the audience
    std::map<std::string, std::string, std::less<>> settings; // settings for the problem: kernel names, elements per thread, ...
    // The error that the variant demonstrates: kWrongResult, or the name in simt of the fault with which a checked run ends
    // ("race"); the checks that find it ("all"), and the schedule of the run ("independent:1"). Empty: none; only requested
    // checks.
    std::string expects {};
    std::string checks {};
    std::string schedule {};

    [[nodiscard]] bool expects_fault() const { return !expects.empty() && expects != kWrongResult; }
};

struct CheckOutcome {
    bool passed = false;
    double error = 0.0; // largest deviation, in the measure stated in `sentence`
    double tolerance = 0.0;
    std::string sentence {}; // "largest relative error of a position after 10 time steps: 3.1e-07, allowed 1e-05"
    std::optional<Difference> first {}; // for a result that is checked element by element
};

class Problem {
public:
    Problem() = default;
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;
    virtual ~Problem() = default;

    [[nodiscard]] virtual std::string_view id() const = 0;
    [[nodiscard]] virtual const std::vector<Parameter>& parameters() const = 0;

    // Errors: a missing, unknown or invalid setting; used when a lesson is loaded.
    [[nodiscard]] virtual Result<void> accepts(const Variant& variant) const = 0;
    // Display names of the kernels that this variant launches, independent of the parameters.
    [[nodiscard]] virtual std::vector<std::string> kernels(const Variant& variant) const = 0;

    // Values of tunable parameters that suit a GPU with this number of multiprocessors better than the initial ones, by
    // parameter; all other parameters, and sizes, are as in `settings`.
    [[nodiscard]] virtual std::map<std::string, std::string, std::less<>> suited_to(
        const Variant& variant, const Settings& settings, std::uint32_t multiprocessors) const;

    // Errors: parameters that are invalid in combination or for the variant.
    [[nodiscard]] virtual Result<Plan> plan(const Variant& variant, const Settings& settings) const = 0;

    // The plan of a check: plan() and additional data for the comparison.
    [[nodiscard]] virtual Result<Plan> check_plan(const Variant& variant, const Settings& settings) const;
    // Whether the reference of check() is known for the initial parameters only, as in a capture.
    [[nodiscard]] virtual bool has_one_size(const Variant& variant) const;
    // Number of time steps from the initial content that a check runs.
    [[nodiscard]] virtual std::uint32_t check_steps() const = 0;
    // `contents`: the buffers of check_plan(), or of plan(), after check_steps() steps, in plan order. Compares with a reference
    // in double precision (integers: exact), which is computed from the plan's initial content.
    [[nodiscard]] virtual CheckOutcome check(
        const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const = 0;
    // Whether the problem keeps the inputs that it generates, for its next plan. Plans keep theirs.
    virtual void keep_inputs(KeptInputs /*kept*/) const { }
};

// Ids of all problems, and the problem of an id; null for an unknown id.
[[nodiscard]] std::vector<std::string> problem_ids();
[[nodiscard]] std::unique_ptr<Problem> make_problem(std::string_view id);

} // namespace warpstage::problem
