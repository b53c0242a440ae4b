// A libcuda in front of another one, a real driver or the virtual device's: forwards every call of the program and injects
// failures, which are rare on a GPU or need one of another kind.
//
// The environment variable WARPSTAGE_FAULTY_CUDA holds switches separated by spaces:
//   driver=/usr/lib/x86_64-linux-gnu/libcuda.so.1   the library behind; required
//   fail=cuMemAlloc:2:700     the second call of cuMemAlloc returns 700; may be given several times
//   lost=cuLaunchKernel:9:719 from the ninth launch on, every call returns 719, as after a fault or on a GPU that has gone
//   memory=1000000            bytes of the GPU
//   occupied=900000           bytes of them that other programs use
//   devices=2                 the GPU is listed twice
//   name=NVIDIA_H100_MIG_1g.10gb   name of the GPU; _ stands for a space
//   multiprocessors=14
#include "core/gpu/driver/driver_functions.h"

#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace {

using warpstage::gpu::PFN_cuGLGetDevices_v6050;
using warpstage::gpu::PFN_cuGraphicsGLRegisterBuffer_v3000;

struct Failure {
    std::string function;
    std::size_t call = 0;
    int status = 0;
};

struct Switches {
    std::string driver;
    std::multimap<std::string, Failure, std::less<>> failures;
    std::optional<Failure> lost;
    std::size_t memory = 0; // 0: that of the driver
    std::size_t occupied = 0;
    int devices = 0; // likewise
    int multiprocessors = 0;
    std::string name;
};

Failure failure_of(const std::string& value)
{
    std::istringstream parts { value };
    Failure failure;
    std::string number;
    std::getline(parts, failure.function, ':');
    std::getline(parts, number, ':');
    failure.call = std::stoul(number);
    std::getline(parts, number, ':');
    failure.status = std::stoi(number);
    return failure;
}

Switches read_switches()
{
    Switches switches;
    const char* const text = std::getenv("WARPSTAGE_FAULTY_CUDA");
    std::istringstream words { text == nullptr ? "" : text };
    for (std::string word; words >> word;) {
        const auto equals = word.find('=');
        const auto name = word.substr(0, equals);
        auto value = word.substr(equals + 1);
        if (name == "driver") {
            switches.driver = value;
        } else if (name == "fail") {
            const auto failure = failure_of(value);
            switches.failures.emplace(failure.function, failure);
        } else if (name == "lost") {
            switches.lost = failure_of(value);
        } else if (name == "memory") {
            switches.memory = std::stoull(value);
        } else if (name == "occupied") {
            switches.occupied = std::stoull(value);
        } else if (name == "devices") {
            switches.devices = std::stoi(value);
        } else if (name == "multiprocessors") {
            switches.multiprocessors = std::stoi(value);
        } else if (name == "name") {
            for (char& letter : value)
                letter = letter == '_' ? ' ' : letter;
            switches.name = value;
        } else {
            std::fprintf(stderr, "WARPSTAGE_FAULTY_CUDA: unknown switch %s\n", name.c_str());
            std::abort();
        }
    }
    return switches;
}

#define MEMBER(member, symbol, version) member,
enum Entry : std::size_t { WARPSTAGE_DRIVER_FUNCTIONS(MEMBER) kEntries };
#undef MEMBER

class Front {
public:
    Front()
        : m_switches(read_switches())
        , m_driver(dlopen(m_switches.driver.c_str(), RTLD_NOW | RTLD_LOCAL))
    {
        if (m_driver != nullptr)
            return;
        std::fprintf(stderr, "WARPSTAGE_FAULTY_CUDA: %s\n", dlerror());
        std::abort();
    }

    [[nodiscard]] const Switches& switches() const { return m_switches; }

    void* exported(const char* name) const { return dlsym(m_driver, name); }

    // Null: the driver does not have it.
    void* behind(const char* symbol, int version, cuuint64_t flags) const
    {
        using GetProcAddress = CUresult (*)(const char*, void**, int, cuuint64_t, void*);
        const auto get = reinterpret_cast<GetProcAddress>(exported("cuGetProcAddress_v2"));
        void* address = nullptr;
        return get(symbol, &address, version, flags, nullptr) == CUDA_SUCCESS ? address : nullptr;
    }
    void find(Entry entry, const char* symbol, int version)
    {
        m_found.at(entry) = behind(symbol, version, CU_GET_PROC_ADDRESS_LEGACY_STREAM);
    }
    [[nodiscard]] void* function(Entry entry) const { return m_found.at(entry); }

    // The status of an injected failure; nothing: the call is forwarded.
    std::optional<CUresult> begin(std::string_view symbol)
    {
        const std::scoped_lock lock(m_mutex);
        const auto call = ++m_calls[std::string { symbol }];
        if (const auto& lost = m_switches.lost; lost && lost->function == symbol && call >= lost->call)
            m_lost = true;
        const bool only_words = symbol == "cuGetErrorName" || symbol == "cuGetErrorString";
        if (m_lost && !only_words)
            return static_cast<CUresult>(m_switches.lost->status);
        const auto [first, last] = m_switches.failures.equal_range(symbol);
        for (auto failure = first; failure != last; ++failure)
            if (failure->second.call == call)
                return static_cast<CUresult>(failure->second.status);
        return std::nullopt;
    }

    // Memory of the GPU in use.
    std::optional<CUresult> reserve(std::size_t bytes)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_switches.memory != 0 && m_used + m_switches.occupied + bytes > m_switches.memory)
            return CUDA_ERROR_OUT_OF_MEMORY;
        return std::nullopt;
    }
    void allocated(CUdeviceptr address, std::size_t bytes)
    {
        const std::scoped_lock lock(m_mutex);
        m_blocks[address] = bytes;
        m_used += bytes;
    }
    void freed(CUdeviceptr address)
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_blocks.find(address);
        if (found == m_blocks.end())
            return;
        m_used -= found->second;
        m_blocks.erase(found);
    }
    std::size_t used()
    {
        const std::scoped_lock lock(m_mutex);
        return m_used;
    }

