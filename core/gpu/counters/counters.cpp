#include "core/gpu/counters/counters.h"

#include "core/gpu/counters/cupti_library.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace warpstage::gpu {

namespace {

// Every CUPTI call takes a structure that starts with its own size, which identifies the version; the rest is zero.
template <typename Parameters> Parameters sized(std::size_t bytes)
{
    Parameters parameters = {};
    parameters.structSize = bytes;
    return parameters;
}

#define WARPSTAGE_CUPTI_PARAMETERS(name) sized<CUpti_##name##_Params>(CUpti_##name##_Params_STRUCT_SIZE)

std::string_view unsupported_because(const CUpti_Profiler_DeviceSupported_Params& support)
{
    if (support.architecture != CUPTI_PROFILER_CONFIGURATION_SUPPORTED)
        return "its compute capability is below 7.0";
    if (support.sli != CUPTI_PROFILER_CONFIGURATION_SUPPORTED)
        return "it is in an SLI configuration";
    if (support.vGpu == CUPTI_PROFILER_CONFIGURATION_DISABLED)
        return "it is a virtual GPU without profiling enabled";
    if (support.vGpu != CUPTI_PROFILER_CONFIGURATION_SUPPORTED)
        return "it is a virtual GPU";
    if (support.confidentialCompute != CUPTI_PROFILER_CONFIGURATION_SUPPORTED)
        return "it runs in confidential computing mode";
    if (support.cmp != CUPTI_PROFILER_CONFIGURATION_SUPPORTED)
        return "it is a mining GPU (CMP)";
    if (support.wsl != CUPTI_PROFILER_CONFIGURATION_SUPPORTED)
        return "WSL is not supported";
    return "CUPTI gives no reason";
}

// The host part of CUPTI: the counters of a chip, how they are collected, and how the collected data are evaluated.
class ProfilerHost {
public:
    static Result<ProfilerHost> make(std::shared_ptr<const CuptiLibrary> library, const char* chip, const std::uint8_t* available)
    {
        auto parameters = WARPSTAGE_CUPTI_PARAMETERS(Profiler_Host_Initialize);
        parameters.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
        parameters.pChipName = chip;
        parameters.pCounterAvailabilityImage = available;
        if (const auto status = library->functions().host_initialize(&parameters); status != CUPTI_SUCCESS)
            return library->error(status, "Querying the counters of this GPU");
        return ProfilerHost { std::move(library), parameters.pHostObject };
    }

    ProfilerHost(ProfilerHost&& other) noexcept
        : m_library(std::move(other.m_library))
        , m_object(std::exchange(other.m_object, nullptr))
    {
    }
    ProfilerHost& operator=(ProfilerHost&&) = delete;
    ~ProfilerHost()
    {
        if (m_object == nullptr)
            return;
        auto parameters = WARPSTAGE_CUPTI_PARAMETERS(Profiler_Host_Deinitialize);
        parameters.pHostObject = m_object;
        m_library->functions().host_deinitialize(&parameters);
    }

    [[nodiscard]] bool knows(const std::string& counter) const
    {
        auto parameters = WARPSTAGE_CUPTI_PARAMETERS(Profiler_Host_GetMetricProperties);
        parameters.pHostObject = m_object;
        parameters.pMetricName = counter.c_str();
        return m_library->functions().host_metric_properties(&parameters) == CUPTI_SUCCESS;
    }

    struct Configuration {
        std::vector<std::uint8_t> image;
        std::size_t passes = 0;
    };
    Result<Configuration> configure(std::vector<const char*>& counters) const
    {
        constexpr std::string_view kAttempt = "Selecting the counters";
        const auto& call = m_library->functions();
        auto add = WARPSTAGE_CUPTI_PARAMETERS(Profiler_Host_ConfigAddMetrics);
        add.pHostObject = m_object;
        add.ppMetricNames = counters.data();
        add.numMetrics = counters.size();
        if (const auto status = call.host_add_metrics(&add); status != CUPTI_SUCCESS)
            return m_library->error(status, kAttempt);
        auto size = WARPSTAGE_CUPTI_PARAMETERS(Profiler_Host_GetConfigImageSize);
        size.pHostObject = m_object;
        if (const auto status = call.host_config_size(&size); status != CUPTI_SUCCESS)
            return m_library->error(status, kAttempt);
        Configuration configuration { std::vector<std::uint8_t>(size.configImageSize), 0 };
        auto image = WARPSTAGE_CUPTI_PARAMETERS(Profiler_Host_GetConfigImage);
        image.pHostObject = m_object;
        image.configImageSize = configuration.image.size();
        image.pConfigImage = configuration.image.data();
        if (const auto status = call.host_config(&image); status != CUPTI_SUCCESS)
            return m_library->error(status, kAttempt);
        auto passes = WARPSTAGE_CUPTI_PARAMETERS(Profiler_Host_GetNumOfPasses);
        passes.configImageSize = configuration.image.size();
        passes.pConfigImage = configuration.image.data();
        if (const auto status = call.host_passes(&passes); status != CUPTI_SUCCESS)
            return m_library->error(status, kAttempt);
        configuration.passes = passes.numOfPasses;
        return configuration;
    }

