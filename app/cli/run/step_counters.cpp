#include "app/cli/run/step_counters.h"

#include "core/analysis/metrics.h"
#include "core/base/verify.h"
#include "core/gpu/driver/driver.h"

namespace warpstage::cli {

analysis::CounterReport counted_report(const Common& common, const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::shared_ptr<const problem::Plan>& plan, std::string variant, std::string parameters)
{
    const auto driver = or_refuse(gpu::Driver::load());
    analysis::CounterReport report { lesson->id, std::move(variant), std::move(parameters), {}, {}, {} };
    report.counted =
        or_refuse(engine::count_step(driver, lesson, plan, analysis::hardware_counters(), gpu::cupti_libraries(), common.gpu));
    const auto& machine = report.counted.machine;
    report.prediction = or_refuse(analysis::predict_step(std::make_shared<const engine::VmPrograms>(lesson), plan,
        arch::traits_of({ machine.capability_major, machine.capability_minor })));
    const auto& launches = report.counted.launches;
    VERIFY(report.prediction.launches.size() == launches.size());
    for (std::size_t i = 0; i < launches.size(); ++i)
        report.comparisons.push_back(analysis::compare(report.prediction.launches[i].report, launches[i].values));
    return report;
}

} // namespace warpstage::cli
