// A problem: what is computed, from which input, and how a result is checked. Variants of a lesson are different ways to compute
// it.
#pragma once

#include "core/base/result.h"
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

// What a variant expects whose kernel runs to its end and computes something wrong.
inline constexpr std::string_view kWrongResult = "wrong result";

// One way to compute the problem, as a lesson describes it.
struct Variant {
    std::string id {}; // "shared"
    std::string label {}; // "shared tile"
    std::string summary {}; // one sentence for the audience
    std::map<std::string, std::string, std::less<>>
        settings; // what the problem wants to know: kernel names, elements a thread, ...
    // What the variant is there to show: kWrongResult, or in the words of simt the fault that a checked run ends with ("race");
    // the checks that find it ("all"), and the schedule that it is run with ("independent:1"). Empty: none, those that somebody
    // asks for.
    std::string expects {};
    std::string checks {};
    std::string schedule {};

    [[nodiscard]] bool expects_fault() const { return !expects.empty() && expects != kWrongResult; }
};

struct CheckOutcome {
    bool passed = false;
    double error = 0.0; // largest deviation, in the measure that `sentence` names
    double tolerance = 0.0;
    std::string sentence {}; // "largest relative error of a position after 10 steps 3.1e-07, allowed 1e-05"
    std::optional<Difference> first {}; // of a result that is wrong element by element
};

class Problem {
public:
    Problem() = default;
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;
    virtual ~Problem() = default;

    [[nodiscard]] virtual std::string_view id() const = 0;
    [[nodiscard]] virtual const std::vector<Parameter>& parameters() const = 0;

    // Errors: a setting that is missing, unknown or wrong; used when a lesson is loaded.
    [[nodiscard]] virtual Result<void> accepts(const Variant& variant) const = 0;
    // Display names of the kernels that this variant launches, whatever the parameters.
    [[nodiscard]] virtual std::vector<std::string> kernels(const Variant& variant) const = 0;

    // Values of tunable parameters that suit a GPU of so many multiprocessors better than the initial ones, by parameter; the
    // others, and sizes, are as in `settings`.
    [[nodiscard]] virtual std::map<std::string, std::string, std::less<>> suited_to(
        const Variant& variant, const Settings& settings, std::uint32_t multiprocessors) const;

    // Errors: parameters that do not fit together or with the variant.
    [[nodiscard]] virtual Result<Plan> plan(const Variant& variant, const Settings& settings) const = 0;

    // The plan that a check runs: plan() and what the check needs to see besides.
    [[nodiscard]] virtual Result<Plan> check_plan(const Variant& variant, const Settings& settings) const;
    // How many steps from the initial content a check runs.
    [[nodiscard]] virtual std::uint32_t check_steps() const = 0;
    // `contents`: the buffers of check_plan(), or of plan(), after check_steps() steps, in the plan's order. Compares with a
    // reference in double precision (integers: exact) that is computed here from the plan's initial content.
    [[nodiscard]] virtual CheckOutcome check(
        const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const = 0;
};

// Ids of all problems, and the problem of an id; null for an unknown one.
[[nodiscard]] std::vector<std::string> problem_ids();
[[nodiscard]] std::unique_ptr<Problem> make_problem(std::string_view id);

} // namespace warpstage::problem
