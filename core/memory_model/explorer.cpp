#include "core/memory_model/explorer.h"

#include "core/base/verify.h"
#include "core/memory_model/barrier_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace warpstage::memory_model {

namespace {

constexpr std::uint64_t kMaxCandidates = 20'000'000; // a minute and more

struct OrderedPair {
    std::size_t first = 0;
    std::size_t second = 0;
};

// The executions in which every thread takes one path.
class PathExecutions {
public:
    PathExecutions(const LitmusTest& test, const ExploreOptions& options, const std::vector<const ThreadPath*>& paths,
        std::map<FinalState, Outcome>& outcomes, const Observed& observed, std::uint64_t& candidates, bool& hangs)
        : m_test(test)
        , m_model(options.model)
        , m_paths(paths)
        , m_outcomes(outcomes)
        , m_observed(observed)
        , m_candidates(candidates)
        , m_hangs(hangs)
    {
    }

    [[nodiscard]] bool fits() const
    {
        std::size_t count = m_test.locations.size();
        for (const ThreadPath* path : m_paths)
            count += path->events.size();
        return count <= kMaxEvents;
    }

    void run()
    {
        add_events();
        m_structure.emplace(m_test, m_execution, m_model);
        for_each_event(m_structure->reads, [&](std::size_t read) { m_reads.push_back(read); });
        m_source.resize(m_execution.events.size());
        choose_reads(0);
    }

private:
    void add_events()
    {
        for (std::size_t i = 0; i < m_test.locations.size(); ++i)
            if (m_test.locations[i].physical == i)
                m_execution.events.push_back(
                    { .type = Event::Type::write, .proxy = Proxy::generic, .location = i, .value = m_test.locations[i].initial });
        for (const ThreadPath* path : m_paths) {
            const std::size_t first = m_execution.events.size();
            m_first.push_back(first);
            for (std::size_t i = 0; i < path->events.size(); ++i) {
                const PathEvent& it = path->events[i];
                m_execution.events.push_back(it.event);
                for (std::size_t before = 0; before < i; ++before)
                    m_execution.program_order.add(first + before, first + i);
                for_each_event(it.depends_on, [&](std::size_t read) { m_execution.dependency.add(first + read, first + i); });
                if (it.atomic_read)
                    m_execution.read_modify_write.add(first + *it.atomic_read, first + i);
            }
        }
    }

    void choose_reads(std::size_t next)
    {
        if (m_candidates > kMaxCandidates)
            return;
        if (next == m_reads.size()) {
            ++m_candidates;
            complete();
            return;
        }
        const std::size_t read = m_reads[next];
        for_each_event(m_structure->writes & m_structure->same_location.after(read), [&](std::size_t write) {
            if (m_execution.read_modify_write.has(read, write))
                return;
            m_source[read] = write;
            m_chosen |= only(read);
            if (may_be_complete(read))
                choose_reads(next + 1);
            m_chosen &= ~only(read);
        });
    }

    // False if what was chosen so far already contradicts a decision or the atomicity of the operation that reads.
    bool may_be_complete(std::size_t read)
    {
        const auto replaces = [&](std::size_t it) {
            return m_execution.read_modify_write.after(it) != 0;
        };
        if (replaces(read))
            for (const std::size_t other : m_reads)
                if (other != read && (m_chosen & only(other)) != 0 && m_source[other] == m_source[read] && replaces(other)
                    && m_structure->morally_strong.has(read, other))
                    return false; // the later one of two atomic operations does not read what the earlier one replaced
        m_in_cycle = false;
        for (std::size_t thread = 0; thread < m_paths.size(); ++thread)
            for (const Decision& it : m_paths[thread]->decisions) {
                const auto left = value_so_far(thread, it.left, m_reads.size());
                const auto right = value_so_far(thread, it.right, m_reads.size());
                if (m_in_cycle || (left && right && holds(it.comparison, *left, *right) != it.result))
                    return false;
            }
        return true;
    }

