#include "core/gpu/driver/driver_error.h"

#include <fmt/format.h>

namespace warpstage::gpu {

namespace {

// Codes that cuda.h of CUDA 11 lacks.
constexpr int kDeviceUnavailable = 46;
constexpr int kContained = 226;
constexpr int kTensorMemoryLeak = 721;
constexpr int kMpsConnectionFailed = 805;
constexpr int kMpsRpcFailure = 806;
constexpr int kMpsServerNotReady = 807;
constexpr int kMpsMaxClients = 808;
constexpr int kMpsMaxConnections = 809;
constexpr int kMpsClientTerminated = 810;
constexpr int kExternalDevice = 911;

constexpr std::string_view kGoOn = "use the virtual machine";

std::string advice(CUresult status)
{
    switch (static_cast<int>(status)) {
    case CUDA_ERROR_OUT_OF_MEMORY:
        return "Choose a smaller size, or close other programs that use the GPU.";
    case CUDA_ERROR_INVALID_VALUE:
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
        return "The GPU cannot run this. Choose smaller sizes or another variant.";
    case CUDA_ERROR_INVALID_GRAPHICS_CONTEXT:
        return "The window's OpenGL does not run on this GPU, so data goes through the host.";
    case kDeviceUnavailable:
        return "Another program uses the GPU exclusively. Close it, or ask the administrator to set the compute mode to default.";
    case kMpsConnectionFailed:
    case kMpsRpcFailure:
    case kMpsServerNotReady:
    case kMpsMaxClients:
    case kMpsMaxConnections:
    case kMpsClientTerminated:
        return fmt::format("The Multi-Process Service (MPS) shares this GPU. Restart its control daemon, or {}.", kGoOn);
    case CUDA_ERROR_NOT_SUPPORTED:
    case CUDA_ERROR_NOT_PERMITTED:
        return fmt::format("This GPU or its driver does not support this operation; {}.", kGoOn);
    default:
        return fmt::format("Restart warpstage, or {}.", kGoOn);
    }
}

} // namespace

std::string status_text(const DriverFunctions& functions, CUresult status)
{
    const char* name = nullptr;
    const char* words = nullptr;
    if (functions.get_error_name(status, &name) != CUDA_SUCCESS || name == nullptr)
        return fmt::format("error {}", static_cast<int>(status));
    if (functions.get_error_string(status, &words) != CUDA_SUCCESS || words == nullptr)
        return name;
    return fmt::format("{} ({})", words, name);
}

Error status_error(const DriverFunctions& functions, CUresult status, std::string_view attempt)
{
    return { fmt::format("{} failed: {}. {}", attempt, status_text(functions, status), advice(status)) };
}

Error start_error(const DriverFunctions& functions, CUresult status)
{
    const auto what = status_text(functions, status);
    switch (static_cast<int>(status)) {
    case CUDA_ERROR_NO_DEVICE:
        return { fmt::format("The NVIDIA driver finds no GPU ({}). Check whether `nvidia-smi` lists one and whether "
                             "CUDA_VISIBLE_DEVICES hides it, or {}.",
            what, kGoOn) };
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        return { fmt::format(
            "The NVIDIA driver was updated, but the old kernel module is still loaded ({}). Restart the computer, or {}.", what,
            kGoOn) };
    case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
        return { fmt::format(
            "The CUDA compatibility library does not support this GPU ({}). Remove its folder from LD_LIBRARY_PATH, or {}.", what,
            kGoOn) };
    case CUDA_ERROR_SYSTEM_NOT_READY:
        return { fmt::format(
            "The NVIDIA driver is not ready yet ({}). Start the Fabric Manager on this computer and try again, or {}.", what,
            kGoOn) };
    case kMpsConnectionFailed:
    case kMpsServerNotReady:
        return status_error(functions, status, "Starting the NVIDIA driver");
    case CUDA_ERROR_OUT_OF_MEMORY:
        return { fmt::format(
            "The NVIDIA driver needs more memory or address space than this process may use ({}). Raise the limit "
            "(`ulimit -v`), or {}.",
            what, kGoOn) };
    case CUDA_ERROR_OPERATING_SYSTEM:
    case CUDA_ERROR_UNKNOWN:
        return { fmt::format(
            "The NVIDIA driver does not start ({}), possibly after an update or suspend. Restart the computer, or {}.", what,
            kGoOn) };
    default:
        return { fmt::format(
            "The NVIDIA driver does not start ({}). Check the output of `nvidia-smi`, reinstall the driver, or {}.", what,
            kGoOn) };
    }
}

bool is_fault(CUresult status)
{
    switch (static_cast<int>(status)) {
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_NVLINK_UNCORRECTABLE:
    case kContained:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
    case kTensorMemoryLeak:
    case kMpsRpcFailure:
    case kMpsClientTerminated:
    case kExternalDevice:
        return true;
    default:
        return false;
    }
}

} // namespace warpstage::gpu
