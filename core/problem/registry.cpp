#include "core/problem/global_access/global_access.h"
#include "core/problem/matmul/matmul.h"
#include "core/problem/nbody/nbody.h"
#include "core/problem/problem.h"
#include "core/problem/reduction/reduction.h"
#include "core/problem/shared_access/shared_access.h"
#include "core/problem/transfers/transfers.h"
#include "core/problem/transpose/transpose.h"

#include <array>

namespace warpstage::problem {

namespace {

struct Entry {
    std::string_view id;
    std::unique_ptr<Problem> (*make)();
};

template <typename Concrete> std::unique_ptr<Problem> make()
{
    return std::make_unique<Concrete>();
}

constexpr std::array kProblems {
    Entry { "global_access", make<GlobalAccess> },
    Entry { "matmul", make<Matmul> },
    Entry { "nbody", make<Nbody> },
    Entry { "reduction", make<Reduction> },
    Entry { "shared_access", make<SharedAccess> },
    Entry { "transfers", make<Transfers> },
    Entry { "transpose", make<Transpose> },
};

} // namespace

Result<Plan> Problem::check_plan(const Variant& variant, const Settings& settings) const
{
    return plan(variant, settings);
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
