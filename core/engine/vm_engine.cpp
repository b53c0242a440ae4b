#include "core/engine/vm_engine.h"

#include "core/base/concurrency/background.h"
#include "core/base/concurrency/parallel.h"
#include "core/engine/sample.h"
#include "core/engine/series.h"
#include "core/engine/variant_run.h"
#include "core/engine/vm_plan.h"
#include "core/simt/hang/wait_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <stop_token>
#include <utility>

namespace warpstage::engine {

namespace {

std::string describe_processor()
{
    const unsigned threads = processor_threads();
    return fmt::format("{}, {} thread{}", simt::instruction_set(), threads, threads == 1 ? "" : "s");
}

class VmEngine final : public Engine {
public:
    VmEngine(VmSettings settings, Urgency urgency)
        : m_settings(settings)
        , m_urgency(urgency)
        , m_description { EngineKind::vm, "virtual machine", describe_processor() }
    {
    }

    ~VmEngine() override
    {
        interrupt(Interruption::at_once);
        m_work.wait();
    }

    [[nodiscard]] const Description& description() const override { return m_description; }

    [[nodiscard]] Result<void> load(const std::shared_ptr<const lesson::Lesson>& lesson) override
    {
        VERIFY(idle());
        // Earlier texts of an edited lesson are not needed again.
        std::erase_if(m_lessons, [&](const auto& known) { return known.first->origin.edited && known.first != lesson; });
        auto& programs = m_lessons[lesson];
        if (programs == nullptr)
            programs = std::make_shared<const VmPrograms>(lesson);
        m_programs = programs;
        return {};
    }

    [[nodiscard]] Result<void> adopt(std::shared_ptr<const problem::Plan> plan, Contents contents) override
    {
        VERIFY(idle() && m_programs != nullptr);
        auto made = VmPlan::make(m_programs, std::move(plan));
        if (!made)
            return made.error();
        if (contents == Contents::keep && m_plan)
            keep_contents(*m_plan, *made);
        m_plan = std::move(*made);
        return {};
    }

    [[nodiscard]] Result<void> share(std::vector<SharedBuffer> /*buffers*/) override
    {
        return Error {
            "The virtual machine computes on the processor, so positions are copied to the graphics card each frame."
        };
    }

    [[nodiscard]] bool is_shared(std::string_view /*buffer*/) const override { return false; }

    [[nodiscard]] Result<void> start() override
    {
        VERIFY(idle() && m_plan.has_value());
        m_stop = std::stop_source();
        m_leave = std::stop_source();
        VmStepOptions options = step_options();
        options.stop = m_stop.get_token();
        options.leave = m_leave.get_token();
        options.question = &m_question;
        m_step = std::make_shared<RunningStep>(RunningStep { StepRun(*m_plan, std::move(options)), {} });
        m_work.start([step = m_step](BackgroundWork::Time until) { return step->advance(until); }, m_urgency, Division::slices);
        return {};
    }

    [[nodiscard]] Result<std::optional<StepOutcome>> poll() override
    {
        if (idle() || !m_work.ended())
            return std::optional<StepOutcome> {};
        auto outcome = take_outcome();
        if (!outcome)
            return outcome.error();
        return std::optional<StepOutcome> { std::move(*outcome) };
    }

    [[nodiscard]] Result<StepOutcome> wait() override
    {
        VERIFY(!idle());
        m_work.wait();
        return take_outcome();
    }

    [[nodiscard]] bool idle() const override { return m_step == nullptr; }

    void interrupt(Interruption how) override
    {
        m_leave.request_stop();
        if (how == Interruption::at_once)
            m_stop.request_stop();
    }

    void ask_waits() override { m_question.ask(); }

    [[nodiscard]] std::optional<simt::Hang> take_waits() override
    {
        const std::scoped_lock lock(m_waits_mutex);
        return std::exchange(m_waits, std::nullopt);
    }

