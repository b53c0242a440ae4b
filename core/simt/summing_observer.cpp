#include "core/simt/summing_observer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>

namespace warpstage::simt {

namespace {

using jit::CountedRequest;
using jit::ExecutionCounters;
using jit::KnownShapes;
using jit::RequestCounters;

template <typename T> T& at(std::vector<std::uint64_t>& counters, std::size_t offset)
{
    return *reinterpret_cast<T*>(reinterpret_cast<std::byte*>(counters.data()) + offset);
}

// The lanes are not empty, which the compiler does not know: it warns of an index behind the last lane.
unsigned first_lane(LaneMask lanes)
{
    return lowest_lane(lanes | 1U << (kMaxLanes - 1));
}
unsigned last_lane(LaneMask lanes)
{
    return kMaxLanes - 1 - static_cast<unsigned>(std::countl_zero(lanes | 1U));
}

template <typename Address> using Addresses = std::array<Address, kMaxLanes>;

template <typename Address> Addresses<Address> addresses_of(const AddressRow& row)
{
    Addresses<Address> addresses;
    std::memcpy(addresses.data(), row.values, sizeof(addresses));
    return addresses;
}

// Calls `work` with a 0 of the type of the row's addresses.
template <typename Work> auto with_address(const AddressRow& row, const Work& work)
{
    return row.bytes == sizeof(std::uint32_t) ? work(std::uint32_t { 0 }) : work(std::uint64_t { 0 });
}

// False: a distance does not fit. Those of other lanes may have any value.
template <typename Address> bool find_distances(const AddressRow& row, LaneDistances& distances)
{
    const auto addresses = addresses_of<Address>(row);
    const Address first = addresses[first_lane(row.lanes)];
    LaneMask fits = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const Address distance = addresses[lane] - first;
        distances.of_lane[lane] = static_cast<std::int32_t>(static_cast<std::uint32_t>(distance));
        fits |= LaneMask { static_cast<Address>(std::int64_t { distances.of_lane[lane] }) == distance } << lane;
    }
    return (row.lanes & ~fits) == 0;
}

struct Request {
    KnownShapes::Key key;
    KnownShapes::Miss missed;
    std::size_t place = 0;
};

Request request_of(const AddressRow& row)
{
    return with_address(row, [&](auto type) {
        const auto addresses = addresses_of<decltype(type)>(row);
        const auto first = static_cast<std::uint32_t>(addresses[first_lane(row.lanes)]);
        const std::uint32_t extent = static_cast<std::uint32_t>(addresses[last_lane(row.lanes)]) - first;
        const std::uint32_t offset = first % jit::kShapeAlignment;
        return Request { { row.lanes, offset }, { row.lanes, extent }, KnownShapes::place_of(row.lanes, offset, extent) };
    });
}

} // namespace

bool SummingObserver::count_shape(std::uint32_t pc, const AddressRow& row, RequestCounters& counters)
{
    if (counters.shapes == nullptr) {
        constexpr std::uint64_t kFew = 8; // not worth the memory, as in short launches
        if (++counters.others <= kFew)
            return false;
        counters.shapes = &m_shapes.emplace_back();
        counters.shapes->request = &*std::ranges::lower_bound(m_table->requests, pc, {}, &CountedRequest::pc);
    }
    KnownShapes& shapes = *counters.shapes;
    const Request request = request_of(row);
    KnownShapes::Entry& entry = shapes.entries[request.place];
    if (entry.missed != request.missed) {
        take_listed();
        return false;
    }
    take_shapes(row, shapes, request.place);
    const bool fits =
        with_address(row, [&](auto type) { return find_distances<decltype(type)>(row, shapes.distances[request.place]); });
    entry.known = fits ? request.key : KnownShapes::Key {};
    entry.missed = {};
    entry.count = 1;
    return fits;
}

void SummingObserver::use_table(const std::shared_ptr<const jit::CounterTable>& table)
{
    take_counters();
    m_table = table;
    m_counters.resize(table->bytes / sizeof(std::uint64_t));
}

// `row`: of the instruction.
void SummingObserver::take_shapes(AddressRow row, const KnownShapes& shapes, std::size_t place)
{
    const KnownShapes::Entry& entry = shapes.entries[place];
    if (entry.known.lanes == 0)
        return;
    with_address(row, [&](auto type) {
        using Address = decltype(type);
        constexpr Address kBase = Address { 1 } << 31U; // of the alignment; distances may be negative
        Addresses<Address> addresses;
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            addresses[lane] =
                kBase + entry.known.offset + static_cast<Address>(std::int64_t { shapes.distances[place].of_lane[lane] });
        row.values = std::as_bytes(std::span(addresses)).data();
        row.lanes = entry.known.lanes;
        on_requests(shapes.request->pc, row, entry.count);
    });
}

