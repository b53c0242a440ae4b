#include "core/runtime/late/late_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <utility>

namespace warpstage::runtime {

namespace {

// "A launch of kernel `add`"
std::string capitalized(std::string text)
{
    if (text.starts_with('a'))
        text.front() = 'A';
    return text;
}

} // namespace

struct LateWork::Item {
    Operation operation;
    WorkNote note;
    std::vector<Handle> before;
    const void* stream = nullptr;
    std::uint64_t number = 0; // in the order of submission, from 1
    std::uint64_t ran_after = 0; // the number of operations that had been submitted when it ran
    std::map<const void*, std::uint64_t> seen {}; // by stream: it runs after the operations up to this number
    bool done = false;
    unsigned queries = 0;

    [[nodiscard]] bool runs_after(const Item& other) const
    {
        const auto found = seen.find(other.stream);
        return found != seen.end() && found->second >= other.number;
    }
};

LateWork::LateWork(std::optional<std::uint64_t> seed, std::function<void(const std::string&)> report,
    std::function<std::string(std::uint64_t)> place_name)
    : m_report(std::move(report))
    , m_place_name(std::move(place_name))
    , m_seed(seed)
    , m_random(seed.value_or(0))
{
}

LateWork::~LateWork() = default;

LateWork::Handle LateWork::add(const void* stream, Operation operation, WorkNote note, std::vector<Handle> before)
{
    auto item = std::make_shared<Item>(Item { std::move(operation), std::move(note), std::move(before), stream, ++m_submitted });
    std::erase_if(item->before, [](const Handle& other) { return other == nullptr || other->done; });
    for (const Handle& other : item->before) {
        for (const auto& [in, number] : other->seen)
            item->seen[in] = std::max(item->seen[in], number);
    }
    item->seen[stream] = item->number;
    m_streams.insert(stream);
    m_items.push_back(item);
    m_guards.protect(item.get(), item->note.host);
    return item;
}

std::vector<LateWork::Handle> LateWork::concurrent(const Item& item) const
{
    constexpr std::size_t kMaxCompared = 4096; // a program may submit very many operations before it waits
    std::vector<Handle> others;
    if (m_streams.size() < 2 || item.note.used == nullptr)
        return others;
    const auto is_concurrent = [&](const Handle& other) {
        return other->note.used != nullptr && other->stream != item.stream && !item.runs_after(*other) && !other->runs_after(item)
            && (!other->done || other->ran_after >= item.number);
    };
    std::ranges::copy_if(m_items | std::views::take(kMaxCompared), std::back_inserter(others), is_concurrent);
    std::ranges::copy_if(m_recent, std::back_inserter(others), is_concurrent);
    return others;
}

void LateWork::report_host_accesses(const Item& item)
{
    for (const HostAccess& access : m_guards.release(&item, item.note.used.get()))
        m_report(fmt::format("The host {} `{}` at 0x{:x} before {} has finished. Call `cudaDeviceSynchronize()`, or "
                             "`cudaStreamSynchronize()` for its stream, before the access.",
            access.reads_target ? "accesses" : "writes to", access.name, access.address, item.note.what));
}

void LateWork::report_conflicts(const Item& item, const std::vector<Handle>& others)
{
    for (const Handle& other : others) {
        if (!other->done || !other->note.used->is_wanted() || !m_said.insert(other->note.what + item.note.what).second)
            continue;
        const auto address = UsedMemory::conflict(*other->note.used, *item.note.used);
        const bool in_order = other->number < item.number;
        if (address)
            m_report(
                fmt::format("{} and {}, in another stream, both access {}, one of them writes, and nothing orders them. Call "
                            "`cudaEventRecord()` after the first and `cudaStreamWaitEvent()` before the second.",
                    capitalized(in_order ? other->note.what : item.note.what), in_order ? item.note.what : other->note.what,
                    m_place_name(*address)));
        else
            m_said.erase(other->note.what + item.note.what);
    }
}

// Bounds memory.
void LateWork::keep(const Handle& item)
{
    constexpr std::size_t kMaxKept = 256;
    if (m_items.empty())
        m_recent.clear();
    else if (item->note.used != nullptr && item->note.used->is_wanted())
        m_recent.push_back(item);
    if (m_recent.size() > kMaxKept)
        m_recent.erase(m_recent.begin());
}

void LateWork::run(const Handle& item, Status& status)
{
    item->done = true; // a callback may call the API
    item->ran_after = m_submitted;
    const std::vector<Handle> others = concurrent(*item);
    if (item->note.used != nullptr && (!others.empty() || m_guards.is_accessed(item.get())))
        item->note.used->want();
    m_guards.open();
    m_guards.remember(item.get());
    const Status own = item->operation ? item->operation() : Status::success;
    if (status == Status::success)
        status = own;
    report_host_accesses(*item);
    m_guards.close();
    report_conflicts(*item, others);
    item->operation = {};
    item->before.clear();
    std::erase(m_items, item);
    keep(item);
}

Status LateWork::finish(const Handle& wanted)
{
    Status status = Status::success;
    // Depth first; chains can be long.
    std::vector<Handle> path { wanted };
    while (!path.empty()) {
        const Handle item = path.back();
        if (item == nullptr || item->done) {
            path.pop_back();
            continue;
        }
        const auto next = std::ranges::find_if(item->before, [](const Handle& other) { return !other->done; });
        if (next != item->before.end()) {
            path.push_back(*next);
            continue;
        }
        path.pop_back();
        run(item, status);
    }
    return status;
}

Status LateWork::finish_all()
{
    Status status = Status::success;
    while (!m_items.empty()) {
        const std::size_t chosen = m_seed == 0U ? m_items.size() - 1 : m_seed ? m_random() % m_items.size() : 0;
        const Handle item = m_items[chosen];
        const Status own = finish(item);
        if (status == Status::success)
            status = own;
    }
    return status;
}

bool LateWork::is_done(const Handle& item)
{
    constexpr unsigned kMaxQueries = 3;
    if (item == nullptr || item->done)
        return true;
    if (++item->queries < kMaxQueries)
        return false;
    static_cast<void>(finish(item));
    return true;
}

bool LateWork::has_run(const Handle& item)
{
    return item == nullptr || item->done;
}

void LateWork::report_unfinished()
{
    m_guards.open();
    for (const Handle& item : m_items) {
        if (!item->note.what.empty() && item->note.must_be_awaited)
            m_report(fmt::format("The program ends without waiting for {}, which may be lost, with its output. Call "
                                 "`cudaDeviceSynchronize()` before the end.",
                item->note.what));
    }
    m_items.clear();
}

} // namespace warpstage::runtime
