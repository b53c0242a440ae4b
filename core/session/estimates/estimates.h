// Estimated time of a step of each variant on the chosen GPU, computed in the background: the current variant first. The launches
// have the sizes for a GPU (Program::timed_settings()), whatever size is shown. Estimates are cached by lesson text, variant,
// parameters, compute capability and GPU.
#pragma once

#include "core/arch/architecture.h"
#include "core/base/latest.h"
#include "core/session/model/estimates.h"
#include "core/session/remembered.h"
#include "core/session/run/program.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::session {

// What is estimated besides the variants, after them.
struct ExtraEstimates {
    std::shared_ptr<const lesson::PublishedFigures> published {}; // for their own GPUs and sizes; null: none
    std::string swept {}; // parameter of a curve of the current variant; empty: none
    std::vector<std::string> values {};
    // Values that the current cue gives for the estimates, instead of the shown ones.
    std::map<std::string, std::string, std::less<>> timed {};
};

class Estimates {
public:
    using Estimate = std::function<Result<timing::StepEstimate>(const timing::EstimateRequest&, const std::stop_token&)>;

    // Without `estimate` the section is empty.
    Estimates(Program& program, Urgency urgency, Estimate estimate);

    // Takes finished estimates, cancels those that are no longer needed, starts missing ones for this GPU.
    void update(const arch::Architecture& architecture, const ExtraEstimates& extra = {});
    // Whether nothing is running and update() has nothing to start.
    [[nodiscard]] bool complete() const { return m_complete; }
    void wait_until_idle()
    {
        m_worker.wait_until_idle();
        m_published_worker.wait_until_idle();
    }

    // Sizes of the variant's estimate: those of the program, or those that the cue gives.
    [[nodiscard]] problem::Settings timed_settings(std::size_t variant) const;
    // `device`: name of the GPU that runs the kernels; empty: the virtual machine runs them.
    [[nodiscard]] EstimateSection section(const std::string& device) const;

private:
    struct Subject {
        std::shared_ptr<const lesson::Lesson> lesson; // identifies the text: an edit creates another lesson
        std::size_t variant = 0;
        problem::Settings settings;
        const arch::Traits* traits = nullptr;
        const arch::Gpu* gpu = nullptr;

        bool operator==(const Subject&) const = default;
    };

    struct Request {
        std::shared_ptr<const engine::VmPrograms> programs;
        Subject subject;
    };
    struct Known {
        timing::StepEstimate step;
        double work = 0.0; // of a step, in TimingSection::merit_unit times seconds
    };

    [[nodiscard]] bool is_estimable(std::size_t variant) const;
    [[nodiscard]] Subject subject_of(std::size_t variant) const;
    void take();
    // The subject with another value of the swept parameter. Nothing: the parameter or the value does not exist.
    [[nodiscard]] std::optional<Subject> swept_subject(const std::string& value) const;
    // The current variant, the others in their order, then the points of the curve.
    [[nodiscard]] std::vector<Subject> wanted() const;
    void update_wanted();
    void update_published();
    void start(Subject subject);
    // Creates the plan and estimates it; on the worker.
    [[nodiscard]] static Result<Known> estimated(const Estimate& estimate, const Request& request, const std::stop_token& stop);

    Program& m_program;
    Urgency m_urgency;
    bool m_enabled;
    bool m_complete = true;
    arch::Architecture m_architecture; // of the last update()
    ExtraEstimates m_extra; // of the last update()
    Remembered<Subject, Known> m_known { 512 };
    std::optional<Subject> m_running;
    Latest<Request, Result<Known>> m_worker;
    // Published results of one lesson, in the order of the file; the first ones are estimated.
    struct OfLesson {
        std::shared_ptr<const lesson::Lesson> lesson;
        std::vector<timing::PublishedEstimate> rows;
        std::size_t estimated = 0;
    };
    struct PublishedRequest {
        std::shared_ptr<const engine::VmPrograms> programs;
        lesson::PublishedFigure figure;
    };
    OfLesson m_published;
    Latest<PublishedRequest, timing::PublishedEstimate> m_published_worker;
};

} // namespace warpstage::session
