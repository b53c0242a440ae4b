#include "core/analysis/block/index_arithmetic.h"

#include <algorithm>

namespace warpstage::analysis {

namespace {

// The factor of one direction, from two threads that differ only in it. 0 if there are no such threads, for example in a block of
// one row. Nothing: the distance of the elements is not a multiple of the distance of the threads.
std::optional<std::int64_t> factor_of(const std::vector<IndexedThread>& threads, std::uint32_t Dim3::*direction)
{
    const IndexedThread& first = threads.front();
    for (const IndexedThread& other : threads) {
        Dim3 moved = first.index;
        moved.*direction = other.index.*direction;
        if (other.index != moved || moved == first.index)
            continue;
        const auto steps = static_cast<std::int64_t>(other.index.*direction) - static_cast<std::int64_t>(first.index.*direction);
        const std::int64_t distance = other.element - first.element;
        return distance % steps == 0 ? std::optional { distance / steps } : std::nullopt;
    }
    return 0;
}

std::optional<LinearIndex> formula_of(const std::vector<IndexedThread>& threads)
{
    constexpr std::size_t kFewest = 2;
    if (threads.size() < kFewest)
        return std::nullopt;
    const auto x = factor_of(threads, &Dim3::x);
    const auto y = factor_of(threads, &Dim3::y);
    const auto z = factor_of(threads, &Dim3::z);
    if (!x || !y || !z)
        return std::nullopt;
    LinearIndex formula { 0, *x, *y, *z };
    formula.constant = threads.front().element - formula.at(threads.front().index);
    const bool all =
        std::ranges::all_of(threads, [&](const IndexedThread& thread) { return formula.at(thread.index) == thread.element; });
    return all ? std::optional { formula } : std::nullopt;
}

struct Request {
    std::uint32_t warp = 0;
    std::size_t turn = 0; // how often the warp has already executed the instruction
    const simt::Access* access = nullptr; // never null
};

std::vector<Request> requests_of(const IndexQuestion& asked)
{
    const trace::Trace& trace = *asked.trace;
    std::vector<std::size_t> turns(trace.warps, 0);
    std::vector<Request> requests;
    for (const trace::StepRecord& step : trace.steps) {
        if (step.pc != asked.pc || step.warp >= turns.size())
            continue;
        const simt::Access* access = trace.access_of(step);
        if (access != nullptr && access->space == asked.space && access->bytes != 0)
            requests.push_back({ step.warp, turns[step.warp]++, access });
    }
    return requests;
}

} // namespace

IndexArithmetic index_arithmetic(const IndexQuestion& asked)
{
    IndexArithmetic result { asked.block, 0, {}, 0, std::nullopt };
    const std::vector<Request> requests = requests_of(asked);
    if (asked.occurrence >= requests.size())
        return result;
    const Request& chosen = requests[asked.occurrence];
    result.warp = chosen.warp;
    std::vector<IndexedThread> all;
    for (const Request& request : requests) {
        if (request.turn != chosen.turn)
            continue;
        for_each_lane(request.access->lanes, [&](unsigned lane) {
            const std::uint32_t number = request.warp * asked.trace->warp_width + lane;
            const auto distance = static_cast<std::int64_t>(request.access->addresses[lane] - asked.origin);
            const IndexedThread thread { asked.block.index_of(number), number, distance / request.access->bytes };
            all.push_back(thread);
            if (&request == &chosen)
                result.threads.push_back(thread);
        });
    }
    result.known_threads = all.size();
    result.formula = formula_of(all);
    return result;
}

} // namespace warpstage::analysis
