#include "core/analysis/recording/rounding_errors.h"

#include "core/base/words.h"
#include "core/simt/rounding/shadow_run.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace warpstage::analysis {

namespace {

constexpr std::size_t kMaxShadowBytes = sizeof(void*) == 4 ? std::size_t { 192 } << 20 : std::size_t { 768 } << 20;

// Of the launches that have begun; later ones continue with their values.
class GrowingShadow final : public simt::StateObserver {
public:
    GrowingShadow(
        simt::ShadowRun& shadow, RoundingErrors& errors, std::function<void(const RoundingErrors&)> grown, std::stop_source& done)
        : m_shadow(shadow)
        , m_errors(errors)
        , m_grown(std::move(grown))
        , m_done(done)
    {
    }

    void begin(const simt::Program& program, bool is_recorded)
    {
        m_shadow.begin(program);
        m_is_recorded = is_recorded;
    }

    void on_step(const simt::Step& step) override
    {
        if (!m_is_recorded || step.block < m_errors.blocks_seen)
            return;
        m_errors.blocks_seen = step.block + 1;
        if (m_grown && step.block > 0)
            m_grown(m_errors);
        if (m_shadow.values().is_full())
            m_done.request_stop();
    }
    void before(const simt::Step& step, simt::WarpState& state, const simt::Operation& operation) override
    {
        m_shadow.before(step, state, operation);
    }
    void after(const simt::Step& step, simt::WarpState& state, const simt::Operation& operation) override
    {
        m_shadow.after(step, state, operation);
    }
    void on_access(const simt::Step& /*step*/, const simt::Access& /*access*/) override { }
    void on_branch(const simt::Step& /*step*/, LaneMask /*taken*/, LaneMask /*not_taken*/) override { }
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const simt::Step& /*step*/) override { }

private:
    simt::ShadowRun& m_shadow;
    RoundingErrors& m_errors;
    std::function<void(const RoundingErrors&)> m_grown;
    std::stop_source& m_done;
    bool m_is_recorded = false;
};

// Whether no other number of the type is nearer to the value in double. Below a power of two the numbers lie closer than above
// it: a result below the power of two that the exact value reaches is farther away than that power.
bool is_nearest(const RoundedElement& element, double half_ulp, double noise)
{
    const double error = std::abs(element.actual - element.exact);
    const double power = element.exact == 0.0 ? 0.0 : std::ldexp(1.0, std::ilogb(element.exact));
    const bool below = power >= simt::ulp_of(0.0, element.format) && std::abs(element.actual) < power;
    return noise <= half_ulp && (error <= noise || (!below && error <= half_ulp + noise));
}

// The elements of the result, one after another.
class Collection {
public:
    explicit Collection(std::size_t lines)
        : m_mean(lines)
        , m_worst(lines)
    {
    }

    void add(RoundingErrors& errors, RoundedElement element, const simt::ShadowValues::Entry& entry)
    {
        const double ulp = simt::ulp_of(entry.value.exact, element.format);
        const double error = std::abs(element.actual - element.exact);
        if (!std::isfinite(error) || !std::isfinite(ulp)) {
            ++errors.not_finite;
            return;
        }
        const double noise = std::abs(entry.value.drift);
        element.ulp = error <= noise && noise <= 0.5 * ulp ? 0.0 : error / ulp; // smaller errors are those of the run in double
        ++errors.elements;
        errors.exact += element.ulp == 0.0 ? 1U : 0U;
        errors.correctly_rounded += is_nearest(element, 0.5 * ulp, noise) ? 1U : 0U;
        errors.unresolved += noise > 0.5 * ulp ? 1U : 0U;
        ++errors.bins[rounding_bin(element.ulp)];
        m_ulps.push_back(static_cast<float>(std::min(element.ulp, 1e38)));
        for (std::size_t i = 0; i < m_mean.size(); ++i)
            m_mean[i] += std::abs(entry.origins[i]) / ulp;
        if (errors.elements > 1 && element.ulp <= errors.worst.ulp)
            return;
        for (std::size_t i = 0; i < m_mean.size(); ++i)
            m_worst[i] = entry.origins[i] / ulp;
        errors.worst = std::move(element);
    }

    void finish(RoundingErrors& errors, std::span<const simt::LineRounding> lines)
    {
        if (m_ulps.empty())
            return;
        const auto middle = m_ulps.begin() + static_cast<std::ptrdiff_t>(m_ulps.size() / 2);
        std::nth_element(m_ulps.begin(), middle, m_ulps.end());
        errors.median_ulp = *middle;
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (lines[i].rounded != 0 || lines[i].cancellations != 0 || lines[i].overflows != 0)
                errors.lines.push_back({ lines[i], m_mean[i] / static_cast<double>(m_ulps.size()), m_worst[i] });
        std::ranges::stable_sort(errors.lines, std::ranges::greater {}, &LineErrors::mean_ulp);
    }

private:
    std::vector<float> m_ulps;
    std::vector<double> m_mean; // sums, by line
    std::vector<double> m_worst;
};

