// Launches, attributes of kernels and occupancy.
#include "app/runtime/launch_api.h"

#include "core/simt/operation.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <string_view>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

Status launch(LaunchRequest request, void* const* arguments, Stream* stream)
{
    bool may_wait = false;
    const Status packed = call([&](Device& shared) {
        Failure failure { Status::success, {} };
        if (arguments != nullptr || request.parameters.empty())
            failure = shared.launcher.pack(request, arguments);
        may_wait = failure.status == Status::success && shared.launcher.may_wait_for_host(request);
        if (may_wait && !shared.streams.is_late())
            shared.streams.begin_waiting(&shared.mutex);
        return failure;
    });
    if (packed != Status::success)
        return packed;
    // An invalid launch fails at once, also if it would run later.
    if (device().streams.is_late() || device().streams.is_captured(stream)) {
        const Status valid = call([&](Device& shared) {
            Failure failure = shared.launcher.check(request);
            if (failure.status == Status::success || !shared.streams.is_captured(stream))
                return failure;
            shared.streams.invalidate_capture(stream);
            if (failure.status == Status::invalid_configuration)
                failure.status = Status::invalid_value; // as an H200
            return failure;
        });
        if (valid != Status::success)
            return valid;
    }
    WorkNote note = device().streams.is_late() ? device().launcher.note_of(request) : WorkNote {};
    request.used = note.used;
    note.runs = may_wait ? Runs::beside : Runs::alone;
    return submit(
        stream, NodeType::kernel,
        [request](Device& shared) {
            Failure failure = shared.launcher.launch(request);
            // A fault is reported by the next call, as on a GPU.
            if (failure.status != Status::success && shared.finish(failure) == shared.fault())
                return Failure { Status::success, {} };
            return failure;
        },
        std::move(note));
}

void apply_attributes(LaunchRequest& request, std::span<const LaunchAttribute> attributes)
{
    for (const LaunchAttribute& attribute : attributes) {
        if (attribute.id == LaunchAttribute::kCooperative)
            request.cooperative = attribute.value[0] != 0;
        if (attribute.id == LaunchAttribute::kClusterDimension)
            request.cluster = Dim3 { attribute.value[0], attribute.value[1], attribute.value[2] };
    }
}

