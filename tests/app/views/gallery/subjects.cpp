#include "tests/app/views/gallery/subjects.h"

#include "core/analysis/recording/partition_survey.h"
#include "core/analysis/recording/recording.h"
#include "core/arch/architecture.h"
#include "core/session/scene/transfer_view.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <utility>
#include <variant>

namespace warpstage::views::testing {

Subject recorded_subject(const std::string& lesson, const std::string& variant, const std::string& architecture)
{
    Subject subject;
    subject.lesson = *lesson::shipped_lessons()->find(lesson);
    subject.variant = variant;
    subject.settings = { "n = 1024" };
    const auto parsed = arch::parse_architecture(architecture);
    EXPECT_TRUE(parsed) << parsed.error().message;
    subject.traits = parsed->traits;
    subject.architecture = parsed->name();

    auto settings = subject.lesson->initial_settings();
    EXPECT_TRUE(settings.set(subject.lesson->problem->parameters(), "n", "1024"));
    auto plan = subject.lesson->problem->plan(*subject.lesson->find_variant(variant), settings);
    EXPECT_TRUE(plan) << plan.error().message;
    analysis::RecordingRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(subject.lesson);
    request.lesson = subject.lesson;
    request.variant = variant;
    request.plan = std::make_shared<const problem::Plan>(std::move(*plan));
    request.work = request.plan->recorded_work;
    request.traits = subject.traits;
    if (subject.traits->memory_partitions != 0) {
        const auto survey = analysis::survey_partitions({ .programs = request.programs,
            .plan = request.plan,
            .work = request.work,
            .traits = request.traits,
            .gpu = &parsed->assumed_gpu() });
        EXPECT_TRUE(survey) << survey.error().message;
        subject.partitions = std::make_shared<const analysis::PartitionSurvey>(*survey);
    }
    subject.block = std::get<problem::KernelLaunch>(request.plan->step[request.work]).block;
    auto recording = analysis::record(request);
    EXPECT_TRUE(recording) << recording.error().message;
    subject.recording = *recording;
    return subject;
}

std::uint32_t line_of(const Subject& subject, std::string_view code)
{
    const auto& lines = subject.lesson->source_lines;
    bool inside = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        inside = inside || lines[i].find(subject.recording->kernel + "(") != std::string::npos;
        if (inside && lines[i].find(code) != std::string::npos)
            return static_cast<std::uint32_t>(i + 1);
    }
    ADD_FAILURE() << "no line contains " << code;
    return 0;
}

Subject measured_subject()
{
    using namespace std::chrono_literals;
    Subject subject;
    subject.lesson = *lesson::shipped_lessons()->find("nbody");
    subject.variant = "shared";
    subject.settings = { "n = 1024" };
    subject.traits = &arch::traits_of({ 9, 0 });
    subject.architecture = "CC 9.0";
    const session::TimingSummary timing { 1ms, 2ms, 4ms, 3 };
    Measurement measurement;
    measurement.engine.name = "virtual machine";
    measurement.engine.detail = "2 threads";
    measurement.works.push_back({ "accelerate_shared", false, timing });
    measurement.step = timing;
    measurement.merit = 5e8;
    measurement.merit_unit = "interactions/s";
    subject.measurement = measurement;
    return subject;
}

Subject transferring_subject()
{
    Subject subject = measured_subject();
    subject.lesson = *lesson::shipped_lessons()->find("transfers");
    const auto& lesson = *subject.lesson;
    const auto& variant = lesson.variants.front();
    subject.variant = variant.id;
    const auto plan = lesson.problem->plan(variant, problem::Settings::initial(lesson.problem->parameters()));
    subject.measurement->transfers = session::possible_transfers(*plan);
    return subject;
}

} // namespace warpstage::views::testing