// Buffers with values that were computed in floating point.
std::vector<problem::BufferIndex> results_of(engine::VmPlan& machine, const simt::ShadowValues& values, bool is_lesson)
{
    const problem::Plan& plan = machine.plan();
    std::vector<problem::BufferIndex> results;
    for (problem::BufferIndex i = 0; i < plan.buffers.size(); ++i) {
        bool any = false;
        if (plan.buffers[i].place == problem::Place::device)
            values.for_each(machine.contents(i), [&](const std::byte*, const simt::ShadowValues::Entry&) { any = true; });
        if (any)
            results.push_back(i);
    }
    const bool of_one_buffer = is_lesson && !std::holds_alternative<problem::ParticleScene>(plan.scene);
    if (of_one_buffer && std::ranges::find(results, plan.result) != results.end())
        return { plan.result };
    return results;
}

void collect(RoundingErrors& errors, engine::VmPlan& machine, const simt::ShadowRun& shadow, bool is_lesson)
{
    const problem::Plan& plan = machine.plan();
    Collection collection(shadow.lines().size());
    std::string of_double;
    for (const problem::BufferIndex result : results_of(machine, shadow.values(), is_lesson)) {
        const std::span<const std::byte> contents = machine.contents(result);
        bool any = false;
        shadow.values().for_each(contents, [&](const std::byte* place, const simt::ShadowValues::Entry& entry) {
            const simt::FloatFormat format = entry.value.format;
            if (format == simt::FloatFormat::f64) {
                of_double = plan.buffers[result].name;
                return;
            }
            any = true;
            const auto index = static_cast<std::uint64_t>(place - contents.data()) / simt::bytes_of(format);
            collection.add(
                errors, { plan.buffers[result].name, index, format, entry.value.actual(), entry.value.exact, 0.0 }, entry);
        });
        if (any)
            errors.buffers.push_back(plan.buffers[result].name);
    }
    collection.finish(errors, shadow.lines());
    if (!errors.buffers.empty())
        return;
    errors.refusal = of_double.empty()
        ? std::string { tr("This launch writes no result of a floating-point operation, so it has no rounding errors.") }
        : trf("The result `{}` is of type double. Its rounding errors would require a run in more than double precision.",
            of_double);
}

} // namespace

double end_of_rounding_bin(std::size_t bin)
{
    return bin == 0 ? 0.0 : std::ldexp(1.0, static_cast<int>(bin) - 2);
}

std::size_t rounding_bin(double ulp)
{
    std::size_t bin = 0;
    while (bin + 1 < kRoundingBins && ulp > end_of_rounding_bin(bin))
        ++bin;
    return bin;
}

RoundingErrors find_rounding_errors(
    const RoundingRequest& request, const std::stop_token& stop, const std::function<void(const RoundingErrors&)>& grown)
{
    const problem::Plan& plan = *request.plan;
    const auto& launch = std::get<problem::KernelLaunch>(plan.step[plan.recorded_work]);
    RoundingErrors errors;
    errors.kernel = launch.kernel;
    errors.grid = launch.grid;
    errors.running = true;
    const auto refuse = [&](const std::string& sentence) {
        errors.refusal = sentence;
        errors.running = false;
        return errors;
    };
    std::vector<const simt::Program*> programs;
    std::vector<const simt::Program*> of_work(plan.step.size());
    for (std::size_t work = 0; work < plan.step.size(); ++work) {
        const auto* const kernel = std::get_if<problem::KernelLaunch>(&plan.step[work]);
        if (kernel == nullptr)
            continue;
        const auto program = request.programs->find(kernel->kernel);
        if (!program)
            return refuse(program.error().message);
        of_work[work] = *program;
        if (std::ranges::find(programs, *program) == programs.end())
            programs.push_back(*program);
    }
    auto machine = engine::VmPlan::make(request.programs, request.plan);
    if (!machine)
        return refuse(machine.error().message);

    const bool is_lesson = request.programs->lesson().problem != nullptr;
    const std::size_t last = is_lesson ? plan.step.size() - 1 : plan.recorded_work;
    std::stop_source done; // later launches need not run
    simt::ShadowRun shadow(programs, kMaxShadowBytes);
    GrowingShadow observer(shadow, errors, grown, done);
    engine::VmStepOptions options;
    options.warp_width = kMaxLanes;
    options.grid_observer = [&](std::size_t work) -> simt::Observer* {
        if (work > last)
            done.request_stop();
        if (work > last || of_work[work] == nullptr)
            return nullptr;
        observer.begin(*of_work[work], work == plan.recorded_work);
        return &observer;
    };
    const std::stop_callback pass_on(stop, [&done] { done.request_stop(); });
    options.stop = done.get_token();
    options.leave = done.get_token();
    const auto outcome = machine->run_step(options);
    if (!outcome)
        return refuse(outcome.error().message);
    if (outcome->trap)
        return refuse(outcome->trap->message);
    if (shadow.values().is_full())
        return refuse(
            trf("The values of the run in double need more than {} MiB. Choose a smaller problem.", kMaxShadowBytes >> 20));
    if (stop.stop_requested())
        return errors;
    collect(errors, *machine, shadow, is_lesson);
    errors.unfollowed.assign(shadow.unfollowed().begin(), shadow.unfollowed().end());
    errors.multiplies_matrices = shadow.has_multiplied_matrices();
    errors.running = false;
    return errors;
}

} // namespace warpstage::analysis
