// The work of a program's streams in the latest order that the program permits (`warpstage exec --late`): an operation runs when
// the program waits for it. What the program does too early then shows: it reads old values, and so does a stream that does not
// wait for another one.
#pragma once

#include "core/runtime/late/guarded_memory.h"
#include "core/runtime/status.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace warpstage::runtime {

using Operation = std::function<Status()>;

// What an operation does, for findings.
struct WorkNote {
    std::string what; // "launch 2 of kernel `add`"; empty: nothing that a program must wait for
    std::vector<HostRange> host; // memory that host and device share and that the operation may access
};

class LateWork {
public:
    struct Item;
    using Handle = std::shared_ptr<Item>;

    // `seed` 0: each operation as late as possible, and the streams in the reverse order; else in a random order.
    // `report`: receives a sentence about an access of the host that does not wait.
    LateWork(std::uint64_t seed, std::function<void(const std::string&)> report);
    LateWork(const LateWork&) = delete;
    LateWork& operator=(const LateWork&) = delete;
    ~LateWork();

    // Runs after all of `before`; null handles are ignored.
    [[nodiscard]] Handle add(Operation operation, WorkNote note, std::vector<Handle> before);
    // Runs the operation and what it must run after. The first error; null: success.
    [[nodiscard]] Status finish(const Handle& item);
    [[nodiscard]] Status finish_all();
    // Asked again and again, the operation runs: a program may wait in a loop.
    [[nodiscard]] bool is_done(const Handle& item);
    // Whether the operation has run; null: true.
    [[nodiscard]] static bool has_run(const Handle& item);
    // The program ends: sentences about the work that it has not waited for, which is lost.
    void report_unfinished();

private:
    void run(Item& item, Status& status);

    std::vector<Handle> m_items; // that have not run, in the order of their submission
    std::function<void(const std::string&)> m_report;
    GuardedMemory m_guards;
    std::uint64_t m_seed;
    std::mt19937_64 m_random;
};

} // namespace warpstage::runtime
