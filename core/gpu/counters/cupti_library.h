// The CUPTI functions that warpstage calls, as a table filled with dlsym. Only core/gpu includes this: it needs CUPTI's headers.
#pragma once

#include "core/base/result.h"

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace warpstage::gpu {

// ENTRY(our name, CUPTI's name).
#define WARPSTAGE_CUPTI_FUNCTIONS(ENTRY)                                                                                         \
    ENTRY(result_string, cuptiGetResultString)                                                                                   \
    ENTRY(initialize, cuptiProfilerInitialize)                                                                                   \
    ENTRY(device_supported, cuptiProfilerDeviceSupported)                                                                        \
    ENTRY(chip_name, cuptiDeviceGetChipName)                                                                                     \
    ENTRY(counter_availability, cuptiProfilerGetCounterAvailability)                                                             \
    ENTRY(host_initialize, cuptiProfilerHostInitialize)                                                                          \
    ENTRY(host_deinitialize, cuptiProfilerHostDeinitialize)                                                                      \
    ENTRY(host_metric_properties, cuptiProfilerHostGetMetricProperties)                                                          \
    ENTRY(host_add_metrics, cuptiProfilerHostConfigAddMetrics)                                                                   \
    ENTRY(host_config_size, cuptiProfilerHostGetConfigImageSize)                                                                 \
    ENTRY(host_config, cuptiProfilerHostGetConfigImage)                                                                          \
    ENTRY(host_passes, cuptiProfilerHostGetNumOfPasses)                                                                          \
    ENTRY(host_evaluate, cuptiProfilerHostEvaluateToGpuValues)                                                                   \
    ENTRY(range_enable, cuptiRangeProfilerEnable)                                                                                \
    ENTRY(range_disable, cuptiRangeProfilerDisable)                                                                              \
    ENTRY(range_data_size, cuptiRangeProfilerGetCounterDataSize)                                                                 \
    ENTRY(range_data_initialize, cuptiRangeProfilerCounterDataImageInitialize)                                                   \
    ENTRY(range_set_config, cuptiRangeProfilerSetConfig)                                                                         \
    ENTRY(range_start, cuptiRangeProfilerStart)                                                                                  \
    ENTRY(range_stop, cuptiRangeProfilerStop)                                                                                    \
    ENTRY(range_decode, cuptiRangeProfilerDecodeData)                                                                            \
    ENTRY(range_data_info, cuptiRangeProfilerGetCounterDataInfo)

struct CuptiFunctions {
#define WARPSTAGE_DECLARE(member, symbol) decltype(&(symbol)) member = nullptr;
    WARPSTAGE_CUPTI_FUNCTIONS(WARPSTAGE_DECLARE)
#undef WARPSTAGE_DECLARE
};

class CuptiLibrary {
public:
    // The first of these libraries that opens and has every function; it stays open. Errors: no such library.
    [[nodiscard]] static Result<std::shared_ptr<const CuptiLibrary>> load(std::span<const std::filesystem::path> libraries);

    [[nodiscard]] const CuptiFunctions& functions() const { return m_functions; }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    // A remedy if one is known for the status, else "<attempt> failed: <CUPTI's name of the error>." `attempt` starts a sentence.
    [[nodiscard]] Error error(CUptiResult status, std::string_view attempt) const;

private:
    CuptiFunctions m_functions;
    std::filesystem::path m_path;
};

} // namespace warpstage::gpu
