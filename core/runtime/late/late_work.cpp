#include "core/runtime/late/late_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::runtime {

struct LateWork::Item {
    Operation operation;
    WorkNote note;
    std::vector<Handle> before;
    bool done = false;
    unsigned queries = 0;
};

LateWork::LateWork(std::uint64_t seed, std::function<void(const std::string&)> report)
    : m_report(std::move(report))
    , m_seed(seed)
    , m_random(seed)
{
}

LateWork::~LateWork() = default;

LateWork::Handle LateWork::add(Operation operation, WorkNote note, std::vector<Handle> before)
{
    auto item = std::make_shared<Item>(Item { std::move(operation), std::move(note), std::move(before) });
    std::erase_if(item->before, [](const Handle& other) { return other == nullptr || other->done; });
    m_items.push_back(item);
    m_guards.protect(item.get(), item->note.host);
    return item;
}

void LateWork::run(Item& item, Status& status)
{
    item.done = true; // a callback may call the API
    m_guards.open();
    m_guards.remember(&item);
    const Status own = item.operation ? item.operation() : Status::success;
    if (status == Status::success)
        status = own;
    for (const HostAccess& access : m_guards.release(&item))
        m_report(fmt::format("The host {} `{}` at 0x{:x} before {} has finished. Call `cudaDeviceSynchronize()`, or "
                             "`cudaStreamSynchronize()` for its stream, before the access.",
            access.reads_target ? "accesses" : "writes to", access.name, access.address, item.note.what));
    m_guards.close();
    item.operation = {};
    item.before.clear();
    std::erase_if(m_items, [&](const Handle& other) { return other.get() == &item; });
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
        run(*item, status);
    }
    return status;
}

Status LateWork::finish_all()
{
    Status status = Status::success;
    while (!m_items.empty()) {
        const std::size_t chosen = m_seed == 0 ? m_items.size() - 1 : m_random() % m_items.size();
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
        if (!item->note.what.empty())
            m_report(fmt::format("The program ends without waiting for {}, which may be lost, with its output. Call "
                                 "`cudaDeviceSynchronize()` before the end.",
                item->note.what));
    }
    m_items.clear();
}

} // namespace warpstage::runtime