    // Of an expression, if the reads that it depends on are chosen. A chain of more than `reads` reads is a cycle.
    std::optional<std::int64_t> value_so_far(std::size_t thread, std::size_t expression, std::size_t reads)
    {
        const Expression& it = m_paths[thread]->expressions[expression];
        switch (it.of) {
        case Expression::Of::constant:
            return it.constant;
        case Expression::Of::read: {
            const std::size_t read = m_first[thread] + it.event;
            m_in_cycle = m_in_cycle || reads == 0;
            if (m_in_cycle || (m_chosen & only(read)) == 0)
                return std::nullopt;
            const Event& written = m_execution.events[m_source[read]];
            if (written.thread == kNoThread)
                return written.value;
            const PathEvent& source = m_paths[written.thread]->events[m_source[read] - m_first[written.thread]];
            return value_so_far(written.thread, *source.value, reads - 1);
        }
        case Expression::Of::operation: {
            const auto left = value_so_far(thread, it.left, reads);
            const auto right = value_so_far(thread, it.right, reads);
            return left && right ? std::optional { calculate(it.operation, *left, *right) } : std::nullopt;
        }
        }
        VERIFY_NOT_REACHED();
    }

    void complete()
    {
        m_execution.reads_from = {};
        for (const std::size_t read : m_reads)
            m_execution.reads_from.add(m_source[read], read);
        if (!evaluate() || !decisions_hold())
            return;
        const auto choices = barrier_choices(m_test, barrier_operations());
        m_hangs = m_hangs || choices.empty();
        for (const Relation& barrier : choices) {
            m_execution.barrier = barrier;
            m_execution.fence_sc = {};
            choose_fences(fence_pairs(), 0);
        }
    }

    // Sets the value of each access. False if values depend on themselves.
    bool evaluate()
    {
        m_state.assign(m_execution.events.size(), State::open);
        for (std::size_t event = 0; event < m_execution.events.size(); ++event)
            if (!value_of_event(event))
                return false;
        return true;
    }

    bool value_of_event(std::size_t event)
    {
        Event& it = m_execution.events[event];
        if (m_state[event] == State::known || (m_structure->memory & only(event)) == 0)
            return true;
        if (m_state[event] == State::entered)
            return false;
        m_state[event] = State::entered;
        if (it.type == Event::Type::read) {
            if (!value_of_event(m_source[event]))
                return false;
            it.value = m_execution.events[m_source[event]].value;
        } else if (it.thread != kNoThread) {
            const PathEvent& written = m_paths[it.thread]->events[event - m_first[it.thread]];
            const auto value = value_of(it.thread, *written.value);
            if (!value)
                return false;
            it.value = *value;
        }
        m_state[event] = State::known;
        return true;
    }

    std::optional<std::int64_t> value_of(std::size_t thread, std::size_t expression)
    {
        const Expression& it = m_paths[thread]->expressions[expression];
        switch (it.of) {
        case Expression::Of::constant:
            return it.constant;
        case Expression::Of::read: {
            const std::size_t event = m_first[thread] + it.event;
            return value_of_event(event) ? std::optional { m_execution.events[event].value } : std::nullopt;
        }
        case Expression::Of::operation: {
            const auto left = value_of(thread, it.left);
            const auto right = value_of(thread, it.right);
            return left && right ? std::optional { calculate(it.operation, *left, *right) } : std::nullopt;
        }
        }
        VERIFY_NOT_REACHED();
    }

    // Of an expression after evaluate().
    std::int64_t known_value(std::size_t thread, std::size_t expression) { return value_of(thread, expression).value_or(0); }

    bool decisions_hold()
    {
        for (std::size_t thread = 0; thread < m_paths.size(); ++thread)
            for (const Decision& it : m_paths[thread]->decisions)
                if (holds(it.comparison, known_value(thread, it.left), known_value(thread, it.right)) != it.result)
                    return false;
        return true;
    }

