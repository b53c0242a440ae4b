// The work of a program's streams in the latest order that the program permits (`warpstage exec --late`): an operation runs when
// the program waits for it. What the program does too early then shows: it reads old values, and so does a stream that does not
// wait for another one.
#pragma once

#include "core/runtime/device_mutex.h"
#include "core/runtime/late/guarded_memory.h"
#include "core/runtime/late/late_thread.h"
#include "core/runtime/late/used_memory.h"
#include "core/runtime/status.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace warpstage::runtime {

using Operation = std::function<Status()>;

// Where an operation runs.
enum class Runs : std::uint8_t {
    anywhere,
    alone, // a launch: not while another one runs
    beside, // a launch that may wait for the host: on a thread of its own
};

// What an operation does, for findings.
struct WorkNote {
    std::string what; // "a launch of kernel `add`"; empty: nothing that a program must wait for
    std::vector<HostRange> host; // memory that host and device share and that the operation may access
    std::shared_ptr<UsedMemory> used {}; // that it reads and writes; null: not known
    bool must_be_awaited = true; // before the end of the program
    Runs runs = Runs::anywhere;
};

class LateWork {
public:
    struct Item;
    using Handle = std::shared_ptr<Item>;

    // `seed` 0: each operation as late as possible, and the streams in the reverse order; else in a random order. Nothing: in the
    // order of submission, and nothing is reported. `report`: receives a sentence about an access that does not wait.
    // `place_name`: of an address, for these sentences. `mutex`: held by all callers; null: no operation runs beside the program.
    LateWork(std::optional<std::uint64_t> seed, std::function<void(const std::string&)> report,
        std::function<std::string(std::uint64_t)> place_name, DeviceMutex* mutex);
    LateWork(const LateWork&) = delete;
    LateWork& operator=(const LateWork&) = delete;
    ~LateWork();

    // Runs after all of `before`; null handles are ignored. `stream`: identifies it; its operations run in order.
    [[nodiscard]] Handle add(const void* stream, Operation operation, WorkNote note, std::vector<Handle> before);
    // Runs the operation and what it must run after. The first error; null: success.
    [[nodiscard]] Status finish(const Handle& item);
    [[nodiscard]] Status finish_all();
    // Asked again and again, the operation runs: a program may wait in a loop. Does not wait for one that runs beside it.
    [[nodiscard]] bool is_done(const Handle& item);
    // Whether the operation has run; null: true.
    [[nodiscard]] static bool has_run(const Handle& item);
    [[nodiscard]] bool is_reported() const { return m_seed.has_value(); }
    // The program ends: sentences about the work that it has not waited for, which is lost.
    void report_unfinished();
    // Whether an operation runs beside the program; waits until none does.
    [[nodiscard]] bool runs_beside() const { return m_running != nullptr; }
    void wait_for_running();

private:
    void run(const Handle& item, Status& status);
    // An operation that must run before the item and can run now, or the item; null: one of them runs.
    [[nodiscard]] Handle next_of(const Handle& item) const;
    [[nodiscard]] LateThread::Next run_beside(std::chrono::nanoseconds quiet);
    [[nodiscard]] bool is_due(const Item& item, std::chrono::nanoseconds quiet) const;
    [[nodiscard]] bool is_beside(const Item& item) const;
    void run_and_wait(const Handle& item, Status& status);
    void wait_beside(const Handle& item, Status& status);
    void end_wait();
    void run_others();
    void start_thread();
    // The operations that may run at the same time as this one, which runs now: nothing orders them, and the program had
    // submitted each of the two before it knew the end of the other one.
    [[nodiscard]] std::vector<Handle> concurrent(const Item& item) const;
    void report_host_accesses(const Item& item);
    void report_conflicts(const Item& item, const std::vector<Handle>& others);
    void keep(const Handle& item);

    std::vector<Handle> m_items; // that have not run, in the order of their submission
    std::vector<Handle> m_recent; // that have run and may have run at the same time as one of m_items
    std::uint64_t m_submitted = 0; // operations
    std::set<const void*> m_streams; // of all operations
    std::set<std::string> m_said; // conflicts
    std::function<void(const std::string&)> m_report;
    std::function<std::string(std::uint64_t)> m_place_name;
    GuardedMemory m_guards;
    std::optional<std::uint64_t> m_seed;
    std::mt19937_64 m_random;
    DeviceMutex* m_mutex;
    Handle m_running; // beside the program
    std::vector<Handle> m_wanted; // to run beside the program, in this order
    unsigned m_waiting = 0; // threads of the program in wait_beside()
    Status m_missed = Status::success; // of operations that ran beside the program without being awaited
    std::unique_ptr<LateThread> m_thread; // from the first operation on that runs beside the program; uses the others
};

} // namespace warpstage::runtime
