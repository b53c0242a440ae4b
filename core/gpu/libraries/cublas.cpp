#include "core/gpu/libraries/cublas.h"

#include "core/gpu/device_pointer.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace warpstage::gpu {

namespace {

constexpr std::array kCublasSonames { "libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "libcublas.so" };
// NVIDIA's installers use the first folder, its Python and conda packages the second.
constexpr std::array kCublasFolders { "lib64", "lib" };
constexpr std::string_view kAdvice = "Install the CUDA Toolkit's libraries, or set CUDA_HOME to their folder. Only the cuBLAS "
                                     "line of `warpstage bench` requires them.";

// Values from cublas_api.h, which may not be installed; they have never changed.
using Status = int; // cublasStatus_t, 0 is success
using Handle = void*; // cublasHandle_t
using Operation = int; // cublasOperation_t
constexpr Operation kPlain = 0; // CUBLAS_OP_N
constexpr Operation kTransposed = 1; // CUBLAS_OP_T

template <typename Number>
using Multiply = Status (*)(Handle, Operation, Operation, int m, int n, int k, const Number* alpha, const Number* a, int lda,
    const Number* b, int ldb, const Number* beta, Number* c, int ldc);
using AddTransposed = Status (*)(Handle, Operation, Operation, int m, int n, const float* alpha, const float* a, int lda,
    const float* beta, const float* b, int ldb, float* c, int ldc);

template <typename Function> [[nodiscard]] bool find(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name)); // POSIX guarantees this conversion
    return function != nullptr;
}

Result<void> outcome(Status status, std::string_view attempt)
{
    if (status != 0)
        return Error { fmt::format(
            "{} with cuBLAS failed (status {}). Choose a smaller size, or update the library.", attempt, status) };
    return {};
}

} // namespace

struct CublasFunctions {
    Status (*create)(Handle*) = nullptr;
    Status (*destroy)(Handle) = nullptr;
    Status (*get_version)(Handle, int*) = nullptr;
    Status (*set_stream)(Handle, StreamHandle) = nullptr;
    Multiply<float> sgemm = nullptr;
    Multiply<double> dgemm = nullptr;
    AddTransposed sgeam = nullptr;

    [[nodiscard]] bool fill(void* library)
    {
        return find(library, "cublasCreate_v2", create) && find(library, "cublasDestroy_v2", destroy)
            && find(library, "cublasGetVersion_v2", get_version) && find(library, "cublasSetStream_v2", set_stream)
            && find(library, "cublasSgemm_v2", sgemm) && find(library, "cublasDgemm_v2", dgemm)
            && find(library, "cublasSgeam", sgeam);
    }
    // Stays open, because it has its own threads and GPU memory.
    [[nodiscard]] bool load(const std::filesystem::path& path)
    {
        void* const library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
        return library != nullptr && fill(library);
    }
};

std::vector<std::filesystem::path> cublas_libraries()
{
    std::vector<std::filesystem::path> libraries { kCublasSonames.begin(), kCublasSonames.end() };
    std::vector<std::filesystem::path> roots { "/usr/local/cuda" };
    if (const char* home = std::getenv("CUDA_HOME"); home != nullptr && *home != '\0') // NOLINT(concurrency-mt-unsafe)
        roots.insert(roots.begin(), home);
    for (const auto& root : roots) {
        for (const auto* folder : kCublasFolders) {
            for (const auto* soname : kCublasSonames)
                libraries.push_back(root / folder / soname);
        }
    }
    return libraries;
}

Result<std::filesystem::path> find_cublas(std::span<const std::filesystem::path> libraries)
{
    for (const auto& path : libraries) {
        if (CublasFunctions functions; functions.load(path))
            return path;
    }
    return Error { fmt::format("cuBLAS was not found (libcublas.so). {}", kAdvice) };
}

Result<std::unique_ptr<Cublas>> Cublas::open(std::shared_ptr<Context> context, std::span<const std::filesystem::path> libraries)
{
    const auto found = find_cublas(libraries);
    if (!found)
        return found.error();
    auto functions = std::make_unique<CublasFunctions>();
    VERIFY(functions->load(*found));
    Handle handle = nullptr;
    if (const auto status = functions->create(&handle); status != 0)
        return Error { fmt::format("cuBLAS ({}) does not start (status {}). {}", found->string(), status, kAdvice) };
    int version = 0;
    const auto status = functions->get_version(handle, &version);
    // 10000 * major + 100 * minor + patch in 11.4 and later.
    auto text = status == 0 ? fmt::format("{}.{}", version / 10000, version % 10000 / 100) : std::string { "?" };
    return std::unique_ptr<Cublas> { new Cublas { std::move(context), std::move(functions), handle, std::move(text) } };
}

Cublas::Cublas(std::shared_ptr<Context> context, std::unique_ptr<CublasFunctions> functions, void* handle, std::string version)
    : m_context(std::move(context))
    , m_functions(std::move(functions))
    , m_handle(handle)
    , m_version(std::move(version))
{
}

Cublas::~Cublas()
{
    m_functions->destroy(m_handle);
}

Result<void> Cublas::use(Stream& stream)
{
    return outcome(m_functions->set_stream(m_handle, stream.handle()), "Choosing a stream");
}

Result<void> Cublas::multiply_floats(Stream& stream, std::size_t n, DeviceAddress a, DeviceAddress b, DeviceAddress result)
{
    if (auto used = use(stream); !used)
        return used;
    const auto size = static_cast<int>(n);
    const float one = 1.0F;
    const float zero = 0.0F;
    // In column-major order these are the transposes: (a b)^T = b^T a^T.
    return outcome(m_functions->sgemm(m_handle, kPlain, kPlain, size, size, size, &one, device_pointer<const float>(b), size,
                       device_pointer<const float>(a), size, &zero, device_pointer<float>(result), size),
        "Multiplying matrices");
}

Result<void> Cublas::multiply_doubles(Stream& stream, std::size_t n, DeviceAddress a, DeviceAddress b, DeviceAddress result)
{
    if (auto used = use(stream); !used)
        return used;
    const auto size = static_cast<int>(n);
    const double one = 1.0;
    const double zero = 0.0;
    return outcome(m_functions->dgemm(m_handle, kPlain, kPlain, size, size, size, &one, device_pointer<const double>(b), size,
                       device_pointer<const double>(a), size, &zero, device_pointer<double>(result), size),
        "Multiplying matrices");
}

Result<void> Cublas::transpose_floats(Stream& stream, std::size_t rows, std::size_t columns, DeviceAddress from, DeviceAddress to)
{
    if (auto used = use(stream); !used)
        return used;
    const auto m = static_cast<int>(rows);
    const auto n = static_cast<int>(columns);
    const float one = 1.0F;
    const float zero = 0.0F;
    // In column-major order the input has `columns` rows and the result has `rows`. The second matrix is ignored, because beta is
    // 0.
    return outcome(m_functions->sgeam(m_handle, kTransposed, kPlain, m, n, &one, device_pointer<const float>(from), n, &zero,
                       device_pointer<const float>(to), m, device_pointer<float>(to), m),
        "Transposing a matrix");
}

} // namespace warpstage::gpu
