// The list of problems. A problem is a row here and a folder, whose files the build finds. The row's name is the problem's id;
// its folder defines make_NAME().
#include "core/problem/problem.h"

#include <array>

#define WARPSTAGE_PROBLEMS(PROBLEM)                                                                                              \
    PROBLEM(global_access)                                                                                                       \
    PROBLEM(matmul)                                                                                                              \
    PROBLEM(nbody)                                                                                                               \
    PROBLEM(reduction)                                                                                                           \
    PROBLEM(shared_access)                                                                                                       \
    PROBLEM(transfers)                                                                                                           \
    PROBLEM(transpose)

namespace warpstage::problem {

#define PROBLEM(name) std::unique_ptr<Problem> make_##name();
WARPSTAGE_PROBLEMS(PROBLEM)
#undef PROBLEM

namespace {

struct Entry {
    std::string_view id;
    std::unique_ptr<Problem> (*make)();
};

constexpr std::array kProblems {
#define PROBLEM(name) Entry { #name, make_##name },
    WARPSTAGE_PROBLEMS(PROBLEM)
#undef PROBLEM
};

} // namespace

Result<Plan> Problem::check_plan(const Variant& variant, const Settings& settings) const
{
    return plan(variant, settings);
}

bool Problem::has_one_size(const Variant& /*variant*/) const
{
    return false;
}

std::map<std::string, std::string, std::less<>> Problem::suited_to(
    const Variant& /*variant*/, const Settings& /*settings*/, std::uint32_t /*multiprocessors*/) const
{
    return {};
}

std::vector<std::string> problem_ids()
{
    std::vector<std::string> ids;
    for (const auto& problem : kProblems)
        ids.emplace_back(problem.id);
    return ids;
}

std::unique_ptr<Problem> make_problem(std::string_view id)
{
    for (const auto& problem : kProblems) {
        if (problem.id == id)
            return problem.make();
    }
    return nullptr;
}

} // namespace warpstage::problem
