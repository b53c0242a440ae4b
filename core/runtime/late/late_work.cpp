#include "core/runtime/late/late_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <system_error>
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
    DeviceMutex::Clock::time_point submitted {};
    bool done = false;
    Status status = Status::success; // of an operation that has run beside the program
    unsigned queries = 0;

    [[nodiscard]] bool runs_after(const Item& other) const
    {
        const auto found = seen.find(other.stream);
        return found != seen.end() && found->second >= other.number;
    }
};

LateWork::LateWork(std::optional<std::uint64_t> seed, std::function<void(const std::string&)> report,
    std::function<std::string(std::uint64_t)> place_name, DeviceMutex* mutex)
    : m_report(std::move(report))
    , m_place_name(std::move(place_name))
    , m_seed(seed)
    , m_random(seed.value_or(0))
    , m_mutex(mutex)
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
    if (m_mutex != nullptr && m_thread == nullptr && item->note.runs == Runs::beside)
        start_thread();
    if (m_thread != nullptr) {
        item->submitted = DeviceMutex::Clock::now();
        m_thread->wake(LateThread::Due::later);
    }
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
    const std::size_t compared = std::min(m_items.size(), kMaxCompared);
    std::ranges::copy_if(std::span(m_items).first(compared), std::back_inserter(others), is_concurrent);
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
    const bool beside = is_beside(*item);
    if (beside) {
        m_running = item;
        m_mutex->set_beside(true);
    } else {
        item->done = true; // a callback may call the API
    }
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
    if (beside) {
        m_running = nullptr;
        m_mutex->set_beside(false);
    }
    if (m_running == nullptr)
        m_guards.close();
    item->done = true;
    report_conflicts(*item, others);
    item->operation = {};
    item->before.clear();
    std::erase(m_items, item);
    keep(item);
}

Status LateWork::finish(const Handle& wanted)
{
    Status status = std::exchange(m_missed, Status::success);
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
        const bool is_inside = m_thread != nullptr && m_mutex->is_beside(); // a callback
        if (item == m_running && !is_inside)
            wait_beside(item, status);
        if (item->done)
            continue;
        if (item->note.runs != Runs::anywhere && !is_inside)
            wait_for_running();
        if (!item->done)
            run_and_wait(item, status);
    }
    return status;
}

bool LateWork::is_beside(const Item& item) const
{
    return m_thread != nullptr && item.note.runs == Runs::beside;
}

void LateWork::start_thread()
{
    try {
        m_mutex->share();
        m_thread = std::make_unique<LateThread>(*m_mutex, [this](std::chrono::nanoseconds quiet) { return run_beside(quiet); });
    } catch (const std::system_error&) {
        m_mutex = nullptr; // this process cannot start threads: the work runs when the program waits for it
    }
}

LateWork::Handle LateWork::next_of(const Handle& item) const
{
    Handle next = item;
    while (true) {
        const auto before = std::ranges::find_if(next->before, [](const Handle& other) { return !other->done; });
        if (before == next->before.end())
            return next == m_running ? nullptr : next;
        next = *before;
    }
}

// A program that calls no function may wait for what a kernel writes. With a report, the work of other programs stays as late as
// possible: the host must have accessed the memory that it shares with the kernel.
bool LateWork::is_due(const Item& item, std::chrono::nanoseconds quiet) const
{
    constexpr std::chrono::milliseconds kQuiet { 5 };
    constexpr std::chrono::milliseconds kOld { 50 }; // the program calls functions while it waits
    constexpr std::chrono::milliseconds kQuietWithReport { 200 };
    const auto age = DeviceMutex::Clock::now() - item.submitted;
    if (!m_seed)
        return quiet >= kQuiet || age >= kOld;
    if (item.note.runs != Runs::beside)
        return false;
    return item.note.host.empty() ? quiet >= kQuietWithReport : age >= kQuietWithReport && GuardedMemory::is_accessed(&item);
}

LateThread::Next LateWork::run_beside(std::chrono::nanoseconds quiet)
{
    if (m_items.empty())
        return LateThread::Next::nothing;
    if (m_running != nullptr) { // by a thread of the program, for long
        run_others();
        return LateThread::Next::later;
    }
    std::erase_if(m_wanted, [](const Handle& item) { return item->done; });
    const auto due = std::ranges::find_if(m_items, [&](const Handle& item) { return !item->done && is_due(*item, quiet); });
    const Handle chosen = !m_wanted.empty() ? m_wanted.front() : due != m_items.end() ? *due : nullptr;
    const Handle next = chosen == nullptr ? nullptr : next_of(chosen);
    if (next == nullptr)
        return LateThread::Next::later;
    m_thread->gate().set_host_may_write(m_waiting == 0);
    run(next, next->status);
    if (m_wanted.empty() && m_missed == Status::success)
        m_missed = next->status;
    return LateThread::Next::has_run;
}

void LateWork::end_wait()
{
    if (--m_waiting == 0)
        m_thread->gate().set_host_may_write(true);
}

void LateWork::wait_for_running()
{
    if (m_running == nullptr)
        return;

    constexpr std::chrono::milliseconds kLongest { 20 };
    const Handle running = m_running;
    ++m_waiting;
    while (m_running == running) {
        m_thread->gate().set_host_may_write(false);
        m_thread->wait(kLongest);
    }
    end_wait();
}

// Operations that nothing makes wait for a kernel which runs for long go on, as on a GPU: the kernel may wait for them.
void LateWork::run_others()
{
    for (const Handle& item : std::vector(m_items)) {
        Status ignored = Status::success;
        const bool can_run = !item->done && item->note.runs == Runs::anywhere && item != m_running
            && std::ranges::all_of(item->before, [](const Handle& other) { return other->done; });
        if (can_run)
            run(item, ignored);
    }
}

// The thread that waits runs the operation itself. If that takes long, the other thread does what can be done meanwhile.
void LateWork::run_and_wait(const Handle& item, Status& status)
{
    if (!is_beside(*item))
        return run(item, status);
    ++m_waiting;
    m_thread->gate().set_host_may_write(false);
    run(item, status);
    end_wait();
}

void LateWork::wait_beside(const Handle& item, Status& status)
{
    constexpr std::chrono::milliseconds kLongest { 20 };
    ++m_waiting;
    while (!item->done) {
        m_thread->gate().set_host_may_write(false);
        m_thread->wait(kLongest);
        if (!item->done)
            run_others();
    }
    end_wait();
    if (status == Status::success)
        status = item->status;
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
    if (m_thread != nullptr && !m_mutex->is_beside()) {
        constexpr std::chrono::microseconds kMoment { 100 };
        m_wanted.push_back(item);
        m_thread->wake(LateThread::Due::now);
        m_thread->wait(kMoment); // a loop that asks takes the lock again and again
        return item->done;
    }
    static_cast<void>(finish(item));
    return true;
}

bool LateWork::has_run(const Handle& item)
{
    return item == nullptr || item->done;
}

void LateWork::report_unfinished()
{
    m_wanted.clear();
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
