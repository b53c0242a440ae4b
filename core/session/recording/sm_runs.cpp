#include "core/session/recording/sm_runs.h"

#include <algorithm>
#include <utility>

namespace warpstage::session {

namespace {

constexpr std::size_t kMaxKnownRuns = 24; // runs; the run of a block with 32 warps takes some megabytes
constexpr std::uint32_t kFewestCycles = 64; // cycles to show at once

std::uint32_t halved_or_doubled(std::uint32_t present, std::uint32_t most, Direction direction)
{
    return direction == Direction::next ? std::min(most, 2 * present) : std::max(1U, present / 2);
}

} // namespace

// A refreshed recording has the same variant but is another object.
bool SmRuns::Request::is_of(const Request& other) const
{
    return recording == other.recording && settings.traits == other.settings.traits && settings.gpu == other.settings.gpu
        && settings.resident_blocks == other.settings.resident_blocks && settings.grid_blocks == other.settings.grid_blocks;
}

SmRuns::SmRuns(Program& program, Model model, Urgency urgency)
    : m_program(program)
    , m_urgency(urgency)
    , m_worker([model = std::move(model)](const Request& request, auto& progress) {
        return model(*request.recording, request.settings, progress.stop());
    })
{
}

void SmRuns::step_blocks(Direction direction)
{
    m_requested = true;
    if (!m_shown)
        return;
    const std::uint32_t most = m_shown->blocks_at_most;
    const std::uint32_t next = halved_or_doubled(m_blocks == 0 ? most : std::min(m_blocks, most), most, direction);
    m_blocks = next == most ? 0 : next;
}

void SmRuns::step_cycles(Direction direction)
{
    if (!m_shown)
        return;
    const std::uint32_t all =
        std::max(m_shown->run->cycles, m_comparing && m_shown_beside ? m_shown_beside->run->cycles : std::uint32_t { 0 });
    const std::uint32_t present = m_cycles == 0 ? all : std::min(m_cycles, all);
    const std::uint32_t next = direction == Direction::next ? std::max(present / 2, std::min(kFewestCycles, all)) : 2 * present;
    m_cycles = next >= all ? 0 : next;
}

void SmRuns::select_for_cue(const lesson::Cue& cue)
{
    m_requested = m_requested || cue.subject == lesson::FigureSubject::sm_run;
    m_blocks = cue.resident_blocks;
    m_cycles = cue.cycles;
    m_comparing = cue.beside.has_value();
}

void SmRuns::leave_lesson()
{
    m_blocks = 0;
    m_cycles = 0;
    m_comparing = false;
}

void SmRuns::forget_results()
{
    m_worker.cancel();
    m_running.reset();
    m_known.clear();
    m_shown.reset();
    m_shown_beside.reset();
}

const SmRuns::Known* SmRuns::find(const Request& request) const
{
    const auto known = std::ranges::find_if(m_known, [&](const Known& one) { return one.request.is_of(request); });
    return known == m_known.end() ? nullptr : &*known;
}

const SmRuns::Known* SmRuns::find_earlier(const Request& request) const
{
    Request earlier = request;
    for (auto known = m_known.rbegin(); known != m_known.rend(); ++known) {
        earlier.recording = known->request.recording;
        if (known->request.variant == request.variant && known->request.is_of(earlier))
            return &*known;
    }
    return nullptr;
}

// Removes runs of outdated recordings of the latest run's variant.
void SmRuns::forget_outdated()
{
    if (m_known.empty())
        return;
    const Request latest = m_known.back().request;
    std::erase_if(m_known, [&](const Known& known) {
        return known.request.variant == latest.variant && known.request.recording != latest.recording;
    });
    if (m_known.size() > kMaxKnownRuns)
        m_known.erase(m_known.begin());
}

SmRuns::Request SmRuns::request_for(const Subject& subject) const
{
    const auto plan = m_program.known_plan(subject.variant);
    const auto* launch = plan == nullptr ? nullptr : recorded_launch(*plan);
    return { subject.variant, subject.recording,
        { .traits = m_architecture.traits,
            .gpu = &m_architecture.assumed_gpu(),
            .grid_blocks = launch == nullptr ? 1 : launch->grid.count() } };
}

std::optional<SmRuns::Request> SmRuns::wanted_of(const Subject& subject) const
{
    Request request = request_for(subject);
    if (m_blocks == 0)
        return request;
    const Known* all = find(request);
    if (all == nullptr)
        return std::nullopt;
    if (m_blocks < all->run->resident_blocks)
        request.settings.resident_blocks = m_blocks;
    return request;
}

void SmRuns::collect()
{
    auto answer = m_worker.take();
    if (!answer)
        return;
    m_known.push_back({ *m_running, std::make_shared<const timing::SmRun>(std::move(answer->result)) });
    m_running.reset();
    forget_outdated();
}

void SmRuns::start()
{
    for (const Subject* subject : { &m_present, m_compared && m_comparing ? &*m_compared : nullptr }) {
        if (subject == nullptr || subject->recording == nullptr)
            continue;
        // The grid limits the number of resident blocks; the plan of another variant may not exist yet.
        if (m_program.known_plan(subject->variant) == nullptr
            && (!m_program.plan_is_ready(subject->variant) || m_program.plan_of(subject->variant) == nullptr))
            continue;
        const auto wanted = wanted_of(*subject);
        const Request request = wanted.value_or(request_for(*subject));
        if (find(request) != nullptr)
            continue;
        // Recordings of moving bodies are refreshed continuously: let a running request finish, or no run would ever complete.
        if (m_running) {
            const bool same_kind = m_running->variant == request.variant && m_running->settings.gpu == request.settings.gpu
                && m_running->settings.traits == request.settings.traits
                && m_running->settings.resident_blocks == request.settings.resident_blocks;
            if (same_kind || subject != &m_present)
                return;
        }
        m_running = request;
        m_worker.request(request, m_urgency);
        return;
    }
}

std::optional<SmView> SmRuns::view_of(const Subject& subject, const std::optional<SmView>& before) const
{
    const auto wanted = subject.recording == nullptr ? std::nullopt : wanted_of(subject);
    const Known* known = wanted ? find(*wanted) : nullptr;
    if (known == nullptr && wanted)
        known = find_earlier(*wanted);
    if (known == nullptr) // until the new run is available
        return before && before->variant == subject.variant && subject.recording != nullptr ? before : std::nullopt;
    Request any = known->request;
    any.settings.resident_blocks = 0;
    const Known* all = find(any);
    return SmView { subject.variant, std::string { known->request.settings.gpu->name }, known->request.recording, known->run,
        std::max(1U, (all == nullptr ? known : all)->run->resident_blocks) };
}

void SmRuns::show()
{
    m_shown = view_of(m_present, m_shown);
    m_shown_beside = m_comparing && m_compared ? view_of(*m_compared, m_shown_beside) : std::nullopt;
}

void SmRuns::update(const Subject& present, const std::optional<Subject>& compared, const arch::Architecture& architecture)
{
    if (!m_requested)
        return;
    m_present = present;
    m_compared = compared;
    m_architecture = architecture;
    collect();
    start();
    show();
}

void SmRuns::wait_until_idle()
{
    do {
        m_worker.wait_until_idle();
        collect();
        if (m_requested)
            start();
    } while (m_running);
    if (m_requested)
        show();
}

SmSection SmRuns::section(const PlaybackView& played) const
{
    return { .requested = m_requested,
        .run = m_shown,
        .compared = m_shown_beside,
        .comparing = m_comparing,
        .blocks = m_blocks,
        .cycles = m_cycles,
        .step = m_requested && played.controlled ? played.step : std::nullopt };
}

} // namespace warpstage::session