    Result<std::vector<double>> evaluate(
        const std::vector<std::uint8_t>& data, std::size_t range, std::vector<const char*>& counters) const
    {
        std::vector<double> values(counters.size());
        auto parameters = WARPSTAGE_CUPTI_PARAMETERS(Profiler_Host_EvaluateToGpuValues);
        parameters.pHostObject = m_object;
        parameters.pCounterDataImage = data.data();
        parameters.counterDataImageSize = data.size();
        parameters.rangeIndex = range;
        parameters.ppMetricNames = counters.data();
        parameters.numMetrics = counters.size();
        parameters.pMetricValues = values.data();
        if (const auto status = m_library->functions().host_evaluate(&parameters); status != CUPTI_SUCCESS)
            return m_library->error(status, "Reading the counters");
        return values;
    }

private:
    ProfilerHost(std::shared_ptr<const CuptiLibrary> library, CUpti_Profiler_Host_Object* object)
        : m_library(std::move(library))
        , m_object(object)
    {
    }

    std::shared_ptr<const CuptiLibrary> m_library; // null when moved from
    CUpti_Profiler_Host_Object* m_object = nullptr;
};

Result<std::string> chip_of(const CuptiLibrary& library, const Context& context)
{
    const auto& call = library.functions();
    auto initialize = WARPSTAGE_CUPTI_PARAMETERS(Profiler_Initialize);
    if (const auto status = call.initialize(&initialize); status != CUPTI_SUCCESS)
        return library.error(status, "Starting CUPTI");
    auto support = WARPSTAGE_CUPTI_PARAMETERS(Profiler_DeviceSupported);
    support.cuDevice = context.device_handle();
    support.api = CUPTI_PROFILER_RANGE_PROFILING;
    if (const auto status = call.device_supported(&support); status != CUPTI_SUCCESS)
        return library.error(status, "Querying the profiling support of this GPU");
    if (support.isSupported != CUPTI_PROFILER_CONFIGURATION_SUPPORTED)
        return Error { fmt::format(
            "The hardware counters of the GPU {} cannot be read: {}. Everything else works without hardware counters.",
            context.device().name, unsupported_because(support)) };
    auto chip = WARPSTAGE_CUPTI_PARAMETERS(Device_GetChipName);
    chip.deviceIndex = static_cast<std::size_t>(context.device().index);
    if (const auto status = call.chip_name(&chip); status != CUPTI_SUCCESS)
        return library.error(status, "Querying the name of the GPU's chip");
    return std::string { chip.pChipName };
}

// The raw counters of this GPU; needed for chips newer than the library. Empty if CUPTI does not provide it: known chips do not
// need it.
std::vector<std::uint8_t> availability_of(const CuptiLibrary& library, const Context& context)
{
    auto parameters = WARPSTAGE_CUPTI_PARAMETERS(Profiler_GetCounterAvailability);
    parameters.ctx = context.handle();
    if (library.functions().counter_availability(&parameters) != CUPTI_SUCCESS)
        return {};
    std::vector<std::uint8_t> image(parameters.counterAvailabilityImageSize);
    parameters.pCounterAvailabilityImage = image.data();
    if (library.functions().counter_availability(&parameters) != CUPTI_SUCCESS)
        return {};
    return image;
}

} // namespace

Result<std::filesystem::path> find_cupti(std::span<const std::filesystem::path> libraries)
{
    const auto library = CuptiLibrary::load(libraries);
    if (!library)
        return library.error();
    return (*library)->path();
}

