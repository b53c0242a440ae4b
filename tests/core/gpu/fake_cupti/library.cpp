#include "tests/core/gpu/fake_cupti/control.h"
#include "tests/core/gpu/fake_driver/control.h"

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>
#include <dlfcn.h>

#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// Structures that CUPTI's headers only declare.
struct CUpti_Profiler_Host_Object {
    std::vector<std::string> counters;
};
struct CUpti_RangeProfiler_Object {
    bool configured = false;
    bool started = false;
    std::size_t first_launch = 0;
    std::size_t ranges = 0;
    std::uint8_t* data = nullptr;
};

namespace {

struct State {
    std::string violations;
    std::set<std::string> failed_once;
    int live = 0;
};

State& state()
{
    static State the_state;
    return the_state;
}

// The values of a switch: each "name=value" with that name.
std::vector<std::string> switches(std::string_view name)
{
    const char* const text = std::getenv("WARPSTAGE_FAKE_CUPTI");
    std::istringstream words(text == nullptr ? "" : text);
    std::vector<std::string> values;
    for (std::string word; words >> word;) {
        if (const auto equals = word.find('='); word.substr(0, equals) == name)
            values.push_back(word.substr(equals + 1));
    }
    return values;
}

bool has_switch(std::string_view name, std::string_view value)
{
    for (const auto& found : switches(name)) {
        if (found == value)
            return true;
    }
    return false;
}

CUptiResult outcome_of(const std::string& function)
{
    for (const char* const kind : { "fail", "once" }) {
        for (const auto& value : switches(kind)) {
            const auto colon = value.find(':');
            if (value.substr(0, colon) != function)
                continue;
            if (std::string_view { kind } == "once" && !state().failed_once.insert(function).second)
                continue;
            return static_cast<CUptiResult>(std::stoi(value.substr(colon + 1)));
        }
    }
    return CUPTI_SUCCESS;
}

void require(bool fine, const std::string& violation)
{
    if (!fine)
        state().violations += violation + "\n";
}

std::size_t launches()
{
    static void* const driver = dlopen(WARPSTAGE_FAKE_DRIVER, RTLD_NOW | RTLD_LOCAL);
    static const auto calls = reinterpret_cast<decltype(&fake_cuda_calls)>(dlsym(driver, "fake_cuda_calls"));
    return calls("cuLaunchKernel");
}

CUpti_Profiler_Support_Level level_of(const char* feature)
{
    if (has_switch("unsupported", feature))
        return CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED;
    return has_switch("disabled", feature) ? CUPTI_PROFILER_CONFIGURATION_DISABLED : CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
}

constexpr std::size_t kImage = 16; // bytes of every image; the data image holds the number of ranges

} // namespace

// Common start of every function.
#define FAKE_ENTER(function, structure)                                                                                          \
    require(pParams->structSize == structure##_STRUCT_SIZE && pParams->pPriv == nullptr, #function ": wrong structure");         \
    if (const auto outcome = outcome_of(#function); outcome != CUPTI_SUCCESS)                                                    \
    return outcome

void fake_cupti_begin()
{
    state() = {};
}

const char* fake_cupti_violations()
{
    return state().violations.c_str();
}

int fake_cupti_live_objects()
{
    return state().live;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char** str)
{
    *str = result == CUPTI_ERROR_UNKNOWN ? "CUPTI_ERROR_UNKNOWN" : "CUPTI_ERROR_OF_THE_FAKE";
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerInitialize, CUpti_Profiler_Initialize_Params);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerDeviceSupported(CUpti_Profiler_DeviceSupported_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerDeviceSupported, CUpti_Profiler_DeviceSupported_Params);
    require(pParams->api == CUPTI_PROFILER_RANGE_PROFILING, "asked about another interface");
    pParams->architecture = level_of("architecture");
    pParams->sli = level_of("sli");
    pParams->vGpu = level_of("vGpu");
    pParams->confidentialCompute = level_of("confidentialCompute");
    pParams->cmp = level_of("cmp");
    pParams->wsl = level_of("wsl");
    const bool supported = switches("unsupported").empty() && switches("disabled").empty();
    pParams->isSupported = supported ? CUPTI_PROFILER_CONFIGURATION_SUPPORTED : CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* pParams)
{
    FAKE_ENTER(cuptiDeviceGetChipName, CUpti_Device_GetChipName_Params);
    pParams->pChipName = "FAKE100";
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerGetCounterAvailability(CUpti_Profiler_GetCounterAvailability_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerGetCounterAvailability, CUpti_Profiler_GetCounterAvailability_Params);
    require(pParams->ctx != nullptr, "no context");
    pParams->counterAvailabilityImageSize = kImage;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerHostInitialize, CUpti_Profiler_Host_Initialize_Params);
    require(std::string_view { pParams->pChipName } == "FAKE100", "another chip");
    pParams->pHostObject = new CUpti_Profiler_Host_Object;
    ++state().live;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerHostDeinitialize, CUpti_Profiler_Host_Deinitialize_Params);
    delete pParams->pHostObject;
    --state().live;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetMetricProperties(CUpti_Profiler_Host_GetMetricProperties_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerHostGetMetricProperties, CUpti_Profiler_Host_GetMetricProperties_Params);
    return has_switch("unknown", pParams->pMetricName) ? CUPTI_ERROR_INVALID_METRIC_NAME : CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerHostConfigAddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params);
    for (std::size_t i = 0; i < pParams->numMetrics; ++i) {
        require(!has_switch("unknown", pParams->ppMetricNames[i]), "an unknown counter was chosen");
        pParams->pHostObject->counters.emplace_back(pParams->ppMetricNames[i]);
    }
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerHostGetConfigImageSize, CUpti_Profiler_Host_GetConfigImageSize_Params);
    require(!pParams->pHostObject->counters.empty(), "no counter was chosen");
    pParams->configImageSize = kImage;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerHostGetConfigImage, CUpti_Profiler_Host_GetConfigImage_Params);
    require(pParams->configImageSize == kImage && pParams->pConfigImage != nullptr, "no room for the configuration");
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerHostGetNumOfPasses, CUpti_Profiler_Host_GetNumOfPasses_Params);
    pParams->numOfPasses = 3;
    return CUPTI_SUCCESS;
}

