#include "core/memory_model/thread_paths.h"

#include "core/base/verify.h"

#include <utility>

namespace warpstage::memory_model {

namespace {

constexpr std::size_t kMaxPathEvents = kMaxEvents; // a longer path cannot be part of an execution

class Walk {
public:
    Walk(const LitmusThread& thread, std::size_t number, std::size_t max_iterations)
        : m_thread(thread)
        , m_number(number)
        , m_max_iterations(max_iterations)
    {
    }

    ThreadPaths run()
    {
        State start;
        for (const std::int64_t value : m_thread.initial)
            start.path.registers.push_back(add(start.path, { .constant = value }));
        start.jumps.resize(m_thread.instructions.size() + 1);
        start.visits.resize(m_thread.instructions.size());
        walk(std::move(start));
        return std::move(m_paths);
    }

private:
    struct State {
        ThreadPath path;
        std::size_t next = 0; // instruction
        EventSet controls = 0; // reads that earlier branches depend on
        std::vector<std::size_t> jumps; // backward, per target
        std::vector<std::size_t> visits; // per instruction
    };

    static std::size_t add(ThreadPath& path, Expression expression)
    {
        path.expressions.push_back(expression);
        return path.expressions.size() - 1;
    }

    static std::size_t expression_of(ThreadPath& path, const Operand& operand)
    {
        return operand.reg ? path.registers[*operand.reg] : add(path, { .constant = operand.constant });
    }

    static EventSet reads_in(const ThreadPath& path, std::size_t expression)
    {
        const Expression& it = path.expressions[expression];
        switch (it.of) {
        case Expression::Of::constant:
            return 0;
        case Expression::Of::read:
            return only(it.event);
        case Expression::Of::operation:
            return reads_in(path, it.left) | reads_in(path, it.right);
        }
        VERIFY_NOT_REACHED();
    }

    PathEvent event(
        const State& state, Event::Type type, Order order, Scope scope, std::optional<Proxy> proxy, std::size_t location = 0)
    {
        PathEvent result;
        result.event = { .type = type,
            .thread = m_number,
            .instruction = state.next,
            .order = order,
            .scope = scope,
            .proxy = proxy,
            .location = location };
        return result;
    }

    // Returns the expression of the value that is read.
    std::size_t read(State& state, PathEvent event)
    {
        state.path.events.push_back(event);
        return add(state.path, { .of = Expression::Of::read, .event = state.path.events.size() - 1 });
    }

    void write(State& state, PathEvent event, std::size_t value)
    {
        event.value = value;
        event.depends_on = state.controls | reads_in(state.path, value);
        state.path.events.push_back(event);
    }

    void walk(State state)
    {
        while (state.next < m_thread.instructions.size()) {
            if (state.path.events.size() + 1 >= kMaxPathEvents) {
                m_paths.loops_cut = true;
                return;
            }
            const Instruction& instruction = m_thread.instructions[state.next];
            if (!std::visit([&](const auto& it) { return execute(state, it); }, instruction))
                return;
        }
        m_paths.complete.push_back(std::move(state.path));
    }

    // Each returns false if the path ends or was continued elsewhere.
    bool execute(State& state, const Load& it)
    {
        state.path.registers[it.reg] = read(state, event(state, Event::Type::read, it.order, it.scope, it.proxy, it.location));
        ++state.next;
        return true;
    }

    bool execute(State& state, const Store& it)
    {
        write(state, event(state, Event::Type::write, it.order, it.scope, it.proxy, it.location),
            expression_of(state.path, it.value));
        ++state.next;
        return true;
    }

    bool execute(State& state, const Atomic& it)
    {
        const bool acquires = it.order == Order::acquire || it.order == Order::acq_rel;
        const bool releases = it.order == Order::release || it.order == Order::acq_rel;
        const std::size_t before = read(
            state, event(state, Event::Type::read, acquires ? Order::acquire : Order::relaxed, it.scope, it.proxy, it.location));
        const std::size_t read_event = state.path.events.size() - 1;
        const std::size_t operand = expression_of(state.path, it.value);
        const auto store = [&](State& to, std::size_t value) {
            PathEvent written =
                event(to, Event::Type::write, releases ? Order::release : Order::relaxed, it.scope, it.proxy, it.location);
            written.atomic_read = read_event;
            write(to, written, value);
        };
        const auto finish = [&](State& to) {
            if (it.reg)
                to.path.registers[*it.reg] = before;
            ++to.next;
        };
        if (!it.expected) {
            store(state,
                add(state.path,
                    { .of = Expression::Of::operation, .operation = it.operation, .left = before, .right = operand }));
            finish(state);
            return true;
        }
        const std::size_t expected = expression_of(state.path, *it.expected);
        State failed = state;
        failed.path.decisions.push_back({ Comparison::equal, before, expected, false });
        finish(failed);
        walk(std::move(failed));
        state.path.decisions.push_back({ Comparison::equal, before, expected, true });
        store(state, operand);
        state.path.events.back().depends_on |= only(read_event) | reads_in(state.path, expected);
        finish(state);
        return true;
    }

    bool execute(State& state, const Fence& it)
    {
        state.path.events.push_back(event(state, Event::Type::fence, it.order, it.scope, Proxy::generic));
        ++state.next;
        return true;
    }

    bool execute(State& state, const ProxyFence& it)
    {
        state.path.events.push_back(event(state, Event::Type::fence, Order::weak, Scope::none, it.proxy));
        ++state.next;
        return true;
    }

    bool execute(State& state, const Barrier& it)
    {
        PathEvent barrier = event(state, Event::Type::barrier, Order::weak, Scope::cta, std::nullopt);
        barrier.arrives = it.arrive;
        barrier.barrier_instance = it.instance;
        barrier.barrier_visit = state.visits[state.next]++;
        if (it.id)
            barrier.barrier_id = expression_of(state.path, *it.id);
        if (it.threads)
            barrier.barrier_threads = expression_of(state.path, *it.threads);
        state.path.events.push_back(barrier);
        ++state.next;
        return true;
    }

    bool execute(State& state, const Compute& it)
    {
        const std::size_t left = expression_of(state.path, it.left);
        state.path.registers[it.reg] = it.operation ? add(state.path,
                                           { .of = Expression::Of::operation,
                                               .operation = *it.operation,
                                               .left = left,
                                               .right = expression_of(state.path, it.right) })
                                                    : left;
        ++state.next;
        return true;
    }

    bool execute(State& state, const Branch& it)
    {
        if (it.comparison) {
            const std::size_t left = expression_of(state.path, it.left);
            const std::size_t right = expression_of(state.path, it.right);
            state.controls |= reads_in(state.path, left) | reads_in(state.path, right);
            State straight = state;
            straight.path.decisions.push_back({ *it.comparison, left, right, false });
            ++straight.next;
            walk(std::move(straight));
            state.path.decisions.push_back({ *it.comparison, left, right, true });
        }
        if (it.target <= state.next && ++state.jumps[it.target] > m_max_iterations) {
            m_paths.loops_cut = true;
            return false;
        }
        state.next = it.target;
        return true;
    }

    const LitmusThread& m_thread;
    std::size_t m_number;
    std::size_t m_max_iterations;
    ThreadPaths m_paths;
};

} // namespace

ThreadPaths paths_of(const LitmusThread& thread, std::size_t number, std::size_t max_iterations)
{
    return Walk(thread, number, max_iterations).run();
}

} // namespace warpstage::memory_model
