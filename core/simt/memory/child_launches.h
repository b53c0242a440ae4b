// What kernels launch themselves (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"). It runs after the grid that launches
// it: a grid cannot wait for its children, so nothing can observe the difference.
#pragma once

#include "core/base/dim3.h"
#include "core/ptx/ast.h"
#include "core/simt/device_memory.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace warpstage::simt {

struct ChildLaunch {
    enum class Kind : std::uint8_t { kernel, copy, fill };
    // Tail launches run after all others and after what those have launched.
    enum class Order : std::uint8_t { stream, tail };

    Kind kind = Kind::kernel;
    Order order = Order::stream;
    std::uint64_t parent = 0; // linear index of the block
    // Of a kernel.
    std::uint32_t function = 0; // index into Module::functions
    Dim3 grid {};
    Dim3 block {};
    std::uint32_t shared_bytes = 0; // dynamic
    std::vector<std::byte> parameters {};
    // Of a copy or a fill.
    DeviceAddress target = 0;
    DeviceAddress source = 0;
    std::uint64_t bytes = 0;
    std::uint8_t value = 0;
};

// Blocks may call all functions from several threads.
class ChildLaunches {
public:
    // Shared memory of a block, static and dynamic, that kernels of the device may launch without the permission of the host.
    static constexpr std::uint64_t kSharedBytes = std::uint64_t { 48 } * 1024;
    // Between two launches: the host permits a kernel (an index into Module::functions) more dynamic shared memory, with
    // cudaFuncAttributeMaxDynamicSharedMemorySize. `most`: the maximum of the device; an H200 does not compare the value that the
    // host sets with launches of the device.
    void permit_shared(std::uint32_t function, std::uint64_t most) { m_permitted[function] = most; }
    void forbid_shared(std::uint32_t function) { m_permitted.erase(function); }
    // Whether a block of the kernel, with so many bytes of dynamic shared memory, has room.
    [[nodiscard]] bool has_shared_room(const ptx::Module& module, std::uint32_t function, std::uint64_t dynamic_bytes);
    // The buffer of a kernel's parameters, which the device has allocated, until the launch.
    void prepare(DeviceAddress buffer, ChildLaunch launch);
    // The launch of this buffer, without its parameters. Nothing: no such buffer.
    [[nodiscard]] std::optional<ChildLaunch> take_prepared(DeviceAddress buffer);
    void add(ChildLaunch launch);
    // All launches since the last call, those of the blocks with lower indices first.
    [[nodiscard]] std::vector<ChildLaunch> take();

private:
    std::mutex m_mutex;
    std::map<DeviceAddress, ChildLaunch> m_prepared;
    std::vector<ChildLaunch> m_launches;
    std::map<std::uint32_t, std::uint64_t> m_permitted; // bytes by function
    std::map<std::uint32_t, std::uint64_t> m_static_shared; // bytes by function
};

} // namespace warpstage::simt