    // The emulated device has no other load.
    [[nodiscard]] Result<Sample> sample(const SampleRequest& /*request*/) override { return Sample {}; }

    [[nodiscard]] Result<Series> measure(const SeriesRequest& request) override
    {
        VERIFY(idle() && m_plan.has_value());
        if (request.by == By::library)
            return Error { "The virtual machine runs kernels only, not NVIDIA's libraries." };
        auto series = measure_step_by_step(request, [this] { return m_plan->run_step(step_options()); });
        if (series)
            describe_plan(m_plan->plan(), *series);
        return series;
    }

    [[nodiscard]] Result<void> read(problem::BufferIndex buffer, std::span<std::byte> destination) override
    {
        VERIFY(idle() && m_plan.has_value());
        const auto contents = m_plan->contents(buffer);
        VERIFY(contents.size() == destination.size());
        std::ranges::copy(contents, destination.begin());
        return {};
    }

    [[nodiscard]] Result<std::unique_ptr<BufferCopy>> copy(problem::BufferIndex buffer) override
    {
        VERIFY(idle() && m_plan.has_value());
        const auto contents = m_plan->contents(buffer);
        return std::unique_ptr<BufferCopy> { std::make_unique<HostCopy>(
            std::vector<std::byte>(contents.begin(), contents.end())) };
    }

private:
    struct RunningStep {
        StepRun run;
        std::optional<Result<StepOutcome>> outcome; // when it has ended

        bool advance(BackgroundWork::Time until)
        {
            auto advanced = run.advance(until);
            if (!advanced)
                outcome = advanced.error();
            else if (*advanced)
                outcome = **std::move(advanced);
            return outcome.has_value();
        }
    };

    [[nodiscard]] Result<StepOutcome> take_outcome()
    {
        const auto step = std::exchange(m_step, nullptr);
        return *std::move(step->outcome);
    }

    [[nodiscard]] VmStepOptions step_options() const
    {
        VmStepOptions options;
        options.checks = m_settings.checks;
        options.scheduling = m_settings.scheduling;
        options.instruction_budget = instruction_budget_of(m_programs->lesson());
        return options;
    }

    // On a thread of the step.
    void answer(const simt::Hang& hang)
    {
        const std::scoped_lock lock(m_waits_mutex);
        m_waits = hang;
    }

    static void keep_contents(VmPlan& from, VmPlan& to)
    {
        for (std::size_t i = 0; i < to.plan().buffers.size(); ++i) {
            const auto& buffer = to.plan().buffers[i];
            if (!buffer.persistent)
                continue;
            const auto& old = from.plan().buffers;
            const auto same = std::ranges::find_if(
                old, [&](const problem::Buffer& other) { return other.name == buffer.name && other.bytes == buffer.bytes; });
            if (same != old.end()) {
                const auto source = from.contents(static_cast<std::size_t>(same - old.begin()));
                std::ranges::copy(source, to.contents(i).begin());
            }
        }
    }

    VmSettings m_settings;
    Urgency m_urgency;
    Description m_description;
    std::map<std::shared_ptr<const lesson::Lesson>, std::shared_ptr<const VmPrograms>> m_lessons;
    std::shared_ptr<const VmPrograms> m_programs;
    std::optional<VmPlan> m_plan;
    std::stop_source m_stop;
    std::stop_source m_leave;
    std::mutex m_waits_mutex; // for the answer
    std::optional<simt::Hang> m_waits;
    simt::WaitQuestion m_question { [this](const simt::Hang& hang) {
        answer(hang);
    } };
    std::shared_ptr<RunningStep> m_step; // null: idle
    BackgroundWork m_work; // last member: it uses the members above
};

} // namespace

std::unique_ptr<Engine> make_vm_engine(VmSettings settings, Urgency urgency)
{
    return std::make_unique<VmEngine>(settings, urgency);
}

} // namespace warpstage::engine