// Launch 0 counts 100, 101, ... for its counters in their order, launch 1 counts 200, 201, ...
CUptiResult cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params* pParams)
{
    FAKE_ENTER(cuptiProfilerHostEvaluateToGpuValues, CUpti_Profiler_Host_EvaluateToGpuValues_Params);
    require(pParams->rangeIndex < pParams->pCounterDataImage[0], "no such range");
    for (std::size_t i = 0; i < pParams->numMetrics; ++i) {
        require(i < pParams->pHostObject->counters.size() && pParams->pHostObject->counters[i] == pParams->ppMetricNames[i],
            "evaluates what was not chosen");
        pParams->pMetricValues[i] = static_cast<double>(100 * (pParams->rangeIndex + 1) + i);
    }
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params* pParams)
{
    FAKE_ENTER(cuptiRangeProfilerEnable, CUpti_RangeProfiler_Enable_Params);
    require(pParams->ctx != nullptr, "no context");
    pParams->pRangeProfilerObject = new CUpti_RangeProfiler_Object;
    ++state().live;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params* pParams)
{
    FAKE_ENTER(cuptiRangeProfilerDisable, CUpti_RangeProfiler_Disable_Params);
    require(!pParams->pRangeProfilerObject->started, "disabled while it counts");
    delete pParams->pRangeProfilerObject;
    --state().live;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params* pParams)
{
    FAKE_ENTER(cuptiRangeProfilerGetCounterDataSize, CUpti_RangeProfiler_GetCounterDataSize_Params);
    require(pParams->maxNumOfRanges > 0 && pParams->maxNumRangeTreeNodes >= pParams->maxNumOfRanges, "no room for ranges");
    pParams->counterDataSize = kImage;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerCounterDataImageInitialize(CUpti_RangeProfiler_CounterDataImage_Initialize_Params* pParams)
{
    FAKE_ENTER(cuptiRangeProfilerCounterDataImageInitialize, CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
    require(pParams->counterDataSize == kImage && pParams->pCounterData != nullptr, "no room for the data");
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params* pParams)
{
    FAKE_ENTER(cuptiRangeProfilerSetConfig, CUpti_RangeProfiler_SetConfig_Params);
    require(pParams->range == CUPTI_AutoRange && pParams->replayMode == CUPTI_KernelReplay, "another kind of range or replay");
    pParams->pRangeProfilerObject->configured = true;
    pParams->pRangeProfilerObject->data = pParams->pCounterDataImage;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params* pParams)
{
    FAKE_ENTER(cuptiRangeProfilerStart, CUpti_RangeProfiler_Start_Params);
    auto& profiler = *pParams->pRangeProfilerObject;
    require(profiler.configured && !profiler.started, "started without a configuration");
    profiler.started = true;
    profiler.first_launch = launches();
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params* pParams)
{
    FAKE_ENTER(cuptiRangeProfilerStop, CUpti_RangeProfiler_Stop_Params);
    auto& profiler = *pParams->pRangeProfilerObject;
    require(profiler.started, "stopped without a start");
    profiler.started = false;
    profiler.configured = false;
    profiler.ranges = launches() - profiler.first_launch;
    for (const auto& unseen : switches("unseen"))
        profiler.ranges -= static_cast<std::size_t>(std::stoi(unseen));
    pParams->isAllPassSubmitted = 1;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params* pParams)
{
    FAKE_ENTER(cuptiRangeProfilerDecodeData, CUpti_RangeProfiler_DecodeData_Params);
    pParams->pRangeProfilerObject->data[0] = static_cast<std::uint8_t>(pParams->pRangeProfilerObject->ranges);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params* pParams)
{
    FAKE_ENTER(cuptiRangeProfilerGetCounterDataInfo, CUpti_RangeProfiler_GetCounterDataInfo_Params);
    pParams->numTotalRanges = pParams->pCounterDataImage[0];
    return CUPTI_SUCCESS;
}