    std::vector<BarrierOperation> barrier_operations()
    {
        std::vector<BarrierOperation> operations;
        for (std::size_t thread = 0; thread < m_paths.size(); ++thread) {
            std::size_t position = 0;
            for (std::size_t i = 0; i < m_paths[thread]->events.size(); ++i) {
                const PathEvent& it = m_paths[thread]->events[i];
                if (it.event.type != Event::Type::barrier)
                    continue;
                BarrierOperation operation { .event = m_first[thread] + i,
                    .thread = thread,
                    .position = position++,
                    .arrives = it.arrives,
                    .instance = it.barrier_instance,
                    .visit = it.barrier_visit,
                    .id = {},
                    .threads = {} };
                if (it.barrier_id)
                    operation.id = known_value(thread, *it.barrier_id);
                if (it.barrier_threads)
                    operation.threads = known_value(thread, *it.barrier_threads);
                operations.push_back(operation);
            }
        }
        return operations;
    }

    // Pairs of fence.sc operations, which are ordered at run time if they are morally strong.
    std::vector<OrderedPair> fence_pairs() const
    {
        const auto& events = m_execution.events;
        const auto is_sc = [&](std::size_t event) {
            return events[event].type == Event::Type::fence && events[event].order == Order::sc;
        };
        std::vector<OrderedPair> pairs;
        for (std::size_t i = 0; i < events.size(); ++i)
            for (std::size_t j = i + 1; j < events.size(); ++j)
                if (is_sc(i) && is_sc(j) && events[i].thread != events[j].thread && m_structure->morally_strong.has(i, j))
                    pairs.push_back({ i, j });
        return pairs;
    }

    void choose_fences(const std::vector<OrderedPair>& pairs, std::size_t next)
    {
        if (next == pairs.size()) {
            if (!(m_execution.fence_sc | m_execution.program_order).acyclic())
                return;
            if (!derive_causality(m_execution, *m_structure, m_model))
                return;
            const Relation required = required_coherence(m_execution, *m_structure);
            choose_coherence(write_pairs(), 0, required);
            return;
        }
        const Relation before = m_execution.fence_sc;
        for (const auto& [from, to] :
            { std::pair { pairs[next].first, pairs[next].second }, std::pair { pairs[next].second, pairs[next].first } }) {
            m_execution.fence_sc.add(from, to);
            choose_fences(pairs, next + 1);
            m_execution.fence_sc = before;
        }
    }

    // Morally strong writes of one location, which are ordered in one direction or the other.
    std::vector<OrderedPair> write_pairs() const
    {
        const Relation strong = m_structure->morally_strong & m_structure->same_location;
        std::vector<OrderedPair> pairs;
        for_each_event(m_structure->writes, [&](std::size_t write) {
            for_each_event(strong.after(write) & m_structure->writes & ~((only(write) << 1U) - 1), [&](std::size_t other) {
                pairs.push_back({ write, other });
            });
        });
        return pairs;
    }

    void choose_coherence(const std::vector<OrderedPair>& pairs, std::size_t next, const Relation& coherence)
    {
        const Relation closed = coherence.transitive();
        if (!closed.irreflexive())
            return;
        while (next < pairs.size()
            && (closed.has(pairs[next].first, pairs[next].second) || closed.has(pairs[next].second, pairs[next].first)))
            ++next;
        if (next == pairs.size()) {
            m_execution.coherence = closed;
            if (satisfies_axioms(m_execution, *m_structure, m_model))
                add_outcomes();
            return;
        }
        Relation forward = closed;
        forward.add(pairs[next].first, pairs[next].second);
        choose_coherence(pairs, next + 1, forward);
        Relation backward = closed;
        backward.add(pairs[next].second, pairs[next].first);
        choose_coherence(pairs, next + 1, backward);
    }

    // Coherence is a partial order: any write that no other one follows may be the final one.
    void add_outcomes()
    {
        FinalState state;
        for (const LitmusThread& thread : m_test.threads)
            state.registers.emplace_back(thread.registers.size());
        state.locations.resize(m_test.locations.size());
        for (const auto& [thread, reg] : m_observed.registers)
            state.registers[thread][reg] = known_value(thread, m_paths[thread]->registers[reg]);
        add_with_locations(state, 0);
    }

