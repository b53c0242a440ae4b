// The device code of a program: its fat binaries, kernels and variables, as nvcc's code registers them before main().
#pragma once

#include "core/analysis/machine_code/assembled.h"
#include "core/base/result.h"
#include "core/ptx/ast.h"
#include "core/runtime/abi.h"
#include "core/runtime/memory.h"
#include "core/runtime/status.h"
#include "core/simt/memory/module_memory.h"
#include "core/simt/program.h"
#include "core/timing/machine_code/machine_code.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::runtime {

// An API error and, where the code says too little, a sentence for the user.
struct Failure {
    Status status = Status::unknown;
    std::string sentence;
    bool permanent = false; // every later call returns it, as after a fault of a kernel
};

// A managed variable: the program accesses it through the pointer at `pointer`.
struct ManagedVariable {
    void** pointer = nullptr;
    std::string name;
};

// The PTX of one fat binary, or of all that nvcc has linked.
struct Unit {
    const std::byte* container = nullptr; // the first one with PTX
    std::string linked; // PTX of several; empty: that of the container
    std::unique_ptr<ptx::Module> module; // never null
    std::optional<simt::ModuleMemory> memory; // always has a value
};

// What a program registers at once: a translation unit, or all of them if nvcc has linked relocatable device code (-rdc=true). It
// is read when the program first uses it: most programs register more than they launch.
struct Binary {
    std::vector<const std::byte*> containers;
    std::vector<ManagedVariable> managed;
    std::vector<std::unique_ptr<Unit>> units; // of those containers that have PTX
    std::vector<std::byte> image; // copy of what the program loads itself; the container is in it
    std::deque<char> keys; // their addresses are the host functions of kernels that the program has found by name
    bool loaded = false;
    std::optional<Failure> failure; // of loading
};

struct Kernel {
    Binary* binary = nullptr;
    Unit* unit = nullptr; // null: not lowered
    std::string name; // in the PTX
    std::optional<simt::Program> program; // nothing: not lowered
    std::optional<Failure> failure; // of lowering
    timing::MachineCode code; // estimated, for registers and times
    // By ptxas of an installed CUDA Toolkit; not valid: see Modules::assemble(); nothing: the tools have failed.
    std::shared_future<std::optional<analysis::AssembledKernel>> assembled;
    bool polls = false; // it may loop until memory has another value
    int max_dynamic_shared_bytes = kDefaultDynamicShared; // cudaFuncAttributeMaxDynamicSharedMemorySize
    int nonportable_cluster = 0; // cudaFuncAttributeNonPortableClusterSizeAllowed, as set: 0 is no

    static constexpr int kDefaultDynamicShared = 48 * 1024;
};

struct Symbol {
    Binary* binary = nullptr;
    std::string name;
    std::size_t bytes = 0;
};

// The PTX of several texts as one text, as nvlink joins their machine code.
[[nodiscard]] std::string link_texts(std::span<const std::string> texts);

class Modules {
public:
    // `memory` and `traits` must outlive it.
    Modules(Memory& memory, const arch::Traits& traits);

    [[nodiscard]] Binary* add(std::vector<const std::byte*> containers);
    // Reads PTX text or a fat binary that the program loads itself (cuModuleLoadData); the image is copied. Null with `failure`
    // set.
    [[nodiscard]] Binary* load_image(const void* image, Failure& failure);
    // Whether add() or load_image() has returned it, and it has not been removed.
    [[nodiscard]] bool contains(const Binary* binary) const;
    void remove(Binary* binary);
    void add_kernel(Binary& binary, const void* host, std::string name);
    void add_symbol(Binary& binary, const void* host, std::string name, std::size_t bytes);
    void add_managed(Binary& binary, void** pointer, std::string name, std::size_t bytes);

    // Reads the PTX and creates the variables, unless that has been done. Null: no error.
    [[nodiscard]] const Failure* load(Binary& binary);
    // The cudaKernel_t of a host function: the address of its Kernel; null if no kernel is registered for it.
    [[nodiscard]] const void* handle(const void* host) const;
    // The kernel ready to run, by its host function or handle; null with `failure` set.
    [[nodiscard]] Kernel* kernel(const void* function, Failure& failure);
    // Starts to assemble a kernel that is ready to run, once, if the tools are installed.
    void assemble(Kernel& kernel) const;
    // For messages, also of a kernel that cannot run; empty: no kernel is registered.
    [[nodiscard]] std::string name_of(const void* function) const;
    // The kernel of this name; null: the binary, which is loaded, has none.
    [[nodiscard]] const void* find_kernel(Binary& binary, std::string_view name);
    // All kernels of a loaded binary.
    [[nodiscard]] static std::vector<std::string> kernel_names(const Binary& binary);
    // The text of the unit's PTX.
    [[nodiscard]] std::string ptx_of(const Unit& unit) const;
    // The address of a variable: device memory, or host memory of a constant that is also mapped. Null with `failure` set.
    [[nodiscard]] void* address(const void* host, std::size_t& bytes, Failure& failure);
    [[nodiscard]] void* address(Binary& binary, const std::string& name, std::size_t& bytes, Failure& failure);

private:
    [[nodiscard]] std::optional<Failure> read_all(Binary& binary);
    [[nodiscard]] std::optional<Failure> read(Binary& binary, std::unique_ptr<Unit> unit, const std::string& text);
    [[nodiscard]] Result<std::string> ptx_in(const std::byte* container, Status& status) const;
    void map_managed(Binary& binary, Unit& unit);
    [[nodiscard]] std::optional<Failure> lower(Kernel& kernel);
    [[nodiscard]] const Kernel* find(const void* function) const;

    Memory& m_memory;
    const arch::Traits& m_traits;
    std::vector<std::unique_ptr<Binary>> m_binaries;
    std::map<const void*, Kernel> m_kernels; // by the host function
    std::map<const void*, Symbol> m_symbols; // by the host variable
};

} // namespace warpstage::runtime
