#include "core/gpu/libraries/cub.h"

#include "core/base/process/programs.h"
#include "core/base/verify.h"
#include "core/gpu/device_pointer.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <utility>

namespace warpstage::gpu {

namespace {

constexpr const char* kFile = "libwarpstage_cub.so";

} // namespace

// Functions of cub_sums.cu.
struct CubFunctions {
    int (*version)() = nullptr;
    int (*sum_ints)(void* scratch, std::size_t* scratch_bytes, const int* numbers, int* sum, std::size_t count,
        StreamHandle stream) = nullptr;

    // Stays open, because its CUDA runtime keeps state of the GPU.
    [[nodiscard]] bool load(const std::filesystem::path& path)
    {
        void* const library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
        if (library == nullptr)
            return false;
        version =
            reinterpret_cast<decltype(version)>(dlsym(library, "warpstage_cub_version")); // POSIX guarantees this conversion
        sum_ints = reinterpret_cast<decltype(sum_ints)>(dlsym(library, "warpstage_cub_sum_ints"));
        return version != nullptr && sum_ints != nullptr;
    }
};

std::vector<std::filesystem::path> cub_libraries()
{
    auto places = program_folders();
    for (auto& place : places)
        place /= kFile;
    return places;
}

Result<std::filesystem::path> find_cub(std::span<const std::filesystem::path> libraries)
{
    for (const auto& path : libraries) {
        if (CubFunctions functions; functions.load(path))
            return path;
    }
    return Error { fmt::format("{} was not found. Build warpstage with a CUDA Toolkit that includes CUB. Only the CUB line of "
                               "`warpstage bench` requires it.",
        kFile) };
}

Result<std::unique_ptr<Cub>> Cub::open(std::shared_ptr<Context> context, std::span<const std::filesystem::path> libraries)
{
    const auto found = find_cub(libraries);
    if (!found)
        return found.error();
    auto functions = std::make_unique<CubFunctions>();
    VERIFY(functions->load(*found));
    const int version = functions->version();
    auto text = fmt::format("{}.{}.{}", version / 100000, version / 100 % 1000, version % 100);
    return std::unique_ptr<Cub> { new Cub { std::move(context), std::move(functions), std::move(text) } };
}

Cub::Cub(std::shared_ptr<Context> context, std::unique_ptr<CubFunctions> functions, std::string version)
    : m_context(std::move(context))
    , m_functions(std::move(functions))
    , m_version(std::move(version))
{
}

Cub::~Cub() = default;

Result<void> Cub::provide_scratch(std::size_t count)
{
    std::size_t bytes = 0;
    const auto status = m_functions->sum_ints(nullptr, &bytes, nullptr, nullptr, count, nullptr);
    if (status != 0)
        return Error { fmt::format("CUB cannot add {} numbers (CUDA error {}). Choose a smaller size.", count, status) };
    if (m_scratch && m_scratch->bytes() >= bytes)
        return {};
    auto scratch = Buffer::allocate(m_context, bytes, "CUB's scratch");
    if (!scratch)
        return scratch.error();
    m_scratch = std::move(*scratch);
    return {};
}

Result<void> Cub::sum_ints(Stream& stream, std::size_t count, DeviceAddress numbers, DeviceAddress sum)
{
    if (auto provided = provide_scratch(count); !provided)
        return provided;
    std::size_t bytes = m_scratch->bytes();
    const auto status = m_functions->sum_ints(device_pointer<void>(m_scratch->address()), &bytes,
        device_pointer<const int>(numbers), device_pointer<int>(sum), count, stream.handle());
    if (status != 0)
        return Error { fmt::format("The sum with CUB failed (CUDA error {}). Update the driver.", status) };
    return {};
}

} // namespace warpstage::gpu
