// Hardware counters of kernel launches, read with CUPTI's Range Profiler, which is opened at run time: without it, or without
// leave to read counters, everything else works as before.
// Source: CUPTI documentation, "CUPTI Range Profiler API". Each launch is one range ("auto range") and is run as often as the
// counters need passes ("kernel replay"); CUPTI restores the memory that it wrote before each.
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

// A counter's name, as in "smsp__inst_executed.sum" -> what it counted in one launch.
using CounterValues = std::map<std::string, double, std::less<>>;

// Where CUPTI is looked for, in this order: by soname through the loader, then under CUDA_HOME and /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> cupti_libraries();

// The first of these that could read counters; says nothing about leave to read them. Errors: none, or warpstage was built
// without CUPTI's headers.
[[nodiscard]] Result<std::filesystem::path> find_cupti(std::span<const std::filesystem::path> libraries);

class CounterSession {
public:
    // Makes ready for these counters on the context's GPU. Those that this GPU does not have are left out. Errors, each with what
    // to do: no CUPTI or one older than CUDA 12.6, a GPU or set-up whose counters cannot be read, no leave to read them, none of
    // the counters known, warpstage built without CUPTI's headers.
    [[nodiscard]] static Result<CounterSession> open(std::shared_ptr<Context> context, const std::vector<std::string>& counters);
    // The same with the first of these libraries that opens.
    [[nodiscard]] static Result<CounterSession> open(std::shared_ptr<Context> context, const std::vector<std::string>& counters,
        std::span<const std::filesystem::path> libraries);

    CounterSession(CounterSession&& other) noexcept;
    CounterSession& operator=(CounterSession&& other) = delete;
    ~CounterSession(); // kernels run at full speed again

    [[nodiscard]] const std::vector<std::string>& counters() const;
    [[nodiscard]] const std::vector<std::string>& unknown() const; // that were asked for and left out
    // How often each launch runs.
    [[nodiscard]] std::size_t passes() const;
    [[nodiscard]] const std::filesystem::path& library() const;

    // Calls `work`, which launches `launches` kernels on the context and waits for them; one element a launch, in their order.
    // Errors: that of `work`; another number of launches; whatever CUPTI refuses.
    [[nodiscard]] Result<std::vector<CounterValues>> measure(std::size_t launches, const std::function<Result<void>()>& work);

private:
    struct State;
    explicit CounterSession(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

} // namespace warpstage::gpu
