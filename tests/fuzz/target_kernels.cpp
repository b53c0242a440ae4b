#include "core/engine/vm_plan.h"
#include "core/session_file/edited_kernels.h"
#include "tests/fuzz/targets.h"

#include <cstdlib>
#include <filesystem>

namespace warpstage::fuzz {

namespace {

constexpr std::uint64_t kBudget = 20'000;

const lesson::Lesson& installed()
{
    static const auto lesson = lesson::load_lesson(std::filesystem::path { WARPSTAGE_FIXTURES } / "lessons/good/01-sum");
    if (!lesson)
        std::abort();
    return *lesson;
}

} // namespace

// What a page does with the edited kernels of a presenter, with a smaller budget.
void kernels(std::string_view text)
{
    const auto lesson = session_file::read_kernels(text, installed());
    if (!lesson)
        return;
    const auto& variant = (*lesson)->variants.front();
    const auto plan = (*lesson)->problem->plan(variant, (*lesson)->initial_settings());
    if (!plan)
        std::abort(); // it depends on the installed lesson only
    auto run =
        engine::VmPlan::make(std::make_shared<const engine::VmPrograms>(*lesson), std::make_shared<const problem::Plan>(*plan));
    if (!run)
        return;
    engine::VmStepOptions options;
    options.instruction_budget = kBudget;
    static_cast<void>(run->run_step(options)); // a result, a trap or a refusal: all are valid
}

} // namespace warpstage::fuzz
