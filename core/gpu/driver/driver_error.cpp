#include "core/gpu/driver/driver_error.h"

#include <fmt/format.h>

namespace warpstage::gpu {

namespace {

// Codes that cuda.h of CUDA 11 does not name yet.
constexpr int kDeviceUnavailable = 46;
constexpr int kContained = 226;
constexpr int kTensorMemoryLeak = 721;

constexpr std::string_view kGoOn = "go on with the virtual machine";

std::string advice(CUresult status)
{
    switch (static_cast<int>(status)) {
    case CUDA_ERROR_OUT_OF_MEMORY:
        return "Choose a smaller size, or close other programs that use the GPU.";
    case CUDA_ERROR_INVALID_VALUE:
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
        return "The GPU cannot do this; choose smaller sizes, or another variant.";
    case CUDA_ERROR_INVALID_GRAPHICS_CONTEXT:
        return "The window's OpenGL does not run on this GPU, so data goes through the host.";
    case kDeviceUnavailable:
        return "Another program holds the GPU for itself; end it, or let the administrator set the compute mode to default.";
    case CUDA_ERROR_NOT_SUPPORTED:
    case CUDA_ERROR_NOT_PERMITTED:
        return fmt::format("This GPU or its driver does not allow it; {}.", kGoOn);
    default:
        return fmt::format("Start warpstage again, or {}.", kGoOn);
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
        return { fmt::format("An NVIDIA driver is installed, but it finds no GPU ({}): look whether `nvidia-smi` lists one and "
                             "whether CUDA_VISIBLE_DEVICES hides it, or {}.",
            what, kGoOn) };
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        return { fmt::format(
            "The NVIDIA driver was updated, but its old kernel module still runs ({}): restart the computer, or {}.", what,
            kGoOn) };
    case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
        return { fmt::format(
            "The CUDA compatibility library that was found does not support this GPU ({}): take its folder out of "
            "LD_LIBRARY_PATH, or {}.",
            what, kGoOn) };
    case CUDA_ERROR_SYSTEM_NOT_READY:
        return { fmt::format(
            "The NVIDIA driver is not ready yet ({}): start the Fabric Manager of this machine and try again, or {}.", what,
            kGoOn) };
    case CUDA_ERROR_OPERATING_SYSTEM:
    case CUDA_ERROR_UNKNOWN:
        return { fmt::format(
            "The NVIDIA driver does not start ({}), as happens after an update or after sleep: restart the computer, "
            "or {}.",
            what, kGoOn) };
    default:
        return { fmt::format(
            "The NVIDIA driver does not start ({}): look at what `nvidia-smi` says, reinstall the driver, or {}.", what, kGoOn) };
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
        return true;
    default:
        return false;
    }
}

} // namespace warpstage::gpu
