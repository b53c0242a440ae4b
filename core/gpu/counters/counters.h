// Hardware counters of kernel launches, read with CUPTI's Range Profiler, which is opened at run time: without it, or without the
// permission to read counters, everything else still works. Source: CUPTI documentation, "CUPTI Range Profiler API". Each launch
// is one range ("auto range") and runs once per pass that the counters need ("kernel replay"); before each pass CUPTI restores
// the memory that the kernel wrote.
#pragma once

#include "core/base/result.h"
#include "core/gpu/context.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpstage::gpu {

// Name of a counter, "smsp__inst_executed.sum" -> its value for one launch.
using CounterValues = std::map<std::string, double, std::less<>>;

// Locations of CUPTI in search order: by soname through the loader, then under CUDA_HOME and /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> cupti_libraries();

// The first of these that can read counters; does not check the permission. Errors: none found, or warpstage was built without
// CUPTI's headers.
[[nodiscard]] Result<std::filesystem::path> find_cupti(std::span<const std::filesystem::path> libraries);

class CounterSession {
public:
    // Prepares these counters on the context's GPU; counters that this GPU does not have are omitted. Errors, each with a remedy:
    // no CUPTI or one older than CUDA 12.6, a GPU or configuration whose counters cannot be read, no permission, none of the
    // counters available, warpstage built without CUPTI's headers.
    [[nodiscard]] static Result<CounterSession> open(std::shared_ptr<Context> context, const std::vector<std::string>& counters);
    // The same with the first of these libraries that opens.
    [[nodiscard]] static Result<CounterSession> open(std::shared_ptr<Context> context, const std::vector<std::string>& counters,
        std::span<const std::filesystem::path> libraries);

    CounterSession(CounterSession&& other) noexcept;
    CounterSession& operator=(CounterSession&& other) = delete;
    ~CounterSession(); // afterward kernels run at full speed again

    [[nodiscard]] const std::vector<std::string>& counters() const;
    [[nodiscard]] const std::vector<std::string>& unknown() const; // requested counters that were omitted
    // Number of replays of each launch.
    [[nodiscard]] std::size_t passes() const;
    [[nodiscard]] const std::filesystem::path& library() const;

    // Calls `work`, which launches `launches` kernels on the context and waits for them. Returns one element per launch, in their
    // order. Errors: that of `work`, a different number of launches, errors of CUPTI.
    [[nodiscard]] Result<std::vector<CounterValues>> measure(std::size_t launches, const std::function<Result<void>()>& work);

private:
    struct State;
    explicit CounterSession(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

} // namespace warpstage::gpu