void SummingObserver::take_consecutive(const CountedRequest& request)
{
    AddressRow row = request.row;
    row.lanes = first_lanes(kMaxLanes);
    row.displacement = 0; // these counters are of addresses
    with_address(row, [&](auto type) {
        Addresses<decltype(type)> addresses;
        row.values = std::as_bytes(std::span(addresses)).data();
        const auto take = [&](std::size_t offset, std::uint32_t first, std::uint32_t step) {
            const std::uint64_t count = at<std::uint64_t>(m_counters, offset);
            if (count == 0)
                return;
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                addresses[lane] = first + lane * step;
            on_requests(request.pc, row, count);
        };
        const std::uint32_t bytes = row.access_bytes;
        for (std::uint32_t first = 0; first < jit::kShapeAlignment; first += bytes)
            take(request.consecutive() + std::size_t { first } * request.scale(), first, bytes);
        take(request.offset + offsetof(RequestCounters, uniform), 0, 0);
    });
}

void SummingObserver::take_listed()
{
    constexpr std::size_t kListed = 64;
    constexpr std::uint32_t kListsPerTry = 8;
    const bool tries = ++m_lists % kListsPerTry == 0;
    auto& list = at<jit::RequestList>(m_counters, 0);
    if (m_listed.empty())
        m_listed.resize(kListed);
    else
        std::for_each(m_listed.data(), list.next, [&](const jit::ListedRequest& listed) {
            AddressRow row = listed.shapes->request->row;
            row.values = listed.addresses.data();
            row.lanes = listed.lanes;
            on_requests(listed.shapes->request->pc, row, 1);
            if (tries)
                listed.shapes->misses = KnownShapes::kMaxMisses - KnownShapes::kMiss; // the next one is sought
        });
    list = { m_listed.data(), m_listed.data() + m_listed.size() };
}

void SummingObserver::take_transfers()
{
    for (const auto& [key, transfers] : m_transfers) {
        for (const Access& request : transfers.requests) {
            const AddressRow row { .values = std::as_bytes(std::span(request.addresses)).data(),
                .bytes = sizeof(std::uint64_t),
                .lanes = request.lanes,
                .space = request.space,
                .kind = request.kind,
                .form = request.form,
                .access_bytes = request.bytes };
            on_requests(key.first, row, transfers.count);
        }
    }
    m_transfers.clear();
}

void SummingObserver::take_counters()
{
    take_transfers();
    if (!jit::kTranslates || m_table == nullptr)
        return;
    take_requests();
    take_executions();
    m_counters.clear();
    m_shapes.clear();
    m_listed.clear();
    m_table = nullptr;
}

void SummingObserver::take_requests()
{
    if (!m_listed.empty())
        take_listed();
    for (const CountedRequest& request : m_table->requests) {
        take_consecutive(request);
        if (const KnownShapes* const shapes = at<RequestCounters>(m_counters, request.offset).shapes) {
            for (std::size_t place = 0; place < KnownShapes::kEntries; ++place)
                take_shapes(request.row, *shapes, place);
        }
    }
}

void SummingObserver::take_executions()
{
    const auto counted_at = [&](std::size_t offset) {
        return at<ExecutionCounters>(m_counters, offset);
    };
    for (const jit::CountedRun& run : m_table->runs) {
        const ExecutionCounters counted = counted_at(run.offset);
        add_runs(run.first, run.end, counted.full + counted.masked, counted.full * kMaxLanes + counted.lanes);
    }
    for (const jit::CountedBranch& branch : m_table->branches) {
        StepSums& sums = m_sums[branch.pc];
        const auto add = [&](const ExecutionCounters& counted) {
            const std::uint64_t lanes = counted.full * kMaxLanes + counted.lanes;
            sums.executions += counted.full + counted.masked;
            sums.active_lanes += lanes;
            if (branch.is_conditional)
                sums.branches += counted.full + counted.masked;
            return lanes;
        };
        sums.executed_lanes += add(counted_at(branch.offset));
        add(counted_at(branch.offset + sizeof(ExecutionCounters)));
    }
}

std::vector<StepSums> SummingObserver::take_sums()
{
    take_counters();
    std::vector<StepSums> sums = std::exchange(m_sums, std::vector<StepSums>(m_sums.size()));
    Run open;
    for (std::size_t pc = 0; pc < sums.size(); ++pc) {
        open.executions += m_runs[pc].executions;
        open.lanes += m_runs[pc].lanes;
        sums[pc].executions += open.executions;
        sums[pc].active_lanes += open.lanes;
        sums[pc].executed_lanes += open.lanes;
    }
    m_runs.assign(m_runs.size(), {});
    return sums;
}

} // namespace warpstage::simt