private:
    Switches m_switches;
    void* m_driver;
    std::array<void*, kEntries> m_found {};
    std::mutex m_mutex;
    std::map<std::string, std::size_t, std::less<>> m_calls;
    std::map<CUdeviceptr, std::size_t> m_blocks;
    std::size_t m_used = 0;
    bool m_lost = false;
};

Front& front()
{
    static Front the_front;
    return the_front;
}

// The driver's function; not supported if it does not have it, as sharing with OpenGL on the virtual device.
template <Entry kEntry, typename... Arguments> CUresult forward(Arguments... arguments)
{
    const auto real = reinterpret_cast<CUresult (*)(Arguments...)>(front().function(kEntry));
    return real == nullptr ? CUDA_ERROR_NOT_SUPPORTED : real(arguments...);
}

template <Entry kEntry> constexpr const char* symbol_of()
{
    constexpr std::array kSymbols {
#define SYMBOL(member, symbol, version) #symbol,
        WARPSTAGE_DRIVER_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    return kSymbols.at(kEntry);
}

// What a call does if no failure is injected.
template <Entry kEntry> struct Behavior {
    template <typename... Arguments> static CUresult call(Arguments... arguments) { return forward<kEntry>(arguments...); }
};

template <> struct Behavior<mem_alloc> {
    static CUresult call(CUdeviceptr* address, std::size_t bytes)
    {
        if (const auto refused = front().reserve(bytes))
            return *refused;
        const auto status = forward<mem_alloc>(address, bytes);
        if (status == CUDA_SUCCESS)
            front().allocated(*address, bytes);
        return status;
    }
};
template <> struct Behavior<mem_free> {
    static CUresult call(CUdeviceptr address)
    {
        front().freed(address);
        return forward<mem_free>(address);
    }
};
template <> struct Behavior<mem_get_info> {
    static CUresult call(std::size_t* free, std::size_t* total)
    {
        const auto status = forward<mem_get_info>(free, total);
        if (const auto memory = front().switches().memory; status == CUDA_SUCCESS && memory != 0) {
            *total = memory;
            *free = memory - front().switches().occupied - front().used();
        }
        return status;
    }
};
template <> struct Behavior<device_total_mem> {
    static CUresult call(std::size_t* bytes, CUdevice device)
    {
        const auto status = forward<device_total_mem>(bytes, device);
        if (const auto memory = front().switches().memory; memory != 0)
            *bytes = memory;
        return status;
    }
};
template <> struct Behavior<device_get_count> {
    static CUresult call(int* count)
    {
        const auto status = forward<device_get_count>(count);
        if (const auto devices = front().switches().devices; devices != 0)
            *count = devices;
        return status;
    }
};
template <> struct Behavior<device_get> {
    static CUresult call(CUdevice* device, int index)
    {
        return forward<device_get>(device, front().switches().devices != 0 ? 0 : index);
    }
};
template <> struct Behavior<device_get_name> {
    static CUresult call(char* name, int bytes, CUdevice device)
    {
        const auto status = forward<device_get_name>(name, bytes, device);
        if (const auto& own = front().switches().name; !own.empty())
            std::snprintf(name, static_cast<std::size_t>(bytes), "%s", own.c_str());
        return status;
    }
};
template <> struct Behavior<device_get_attribute> {
    static CUresult call(int* value, CUdevice_attribute attribute, CUdevice device)
    {
        const auto status = forward<device_get_attribute>(value, attribute, device);
        if (const auto own = front().switches().multiprocessors;
            attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT && own != 0)
            *value = own;
        return status;
    }
};

template <Entry kEntry, typename... Arguments> CUresult enter(Arguments... arguments)
{
    if (const auto failed = front().begin(symbol_of<kEntry>()))
        return *failed;
    return Behavior<kEntry>::call(arguments...);
}

template <Entry kEntry, typename... Arguments> void* entry_point(CUresult (*)(Arguments...))
{
    return reinterpret_cast<void*>(&enter<kEntry, Arguments...>);
}

// Functions that the program does not call, for libraries that it loads, are those of the driver.
CUresult find(const char* symbol, void** function, int wanted_version, cuuint64_t flags)
{
    const std::string_view wanted { symbol };
    *function = nullptr;
#define FIND(member, name, version)                                                                                              \
    if (wanted == #name) {                                                                                                       \
        front().find(member, symbol, version);                                                                                   \
        *function = entry_point<member>(PFN_##name##_v##version {});                                                             \
    }
    WARPSTAGE_DRIVER_FUNCTIONS(FIND)
#undef FIND
    if (*function == nullptr)
        *function = front().behind(symbol, wanted_version, flags);
    return *function == nullptr ? CUDA_ERROR_NOT_FOUND : CUDA_SUCCESS;
}

} // namespace

// cuda.h declares the newest forms of these names, so different names are used in the source and the same names in the library.
extern "C" CUresult faulty_driver_get_version(int* version) __asm__("cuDriverGetVersion");
extern "C" CUresult faulty_get_proc_address(
    const char* symbol, void** function, int version, cuuint64_t flags, void* status) __asm__("cuGetProcAddress_v2");

extern "C" CUresult faulty_driver_get_version(int* version)
{
    return reinterpret_cast<CUresult (*)(int*)>(front().exported("cuDriverGetVersion"))(version);
}

extern "C" CUresult faulty_get_proc_address(const char* symbol, void** function, int version, cuuint64_t flags, void* /*status*/)
{
    return find(symbol, function, version, flags);
}
