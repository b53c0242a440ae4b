#include "core/gpu/device.h"

#include "core/base/text.h"
#include "core/gpu/driver/driver_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>

namespace warpstage::gpu {

namespace {

Result<int> device_count(const Driver& driver)
{
    int count = 0;
    if (const auto status = driver.functions().device_get_count(&count); status != CUDA_SUCCESS)
        return driver.error(status, "Counting the GPUs");
    return count;
}

Result<std::uint32_t> attribute(const Driver& driver, CUdevice device, CUdevice_attribute which)
{
    int value = 0;
    if (const auto status = driver.functions().device_get_attribute(&value, which, device); status != CUDA_SUCCESS)
        return driver.error(status, fmt::format("Querying the properties of GPU {}", device));
    return static_cast<std::uint32_t>(std::max(0, value));
}

Result<std::string> name_of(const Driver& driver, int index)
{
    CUdevice device = 0;
    if (const auto status = driver.functions().device_get(&device, index); status != CUDA_SUCCESS)
        return driver.error(status, fmt::format("Opening GPU {}", index));
    std::array<char, 256> name {};
    if (const auto status = driver.functions().device_get_name(name.data(), static_cast<int>(name.size()), device);
        status != CUDA_SUCCESS)
        return driver.error(status, fmt::format("Querying the name of GPU {}", index));
    return std::string { name.data() };
}

// "GPU 0 (NVIDIA H200) and GPU 1 (NVIDIA H200)"; only the number if the name is unknown.
std::string names_of_all(const Driver& driver, int count)
{
    std::string names;
    for (int index = 0; index < count; ++index) {
        const auto name = name_of(driver, index);
        names += index == 0 ? "" : index + 1 < count ? ", " : " and ";
        names += fmt::format("GPU {}{}", index, name ? fmt::format(" ({})", *name) : "");
    }
    return names.empty() ? "none" : names;
}

} // namespace

Result<DeviceInfo> device_info(const Driver& driver, int index)
{
    const auto count = device_count(driver);
    if (!count)
        return count.error();
    if (index < 0 || index >= *count) {
        return Error { fmt::format(
            "Unknown GPU {}: the driver lists {}. Select another one with `--gpu`, or use the virtual machine.", index,
            names_of_all(driver, *count)) };
    }

    const auto& functions = driver.functions();
    DeviceInfo info;
    info.index = index;
    CUdevice device = 0;
    if (const auto status = functions.device_get(&device, index); status != CUDA_SUCCESS)
        return driver.error(status, fmt::format("Opening GPU {}", index));
    auto name = name_of(driver, index);
    if (!name)
        return name.error();
    info.name = std::move(*name);
    if (const auto status = functions.device_total_mem(&info.memory_bytes, device); status != CUDA_SUCCESS)
        return driver.error(status, fmt::format("Querying the memory of GPU {}", index));

    std::uint32_t clock_kilohertz = 0;
    std::uint32_t shared_bytes = 0;
    std::uint32_t cache_bytes = 0;
    const std::array<std::pair<CUdevice_attribute, std::uint32_t*>, 6> attributes { {
        { CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &info.capability_major },
        { CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &info.capability_minor },
        { CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &info.multiprocessors },
        { CU_DEVICE_ATTRIBUTE_CLOCK_RATE, &clock_kilohertz },
        { CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &shared_bytes },
        { CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, &cache_bytes },
    } };
    for (const auto& [which, target] : attributes) {
        const auto value = attribute(driver, device, which);
        if (!value)
            return value.error();
        *target = *value;
    }
    info.clock_megahertz = clock_kilohertz / 1000;
    info.shared_bytes_per_block = shared_bytes;
    info.level2_cache_bytes = cache_bytes;
    return info;
}

Result<std::vector<DeviceInfo>> all_devices(const Driver& driver)
{
    const auto count = device_count(driver);
    if (!count)
        return count.error();
    std::vector<DeviceInfo> devices;
    for (int index = 0; index < *count; ++index) {
        auto info = device_info(driver, index);
        if (!info)
            return info.error();
        devices.push_back(std::move(*info));
    }
    return devices;
}

std::string module_version_in(std::string_view file)
{
    // "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (root@...)": the first word of digits
    // and dots.
    for (const auto line : text::split(file, '\n')) {
        if (!line.starts_with("NVRM version"))
            continue;
        for (const auto word : text::split(line, ' ')) {
            const bool only_digits_and_dots =
                std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; });
            if (only_digits_and_dots && word.find('.') != std::string_view::npos
                && std::isdigit(static_cast<unsigned char>(word.front())) != 0)
                return std::string { word };
        }
    }
    return {};
}

std::string module_version()
{
    std::ifstream file { "/proc/driver/nvidia/version" };
    return module_version_in(std::string { std::istreambuf_iterator<char> { file }, {} });
}

} // namespace warpstage::gpu