struct CounterSession::State {
    std::shared_ptr<Context> context;
    std::shared_ptr<const CuptiLibrary> library;
    std::vector<std::string> counters;
    std::vector<std::string> unknown;
    std::vector<std::uint8_t> available; // CUPTI keeps no copy
    std::optional<ProfilerHost> host;
    ProfilerHost::Configuration configuration;
    std::vector<std::uint8_t> data; // collected data; CUPTI writes into it until another location is set
    CUpti_RangeProfiler_Object* profiler = nullptr; // null while disabled

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { disable(); }

    [[nodiscard]] std::vector<const char*> names() const
    {
        std::vector<const char*> result;
        for (const auto& counter : counters)
            result.push_back(counter.c_str());
        return result;
    }

    Result<void> choose(const std::vector<std::string>& wanted, const char* chip)
    {
        // An object that has rejected a counter accepts no other, so a separate object is used to query the chip's counters.
        const auto asked = ProfilerHost::make(library, chip, available.empty() ? nullptr : available.data());
        if (!asked)
            return asked.error();
        for (const auto& counter : wanted)
            (asked->knows(counter) ? counters : unknown).push_back(counter);
        if (counters.empty())
            return Error { fmt::format(
                "The GPU {} has none of the requested counters ({}).", context->device().name, fmt::join(wanted, ", ")) };
        auto made = ProfilerHost::make(library, chip, available.empty() ? nullptr : available.data());
        if (!made)
            return made.error();
        host.emplace(std::move(*made));
        auto counter_names = names();
        auto configured = host->configure(counter_names);
        if (!configured)
            return configured.error();
        configuration = std::move(*configured);
        return {};
    }

    Result<void> enable()
    {
        auto parameters = WARPSTAGE_CUPTI_PARAMETERS(RangeProfiler_Enable);
        parameters.ctx = context->handle();
        if (const auto status = library->functions().range_enable(&parameters); status != CUPTI_SUCCESS)
            return library->error(status, "Enabling the counters");
        profiler = parameters.pRangeProfilerObject;
        return {};
    }

    void disable()
    {
        if (profiler == nullptr)
            return;
        auto parameters = WARPSTAGE_CUPTI_PARAMETERS(RangeProfiler_Disable);
        parameters.pRangeProfilerObject = std::exchange(profiler, nullptr);
        library->functions().range_disable(&parameters);
    }

    Result<void> prepare(std::size_t launches)
    {
        constexpr std::string_view kAttempt = "Preparing the counters";
        const auto& call = library->functions();
        auto counter_names = names();
        auto size = WARPSTAGE_CUPTI_PARAMETERS(RangeProfiler_GetCounterDataSize);
        size.pRangeProfilerObject = profiler;
        size.pMetricNames = counter_names.data();
        size.numMetrics = counter_names.size();
        size.maxNumOfRanges = launches;
        size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(launches);
        if (const auto status = call.range_data_size(&size); status != CUPTI_SUCCESS)
            return library->error(status, kAttempt);
        data.assign(size.counterDataSize, 0);
        auto initialize = WARPSTAGE_CUPTI_PARAMETERS(RangeProfiler_CounterDataImage_Initialize);
        initialize.pRangeProfilerObject = profiler;
        initialize.counterDataSize = data.size();
        initialize.pCounterData = data.data();
        if (const auto status = call.range_data_initialize(&initialize); status != CUPTI_SUCCESS)
            return library->error(status, kAttempt);
        auto config = WARPSTAGE_CUPTI_PARAMETERS(RangeProfiler_SetConfig);
        config.pRangeProfilerObject = profiler;
        config.configSize = configuration.image.size();
        config.pConfig = configuration.image.data();
        config.counterDataImageSize = data.size();
        config.pCounterDataImage = data.data();
        config.range = CUPTI_AutoRange;
        config.replayMode = CUPTI_KernelReplay;
        config.maxRangesPerPass = launches;
        config.numNestingLevels = 1; // required for auto ranges
        config.minNestingLevel = 1;
        config.targetNestingLevel = 1;
        if (const auto status = call.range_set_config(&config); status != CUPTI_SUCCESS)
            return library->error(status, kAttempt);
        return {};
    }