namespace {

// "sm_80": 80. CUB selects its kernels by this number.
int number_of_target(std::string_view target)
{
    int number = 0;
    const auto digits = target.substr(std::min(target.size(), target.find_first_of("0123456789")));
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

// The parameter block of CUDA's cudaFuncAttributes ends with 16 reserved integers, which stay unchanged.
FunctionAttributes attributes_of(const Kernel& kernel, const Device& shared)
{
    const arch::Traits& traits = shared.hardware().traits;
    FunctionAttributes attributes;
    attributes.shared_bytes = kernel.program->static_shared_bytes();
    attributes.max_threads = static_cast<int>(std::min<std::uint64_t>(
        traits.limits.threads_per_block, kernel.program->kernel().max_block_threads.value_or(traits.limits.threads_per_block)));
    attributes.registers = static_cast<int>(kernel.code.registers_per_thread);
    attributes.ptx_version = number_of_target(kernel.unit->module->target);
    attributes.binary_version = static_cast<int>(traits.capability.major * 10 + traits.capability.minor);
    attributes.max_dynamic_shared_bytes = kernel.max_dynamic_shared_bytes;
    attributes.nonportable_cluster = kernel.nonportable_cluster;
    if (const std::optional<Dim3> cluster = kernel.program->kernel().cluster) {
        attributes.cluster_must_be_set = 1;
        attributes.cluster_width = static_cast<int>(cluster->x);
        attributes.cluster_height = static_cast<int>(cluster->y);
        attributes.cluster_depth = static_cast<int>(cluster->z);
    }
    for (const ptx::Variable& variable : kernel.unit->module->variables)
        attributes.constant_bytes += variable.space == ptx::StateSpace::constant ? variable.size : 0;
    for (const ptx::Variable& variable : kernel.program->kernel().variables)
        attributes.local_bytes += variable.space == ptx::StateSpace::local ? variable.size : 0;
    return attributes;
}

constexpr int kMaxDynamicSharedAttribute = 8; // cudaFuncAttributeMaxDynamicSharedMemorySize
constexpr int kCarveoutAttribute = 9; // cudaFuncAttributePreferredSharedMemoryCarveout
constexpr int kNonportableClusterAttribute = 14; // cudaFuncAttributeNonPortableClusterSizeAllowed
constexpr int kLastAttribute = 15; // cudaFuncAttributeClusterSchedulingPolicyPreference

} // namespace

WARPSTAGE_API Status cudaLaunchKernel(
    const void* function, Dim3 grid, Dim3 block, void** arguments, std::size_t shared_bytes, Stream* stream)
{
    return launch(
        { .function = function, .grid = grid, .block = block, .dynamic_shared_bytes = shared_bytes }, arguments, stream);
}

WARPSTAGE_API Status __cudaLaunchKernel(
    const void* kernel, Dim3 grid, Dim3 block, void** arguments, std::size_t shared_bytes, Stream* stream)
{
    return cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

WARPSTAGE_API Status cudaLaunchCooperativeKernel(
    const void* function, Dim3 grid, Dim3 block, void** arguments, std::size_t shared_bytes, Stream* stream)
{
    return launch(
        { .function = function, .grid = grid, .block = block, .dynamic_shared_bytes = shared_bytes, .cooperative = true },
        arguments, stream);
}

WARPSTAGE_API Status cudaLaunchKernelExC(const LaunchConfiguration* configuration, const void* function, void** arguments)
{
    if (configuration == nullptr)
        return invalid_value();
    LaunchRequest request { .function = function,
        .grid = configuration->grid,
        .block = configuration->block,
        .dynamic_shared_bytes = configuration->dynamic_shared_bytes };
    apply_attributes(request, std::span(configuration->attributes, configuration->attribute_count));
    return launch(request, arguments, configuration->stream);
}

WARPSTAGE_API Status cudaFuncGetAttributes(FunctionAttributes* result, const void* function)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        Failure failure { Status::success, {} };
        if (const Kernel* kernel = shared.modules.kernel(function, failure); kernel != nullptr)
            *result = attributes_of(*kernel, shared);
        return failure;
    });
}

WARPSTAGE_API Status cudaFuncSetAttribute(const void* function, int attribute, int value)
{
    return call([&](Device& shared) {
        Failure failure { Status::success, {} };
        Kernel* kernel = shared.modules.kernel(function, failure);
        if (attribute < 0 || attribute > kLastAttribute) // Triton tries one of a later driver, and another way without it
            return Failure { Status::invalid_value, {} };
        if (attribute == kCarveoutAttribute && (value < -1 || value > 100)) // percent; -1: the default
            return Failure { Status::invalid_value, {} };
        if (kernel != nullptr && attribute == kNonportableClusterAttribute)
            kernel->nonportable_cluster = value;
        if (kernel == nullptr || attribute != kMaxDynamicSharedAttribute)
            return failure;
        const auto most = static_cast<int>(shared.hardware().traits.limits.shared_bytes_per_block);
        if (value < 0 || value + static_cast<int>(kernel->program->static_shared_bytes()) > most)
            return Failure { Status::invalid_value, {} };
        kernel->max_dynamic_shared_bytes = value;
        const auto index = static_cast<std::uint32_t>(&kernel->program->kernel() - kernel->unit->module->functions.data());
        if (value > Kernel::kDefaultDynamicShared)
            kernel->unit->memory->children().permit_shared(index, shared.hardware().traits.limits.shared_bytes_per_block);
        else
            kernel->unit->memory->children().forbid_shared(index);
        static_cast<void>(shared.last_error(true)); // an H200 forgets the last error here
        return failure;
    });
}

WARPSTAGE_API Status cudaFuncSetCacheConfig(const void* /*function*/, int /*configuration*/)
{
    return Status::success;
}

