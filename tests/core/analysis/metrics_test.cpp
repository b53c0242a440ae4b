#include "core/analysis/comparison.h"
#include "core/analysis/metrics.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace warpstage::analysis {
namespace {

TEST(Metrics, EachHasANameAUnitAFormulaAndADefinition)
{
    std::set<std::string_view> ids;
    for (const Metric& metric : all_metrics()) {
        EXPECT_TRUE(ids.insert(metric.id).second) << metric.id;
        EXPECT_FALSE(metric.label.empty() || metric.unit.empty() || metric.formula.empty()) << metric.id;
        EXPECT_TRUE(metric.definition.ends_with('.')) << metric.id;
        EXPECT_EQ(metric.definition.find(". "), std::string_view::npos) << metric.id;
        EXPECT_EQ(find_metric(metric.id), &metric);
        EXPECT_TRUE(metric.tolerance == 0.0 || metric.counted()) << metric.id;
    }
    EXPECT_EQ(find_metric("wavefront"), nullptr);
}

TEST(Metrics, ExcludeAtomicsThatHardwareCountsSeparately)
{
    Counters counters;
    counters.shared_requests = 7;
    counters.wavefronts = 16;
    counters.shared_atomics = { .requests = 3, .cost = 9, .ideal = 3, .operations = 96, .same_word = 50 };
    counters.shared_copies = { 2, 4 };
    counters.global_requests = 6;
    counters.sectors = 8;
    counters.global_atomics = { .requests = 1, .cost = 32, .ideal = 4, .operations = 32, .same_word = 1 };
    EXPECT_EQ(find_metric("wavefronts")->value(counters), 12.0);
    EXPECT_EQ(find_metric("shared_requests")->value(counters), 5.0);
    EXPECT_EQ(find_metric("shared_atomics")->value(counters), 3.0);
    EXPECT_EQ(find_metric("sectors")->value(counters), 8.0);
    EXPECT_EQ(find_metric("global_requests")->value(counters), 6.0);
    EXPECT_EQ(find_metric("global_atomic_sectors")->value(counters), 32.0);
    EXPECT_EQ(find_metric("atomic_operations")->value(counters), 128.0);
    EXPECT_EQ(find_metric("atomics_on_one_word")->value(counters), 51.0);
}

TEST(Metrics, BranchEfficiencyIsTheShareOfUniformBranches)
{
    Counters counters;
    EXPECT_EQ(find_metric("branch_efficiency")->value(counters), 0.0) << "as in Nsight Compute without any branch";
    counters.branches = 64;
    counters.divergent_branches = 16;
    EXPECT_EQ(find_metric("branch_efficiency")->value(counters), 75.0);
    EXPECT_EQ(value_text(*find_metric("branch_efficiency"), 75.0), "75.00");
    EXPECT_EQ(value_text(*find_metric("branches"), 64.0), "64");
}

KernelReport report_of(std::uint64_t wavefronts, std::uint64_t requests)
{
    KernelReport report;
    report.total.instructions = 100;
    report.total.active_lanes = report.total.executed_lanes = 3200;
    report.total.wavefronts = wavefronts;
    report.total.shared_requests = requests;
    return report;
}

Measurement measured(double wavefronts, double requests, double lanes = 32.0, double instructions = 100.0)
{
    return { { "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", wavefronts },
        { "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", 0.0 },
        { "smsp__inst_executed_op_shared_ld_pred_on_any.sum", requests },
        { "smsp__inst_executed_op_shared_st_pred_on_any.sum", 0.0 }, { "smsp__inst_executed.sum", instructions },
        { "smsp__average_thread_inst_executed_pred_on_per_inst_executed.ratio", lanes } };
}

Comparison comparison_of(std::string_view id, const KernelReport& report, const Measurement& measurement)
{
    for (auto& comparison : compare(report, measurement)) {
        if (comparison.metric->id == id)
            return comparison;
    }
    ADD_FAILURE() << id << " was not compared";
    return {};
}

TEST(Comparison, CoversTheMetricsWithHardwareCounters)
{
    EXPECT_EQ(compare(report_of(1000, 500), measured(1000, 500)).size(), 4U);
    EXPECT_TRUE(compare(report_of(1000, 500), {}).empty());
}

TEST(Comparison, AgreesWithinTheTolerance)
{
    const auto exact = comparison_of("wavefronts", report_of(1000, 500), measured(1000, 500));
    EXPECT_EQ(exact.difference, 0.0);
    EXPECT_TRUE(exact.agrees);
    EXPECT_TRUE(exact.reason.empty());
    EXPECT_TRUE(comparison_of("wavefronts", report_of(1010, 500), measured(1000, 500)).agrees);
    const auto more = comparison_of("wavefronts", report_of(1020, 500), measured(1000, 500));
    EXPECT_DOUBLE_EQ(more.difference, 2.0);
    EXPECT_FALSE(more.agrees);
    EXPECT_TRUE(comparison_of("active_threads_pred_on", report_of(1, 1), measured(1, 1, 31.2)).agrees);
    EXPECT_FALSE(comparison_of("active_threads_pred_on", report_of(1, 1), measured(1, 1, 31.0)).agrees);
}

TEST(Comparison, APredictionWithoutAnyCountDiffersInfinitely)
{
    const auto comparison = comparison_of("wavefronts", report_of(5, 5), measured(0, 0));
    EXPECT_TRUE(std::isinf(comparison.difference));
    EXPECT_FALSE(comparison.agrees);
}

TEST(Comparison, GivesAReasonOnlyIfTheMetricsShowIt)
{
    EXPECT_EQ(comparison_of("wavefronts", report_of(1000, 500), measured(500, 500)).reason, "")
        << "equal number of requests: the rules would be wrong";
    EXPECT_APPROVED(comparison_of("wavefronts", report_of(1000, 500), measured(500, 125)).reason);
    EXPECT_APPROVED(comparison_of("wavefronts", report_of(1000, 500), measured(2000, 1000)).reason);
    EXPECT_EQ(comparison_of("active_threads_pred_on", report_of(1, 1), measured(1, 1, 20.0)).reason, "");
    EXPECT_APPROVED(comparison_of("active_threads_pred_on", report_of(1, 1), measured(1, 1, 20.0, 80.0)).reason);
}

TEST(Comparison, APredicatedBranchIsNotDivergent)
{
    auto report = report_of(1, 1);
    report.total.branches = 64;
    report.total.divergent_branches = 47;
    auto measurement = measured(1, 1, 20.0);
    measurement["smsp__sass_branch_targets_threads_uniform.sum"] = 8.0;
    measurement["smsp__sass_branch_targets_threads_divergent.sum"] = 0.0;
    EXPECT_APPROVED(comparison_of("active_threads_pred_on", report, measurement).reason);
    EXPECT_APPROVED(comparison_of("divergent_targets", report, measurement).reason);
    EXPECT_APPROVED(comparison_of("branches", report, measurement).reason);
}

} // namespace
} // namespace warpstage::analysis
