#include "core/problem/relaunched.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace warpstage::problem {

namespace {

class Relaunched final : public Problem {
public:
    Relaunched(std::shared_ptr<const Problem> problem, Relaunch relaunch)
        : m_problem(std::move(problem))
        , m_relaunch(std::move(relaunch))
    {
    }

    [[nodiscard]] std::string_view id() const override { return m_problem->id(); }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override { return m_problem->parameters(); }
    [[nodiscard]] Result<void> accepts(const Variant& variant) const override { return m_problem->accepts(variant); }
    [[nodiscard]] std::vector<std::string> kernels(const Variant& variant) const override { return m_problem->kernels(variant); }
    [[nodiscard]] std::map<std::string, std::string, std::less<>> suited_to(
        const Variant& variant, const Settings& settings, std::uint32_t multiprocessors) const override
    {
        return m_problem->suited_to(variant, settings, multiprocessors);
    }
    [[nodiscard]] Result<Plan> plan(const Variant& variant, const Settings& settings) const override
    {
        return changed_plan(variant, m_problem->plan(variant, settings));
    }
    [[nodiscard]] Result<Plan> check_plan(const Variant& variant, const Settings& settings) const override
    {
        return changed_plan(variant, m_problem->check_plan(variant, settings));
    }
    [[nodiscard]] bool has_one_size(const Variant& variant) const override { return m_problem->has_one_size(variant); }
    [[nodiscard]] std::uint32_t check_steps() const override { return m_problem->check_steps(); }
    [[nodiscard]] CheckOutcome check(
        const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const override
    {
        return m_problem->check(plan, settings, contents);
    }
    void keep_inputs(KeptInputs kept) const override { m_problem->keep_inputs(kept); }
    [[nodiscard]] std::vector<Relaunch> relaunches() const
    {
        auto all = relaunches_of(*m_problem);
        all.push_back(m_relaunch);
        return all;
    }

private:
    [[nodiscard]] Result<Plan> changed_plan(const Variant& variant, Result<Plan> plan) const
    {
        if (!plan || variant.id != m_relaunch.variant)
            return plan;
        for (std::size_t work = 0; work < plan->step.size(); ++work) {
            auto* const launch = std::get_if<KernelLaunch>(&plan->step[work]);
            if (launch == nullptr || launch->kernel != m_relaunch.kernel)
                continue;
            const auto now = changed(m_relaunch.change, { launch->grid, launch->block });
            if (!now)
                return Error { fmt::format("x and y of the launch of `{}` cannot be exchanged: the grid would have {} blocks in "
                                           "y. Undo the changed launch, or choose a smaller size.",
                    launch->kernel, launch->grid.x) };
            launch->grid = now->grid;
            launch->block = now->block;
            if (work == plan->recorded_work)
                forget_threads(*plan);
        }
        return plan;
    }

    // The problem knows which thread computes what for its own blocks only.
    static void forget_threads(Plan& plan)
    {
        if (auto* const particles = std::get_if<ParticleScene>(&plan.scene))
            particles->threads.reset();
    }

    std::shared_ptr<const Problem> m_problem;
    Relaunch m_relaunch;
};

} // namespace

std::vector<Relaunch> relaunches_of(const Problem& problem)
{
    const auto* const changed = dynamic_cast<const Relaunched*>(&problem);
    return changed == nullptr ? std::vector<Relaunch> {} : changed->relaunches();
}

RelaunchWords to_words(const Relaunch& relaunch)
{
    return { relaunch.variant, relaunch.kernel, std::string { name_of(relaunch.change) } };
}

std::optional<Relaunch> relaunch_of(const RelaunchWords& words)
{
    const auto change = find_launch_change(words[2]);
    return change ? std::optional { Relaunch { words[0], words[1], *change } } : std::nullopt;
}

std::shared_ptr<const Problem> relaunched(std::shared_ptr<const Problem> problem, Relaunch relaunch)
{
    return std::make_shared<const Relaunched>(std::move(problem), std::move(relaunch));
}

} // namespace warpstage::problem