WARPSTAGE_API Status cudaFuncSetSharedMemConfig(const void* /*function*/, int /*configuration*/)
{
    return Status::success;
}

WARPSTAGE_API Status cudaFuncGetName(const char** name, const void* function)
{
    if (name == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        Failure failure { Status::success, {} };
        if (const Kernel* kernel = shared.modules.kernel(function, failure); kernel != nullptr)
            *name = kernel->name.c_str();
        return failure;
    });
}

WARPSTAGE_API Status cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int threads, std::size_t shared_bytes, unsigned int /*flags*/)
{
    if (blocks == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        if (threads <= 0)
            return Failure { Status::invalid_value, {} };
        std::uint32_t resident = 0;
        Failure failure = shared.launcher.resident_blocks(function, static_cast<std::uint32_t>(threads), shared_bytes, resident);
        *blocks = static_cast<int>(resident);
        return failure;
    });
}

WARPSTAGE_API Status cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, const void* function, int threads, std::size_t shared_bytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared_bytes, 0);
}

// Resident clusters of the whole device. Without the limit of a GPC, which is not known: a GPU may have room for fewer.
WARPSTAGE_API Status cudaOccupancyMaxActiveClusters(int* clusters, const void* function, const LaunchConfiguration* configuration)
{
    if (clusters == nullptr || configuration == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        LaunchRequest request { .function = function, .block = configuration->block };
        apply_attributes(request, std::span(configuration->attributes, configuration->attribute_count));
        if (request.block.count() == 0)
            return Failure { Status::invalid_value, {} };
        Failure no_kernel { Status::success, {} };
        const Kernel* const kernel = shared.modules.kernel(function, no_kernel);
        if (kernel == nullptr)
            return no_kernel;
        const Dim3 cluster = cluster_of(*kernel, request);
        const std::uint64_t size = cluster.count();
        if (size == 0 || (size > simt::kPortableClusterBlocks && kernel->nonportable_cluster == 0))
            return Failure { Status::invalid_cluster_size, {} };
        *clusters = 0;
        if (size > simt::kMaxClusterBlocks)
            return Failure { Status::success, {} };
        std::uint32_t resident = 0;
        Failure failure = shared.launcher.resident_blocks(
            function, static_cast<std::uint32_t>(request.block.count()), configuration->dynamic_shared_bytes, resident);
        *clusters = static_cast<int>(std::uint64_t { resident } * shared.hardware().gpu.multiprocessors / size);
        return failure;
    });
}

WARPSTAGE_API Status cudaOccupancyMaxPotentialClusterSize(
    int* size, const void* function, const LaunchConfiguration* configuration)
{
    if (size == nullptr || configuration == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        Failure failure { Status::success, {} };
        const Kernel* const kernel = shared.modules.kernel(function, failure);
        const std::uint32_t most = kernel == nullptr ? 0 : max_cluster_blocks(*kernel);
        *size = static_cast<int>(most);
        LaunchRequest request { .function = function };
        apply_attributes(request, std::span(configuration->attributes, configuration->attribute_count));
        if (failure.status == Status::success && request.cluster && request.cluster->count() > most) {
            *size = 0;
            failure.status = Status::invalid_cluster_size;
        }
        return failure;
    });
}

WARPSTAGE_API Status cudaOccupancyAvailableDynamicSMemPerBlock(
    std::size_t* bytes, const void* function, int blocks, int /*threads*/)
{
    if (bytes == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        Failure failure { Status::success, {} };
        const Kernel* kernel = shared.modules.kernel(function, failure);
        if (kernel == nullptr || blocks <= 0)
            return kernel == nullptr ? failure : Failure { Status::invalid_value, {} };
        const arch::Limits& limits = shared.hardware().traits.limits;
        const std::size_t share = limits.shared_bytes / static_cast<std::size_t>(blocks);
        const std::size_t taken = kernel->program->static_shared_bytes() + limits.shared_reserved;
        *bytes = std::min<std::size_t>(share > taken ? share - taken : 0, limits.shared_bytes_per_block);
        return failure;
    });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