    Result<void> start()
    {
        auto parameters = WARPSTAGE_CUPTI_PARAMETERS(RangeProfiler_Start);
        parameters.pRangeProfilerObject = profiler;
        if (const auto status = library->functions().range_start(&parameters); status != CUPTI_SUCCESS)
            return library->error(status, "Starting the counters");
        return {};
    }

    // Returns the number of measured launches.
    Result<std::size_t> stop()
    {
        constexpr std::string_view kAttempt = "Collecting the counters";
        const auto& call = library->functions();
        auto end = WARPSTAGE_CUPTI_PARAMETERS(RangeProfiler_Stop);
        end.pRangeProfilerObject = profiler;
        if (const auto status = call.range_stop(&end); status != CUPTI_SUCCESS)
            return library->error(status, kAttempt);
        auto decode = WARPSTAGE_CUPTI_PARAMETERS(RangeProfiler_DecodeData);
        decode.pRangeProfilerObject = profiler;
        if (const auto status = call.range_decode(&decode); status != CUPTI_SUCCESS)
            return library->error(status, kAttempt);
        auto information = WARPSTAGE_CUPTI_PARAMETERS(RangeProfiler_GetCounterDataInfo);
        information.pCounterDataImage = data.data();
        information.counterDataImageSize = data.size();
        if (const auto status = call.range_data_info(&information); status != CUPTI_SUCCESS)
            return library->error(status, kAttempt);
        return information.numTotalRanges + decode.numOfRangeDropped;
    }
};

Result<CounterSession> CounterSession::open(std::shared_ptr<Context> context, const std::vector<std::string>& counters)
{
    return open(std::move(context), counters, cupti_libraries());
}

Result<CounterSession> CounterSession::open(
    std::shared_ptr<Context> context, const std::vector<std::string>& counters, std::span<const std::filesystem::path> libraries)
{
    if (auto fault = context->fault())
        return *std::move(fault);
    auto library = CuptiLibrary::load(libraries);
    if (!library)
        return library.error();
    if (auto current = context->make_current(); !current)
        return current.error();
    const auto chip = chip_of(**library, *context);
    if (!chip)
        return chip.error();
    auto state = std::make_unique<State>();
    state->context = std::move(context);
    state->library = std::move(*library);
    state->available = availability_of(*state->library, *state->context);
    if (auto chosen = state->choose(counters, chip->c_str()); !chosen)
        return chosen.error();
    // The permission to read counters is checked here, not at the first launch.
    if (auto enabled = state->enable(); !enabled)
        return enabled.error();
    return CounterSession { std::move(state) };
}

CounterSession::CounterSession(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

CounterSession::CounterSession(CounterSession&& other) noexcept = default;
CounterSession::~CounterSession() = default;

const std::vector<std::string>& CounterSession::counters() const
{
    return m_state->counters;
}

const std::vector<std::string>& CounterSession::unknown() const
{
    return m_state->unknown;
}

std::size_t CounterSession::passes() const
{
    return m_state->configuration.passes;
}

const std::filesystem::path& CounterSession::library() const
{
    return m_state->library->path();
}

Result<std::vector<CounterValues>> CounterSession::measure(std::size_t launches, const std::function<Result<void>()>& work)
{
    State& state = *m_state;
    if (auto current = state.context->make_current(); !current)
        return current.error();
    // A second capture with the same objects is sometimes rejected; it succeeds after the profiler has been enabled again.
    if (auto ready = state.prepare(launches); !ready) {
        state.disable();
        if (auto enabled = state.enable(); !enabled)
            return enabled.error();
        if (auto again = state.prepare(launches); !again)
            return again.error();
    }
    if (auto started = state.start(); !started)
        return started.error();
    const auto done = work();
    const auto counted = state.stop();
    if (!done)
        return done.error();
    if (!counted)
        return counted.error();
    if (*counted != launches)
        return Error { fmt::format("The hardware counters recorded {} kernel launches instead of {}.", *counted, launches) };
    std::vector<CounterValues> result;
    auto names = state.names();
    for (std::size_t range = 0; range < launches; ++range) {
        const auto values = state.host->evaluate(state.data, range, names);
        if (!values)
            return values.error();
        auto& launch = result.emplace_back();
        for (std::size_t i = 0; i < values->size(); ++i)
            launch.emplace(state.counters[i], (*values)[i]);
    }
    return result;
}

} // namespace warpstage::gpu
