// The problem of a lesson that describes it in its lesson.toml, without C++.
#pragma once

#include "core/problem/buffers/last_input.h"
#include "core/problem/described/description.h"
#include "core/problem/problem.h"

#include <map>
#include <string>
#include <utility>

namespace warpstage::problem {

class Evaluation;

// Maximum number of launches per time step: a repeat rule with more launches is rejected as endless.
inline constexpr std::size_t kMaxLaunches = 1024;

// Elements of all buffers that are generated when a lesson is opened: a fraction of a second, and at most 128 MiB. A presenter
// may choose larger sizes.
inline constexpr std::uint64_t kMaxFirstElements = std::uint64_t { 1 } << 24;

// Errors of all its functions contain the file and line of the description.
class Described final : public Problem {
public:
    explicit Described(Description description)
        : m_description(std::move(description))
        , m_contents(m_description.buffers.size())
    {
    }

    // Not in problem_ids(): each such lesson has its own problem.
    [[nodiscard]] std::string_view id() const override { return "lesson.toml"; }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override { return m_description.parameters; }
    [[nodiscard]] Result<void> accepts(const Variant& variant) const override;
    [[nodiscard]] std::vector<std::string> kernels(const Variant& variant) const override;
    [[nodiscard]] Result<Plan> plan(const Variant& variant, const Settings& settings) const override;
    // With copies of the buffers, and the launches that compute their expected content, if the check requires them.
    [[nodiscard]] Result<Plan> check_plan(const Variant& variant, const Settings& settings) const override;
    [[nodiscard]] bool has_one_size(const Variant& variant) const override;
    [[nodiscard]] std::uint32_t check_steps() const override { return 1; }
    [[nodiscard]] CheckOutcome check(
        const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const override;

    // plan() without the contents of the buffers: checks all sizes at no cost, however large they are.
    [[nodiscard]] Result<Plan> outline(const Variant& variant, const Settings& settings) const;

    // Whether the contents that plan() and check() make or read are small enough to be made whenever the lesson is opened.
    // Errors: more than kMaxFirstElements elements by rules such as random:1, more than kMaxBufferBytes bytes of files.
    [[nodiscard]] Result<void> check_contents(const Variant& variant, const Settings& settings) const;

    // Whether check_plan() and the reference of check() can be made with these settings.
    [[nodiscard]] Result<void> try_check(const Variant& variant, const Settings& settings) const;
    void keep_inputs(KeptInputs kept) const override
    {
        for (auto& contents : m_contents)
            contents.keep(kept);
    }

private:
    [[nodiscard]] Error at(std::uint32_t line, const std::string& what) const;
    // The numeric parameters.
    [[nodiscard]] Scope scope_of(const Settings& settings) const;
    [[nodiscard]] Result<void> add_buffers(Plan& plan, const Scope& scope) const;
    [[nodiscard]] Result<void> add_textures(Plan& plan, const Scope& scope) const;
    [[nodiscard]] Result<void> add_contents(Plan& plan, const DescribedContents& of_variant, const Scope& scope) const;
    [[nodiscard]] Result<SharedBytes> contents_of(
        BufferIndex buffer, const std::string& text, const Plan& plan, const Names& names) const;
    // `first`: index of the first buffer: 0, or that of the first copy.
    [[nodiscard]] Result<void> add_launches(Plan& plan, const std::vector<DescribedLaunch>& launches, const Scope& scope,
        const Settings& settings, BufferIndex first) const;
    // Number of elements of the result to compare.
    [[nodiscard]] Result<std::size_t> compared(const DescribedCheck& check, std::size_t elements, const Scope& scope) const;
    // For `expected`: the buffers' content before the time step, and `i`.
    void add_arrays(Scope& scope, const Plan& plan) const;
    [[nodiscard]] CheckOutcome check_memory(const Plan& plan, const DescribedCheck& check, const Scope& scope,
        const std::vector<std::vector<std::byte>>& contents) const;
    [[nodiscard]] Result<Number> expected_at(const DescribedCheck& check, Evaluation& evaluation, std::size_t index) const;
    [[nodiscard]] Result<void> add_scene(Plan& plan, const DescribedScene& scene, const Scope& scope) const;
    [[nodiscard]] Result<void> add_image(Plan& plan, const DescribedScene& scene, const Scope& scope) const;
    [[nodiscard]] Result<void> add_bodies(Plan& plan, const DescribedBodies& bodies, const Scope& scope) const;

    Description m_description;
    mutable std::vector<LastInput<std::string, Result<SharedBytes>>> m_contents; // by buffer; the key: what they are made from
};

} // namespace warpstage::problem