    void add_with_locations(FinalState& state, std::size_t next)
    {
        if (next == m_observed.locations.size()) {
            auto& outcome = m_outcomes[state];
            if (outcome.execution.events.empty())
                outcome = { state, holds(m_test.condition, state), m_execution };
            return;
        }
        const std::size_t location = m_observed.locations[next];
        for_each_event(m_structure->writes, [&](std::size_t write) {
            const Event& it = m_execution.events[write];
            if (m_test.locations[it.location].physical != m_test.locations[location].physical
                || m_execution.coherence.after(write) != 0)
                return;
            state.locations[location] = it.value;
            add_with_locations(state, next + 1);
        });
    }

    enum class State : std::uint8_t { open, entered, known };

    const LitmusTest& m_test;
    Model m_model;
    const std::vector<const ThreadPath*>& m_paths;
    std::map<FinalState, Outcome>& m_outcomes;
    const Observed& m_observed;
    std::uint64_t& m_candidates;
    bool& m_hangs;
    Execution m_execution;
    std::optional<Structure> m_structure;
    std::vector<std::size_t> m_first; // per thread: index of its first event
    std::vector<std::size_t> m_reads;
    std::vector<std::size_t> m_source; // per read: the write that it reads from
    EventSet m_chosen = 0; // reads whose source is chosen
    bool m_in_cycle = false; // a value depends on itself
    std::vector<State> m_state; // per event, while values are computed
};

} // namespace

bool Exploration::condition_holds(Quantifier quantifier) const
{
    const auto satisfies = [](const Outcome& outcome) {
        return outcome.satisfies;
    };
    switch (quantifier) {
    case Quantifier::exists:
        return std::ranges::any_of(outcomes, satisfies);
    case Quantifier::not_exists:
        return std::ranges::none_of(outcomes, satisfies);
    case Quantifier::for_all:
        return std::ranges::all_of(outcomes, satisfies);
    }
    VERIFY_NOT_REACHED();
}

Result<Exploration> explore(const LitmusTest& test, const ExploreOptions& options)
{
    Exploration result;
    result.observed = observed_by(test.condition);
    std::vector<ThreadPaths> paths;
    for (std::size_t thread = 0; thread < test.threads.size(); ++thread) {
        paths.push_back(paths_of(test.threads[thread], thread, options.max_iterations));
        result.loops_cut = result.loops_cut || paths.back().loops_cut;
    }
    std::map<FinalState, Outcome> outcomes;
    std::uint64_t candidates = 0;
    std::vector<std::size_t> chosen(paths.size());
    const auto next_choice = [&] {
        for (std::size_t thread = 0; thread < paths.size(); ++thread) {
            if (++chosen[thread] < paths[thread].complete.size())
                return true;
            chosen[thread] = 0;
        }
        return false;
    };
    if (std::ranges::any_of(paths, [](const ThreadPaths& it) { return it.complete.empty(); }))
        return result;
    do {
        std::vector<const ThreadPath*> selected;
        for (std::size_t thread = 0; thread < paths.size(); ++thread)
            selected.push_back(&paths[thread].complete[chosen[thread]]);
        PathExecutions executions(test, options, selected, outcomes, result.observed, candidates, result.hangs);
        if (!executions.fits())
            return Error { fmt::format(
                "`{}` has executions of more than {} events. Shorten it, or permit fewer iterations with `--iterations`.",
                test.name, kMaxEvents) };
        executions.run();
        if (candidates > kMaxCandidates)
            return Error { fmt::format(
                "`{}` has more than {} candidate executions. Shorten it, or permit fewer iterations with `--iterations`.",
                test.name, kMaxCandidates) };
    } while (next_choice());
    for (auto& [state, outcome] : outcomes)
        result.outcomes.push_back(std::move(outcome));
    return result;
}

} // namespace warpstage::memory_model
