// Sums that the machine counts in runs of instructions equal those of an observer of each instruction, and the requests that it
// reports are the same: in every case of tests/fixtures/simt, with faults, divergence, guards and calls.
#include "core/simt/machine.h"
#include "core/simt/program.h"
#include "core/simt/summing_observer.h"
#include "fixture.h"
#include "sums_of_steps.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

namespace warpstage::simt {
namespace {

class OfSums final : public SummingObserver {
public:
    using SummingObserver::SummingObserver;

    void on_access(const Step& step, const Access& access) override { m_seen.accesses[step.pc].push_back(access); }
    void on_barrier(std::uint64_t /*block*/) override { ++m_seen.barriers; }
    [[nodiscard]] Seen take()
    {
        m_seen.sums = take_sums();
        return m_seen;
    }

private:
    Seen m_seen;
};

// Follows every instruction, with the sums of its own steps.
class OfAllSteps final : public InstructionWatch {
public:
    explicit OfAllSteps(std::size_t instructions)
        : executions(instructions)
        , before_executions(instructions)
    {
    }

    [[nodiscard]] bool follows(std::uint32_t /*pc*/) const override { return true; }
    void on_step(const Step& step) override { ++executions[step.pc]; }
    void before(const Step& step, const WarpState& /*state*/, const Operation& /*operation*/) override
    {
        ++before_executions[step.pc];
    }
    void on_branch(const Step& /*step*/, LaneMask /*taken*/, LaneMask /*not_taken*/) override { ++branches; }
    void on_addresses(const Step& /*step*/, const AddressRow& /*row*/) override { }
    void on_access(const Step& /*step*/, const Access& /*access*/) override { }

    std::vector<std::uint64_t> executions;
    std::vector<std::uint64_t> before_executions;
    std::uint64_t branches = 0;
};

// All blocks in sequence, so that those that change the same memory do so in one order.
std::optional<Trap> run_all_blocks(const std::string& name, const std::function<Observer&(const Program&)>& observer)
{
    Fixture fixture;
    read_fixture(name, fixture);
    const auto program = Program::lower(fixture.module, *fixture.module.find(fixture.kernel));
    VERIFY(program.ok());
    RunOptions options;
    options.blocks = Blocks::all_observed;
    options.instruction_budget = fixture.budget;
    options.scheduling = fixture.scheduling;
    options.observer = &observer(*program);
    const auto outcome = run(*program, fixture.memory, fixture.shape, fixture.parameters.bytes(), options);
    VERIFY(outcome.ok());
    return outcome->trap;
}

class SummingObserverTest : public testing::TestWithParam<std::string> { };

TEST_P(SummingObserverTest, CountsRunsAsAnObserverOfEachInstruction)
{
    std::optional<OfEachInstruction> each;
    std::optional<OfSums> sums;
    const std::optional<Trap> trap =
        run_all_blocks(GetParam(), [&](const Program& program) -> Observer& { return each.emplace(program.listing().size()); });
    const std::optional<Trap> same = run_all_blocks(GetParam(),
        [&](const Program& program) -> Observer& { return sums.emplace(static_cast<std::uint32_t>(program.listing().size())); });
    EXPECT_EQ(same ? same->message : "", trap ? trap->message : "");
    expect_same(sums->take(), each->seen);
}

TEST_P(SummingObserverTest, CountsRequestsByTheirShapes)
{
    std::optional<OfEachInstruction> each;
    std::optional<OfShapes> shapes;
    const std::optional<Trap> trap =
        run_all_blocks(GetParam(), [&](const Program& program) -> Observer& { return each.emplace(program.listing().size()); });
    run_all_blocks(GetParam(), [&](const Program& program) -> Observer& {
        return shapes.emplace(static_cast<std::uint32_t>(program.listing().size()));
    });
    expect_same(*shapes, each->seen, trap ? std::optional(trap->pc) : std::nullopt);
}

TEST_P(SummingObserverTest, AWatchSeesEveryInstructionThatItFollows)
{
    std::optional<OfEachInstruction> each;
    std::optional<OfSums> sums;
    std::optional<OfAllSteps> watch;
    run_all_blocks(GetParam(), [&](const Program& program) -> Observer& { return each.emplace(program.listing().size()); });
    run_all_blocks(GetParam(), [&](const Program& program) -> Observer& {
        sums.emplace(static_cast<std::uint32_t>(program.listing().size())).follow(watch.emplace(program.listing().size()));
        return *sums;
    });
    std::uint64_t branches = 0;
    for (std::size_t pc = 0; pc < each->seen.sums.size(); ++pc) {
        EXPECT_EQ(watch->executions[pc], each->seen.sums[pc].executions) << pc;
        EXPECT_LE(watch->before_executions[pc], watch->executions[pc]) << pc;
        branches += each->seen.sums[pc].branches;
    }
    EXPECT_EQ(watch->branches, branches);
    expect_same(sums->take(), each->seen);
}

std::string name_of_summed_case(const testing::TestParamInfo<std::string>& fixture)
{
    std::string name = fixture.param;
    for (char& letter : name)
        letter = letter == '-' || letter == '/' ? '_' : letter;
    return name;
}

INSTANTIATE_TEST_SUITE_P(Simt, SummingObserverTest, testing::ValuesIn(fixture_names()), name_of_summed_case);

} // namespace
} // namespace warpstage::simt
