// What observers have seen of a run: each instruction and request, or sums of them.
#pragma once

#include "core/simt/observer.h"
#include "core/simt/summing_observer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace warpstage::simt {

struct Seen {
    std::vector<StepSums> sums; // by program counter
    std::map<std::uint32_t, std::vector<Access>> accesses; // by program counter
    std::uint64_t barriers = 0;
};

class OfEachInstruction final : public Observer {
public:
    explicit OfEachInstruction(std::size_t instructions) { seen.sums.resize(instructions); }

    void on_step(const Step& step) override
    {
        StepSums& sums = seen.sums[step.pc];
        sums.executions += 1;
        sums.active_lanes += lane_count(step.active);
        sums.executed_lanes += lane_count(step.executed);
    }
    void on_access(const Step& step, const Access& access) override { seen.accesses[step.pc].push_back(access); }
    void on_branch(const Step& step, LaneMask taken, LaneMask not_taken) override
    {
        seen.sums[step.pc].branches += 1;
        seen.sums[step.pc].divergent_branches += taken != 0 && not_taken != 0 ? 1U : 0U;
    }
    void on_barrier(std::uint64_t /*block*/) override { ++seen.barriers; }
    void on_warp_barrier(const Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const Step& /*step*/) override { }

    Seen seen;
};

// A request without what on_requests() does not tell.
struct Shape {
    ptx::StateSpace space = ptx::StateSpace::global;
    AccessKind kind = AccessKind::load;
    AccessForm form = AccessForm::registers;
    std::uint32_t bytes = 0;
    LaneMask lanes = 0;
    std::vector<std::uint64_t>
        addresses; // of the lanes, from the first one's last multiple of the alignment on; 0 if 32 lanes have one

    auto operator<=>(const Shape&) const = default;
};

inline Shape shape_of(const Access& access)
{
    Shape shape { access.space, access.kind, access.form, access.bytes, access.lanes, {} };
    const std::uint64_t first = access.addresses[lowest_lane(access.lanes)];
    const auto is_first = [&](std::uint64_t address) {
        return address == first;
    };
    const bool is_uniform = access.lanes == first_lanes(kMaxLanes) && std::ranges::all_of(access.addresses, is_first);
    const std::uint64_t start = is_uniform ? first : first - first % jit::kShapeAlignment;
    for_each_lane(access.lanes, [&](unsigned lane) { shape.addresses.push_back(access.addresses[lane] - start); });
    return shape;
}

using Shapes = std::map<std::pair<std::uint32_t, Shape>, std::uint64_t>; // number of requests by program counter and shape

class OfShapes final : public SummingObserver {
public:
    using SummingObserver::SummingObserver;

    [[nodiscard]] bool counts_requests() const override { return true; }
    void on_requests(std::uint32_t pc, const AddressRow& row, std::uint64_t count) override
    {
        Access access { .space = row.space, .kind = row.kind, .bytes = row.access_bytes, .lanes = row.lanes };
        access.form = row.form;
        for_each_lane(row.lanes, [&](unsigned lane) {
            std::uint64_t address = 0;
            std::memcpy(&address, row.values + std::size_t { lane } * row.bytes, row.bytes);
            address += static_cast<std::uint64_t>(row.displacement);
            access.addresses[lane] = row.bytes == 4 ? static_cast<std::uint32_t>(address) : address;
        });
        shapes[{ pc, shape_of(access) }] += count;
    }
    void on_access(const Step& step, const Access& access) override { ++shapes[{ step.pc, shape_of(access) }]; }
    void on_barrier(std::uint64_t /*block*/) override { }
    [[nodiscard]] std::vector<StepSums> take() { return take_sums(); }

    Shapes shapes;
};

inline void expect_same_steps(const std::vector<StepSums>& sums, const std::vector<StepSums>& each)
{
    ASSERT_EQ(sums.size(), each.size());
    for (std::size_t pc = 0; pc < sums.size(); ++pc) {
        EXPECT_EQ(sums[pc].executions, each[pc].executions) << pc;
        EXPECT_EQ(sums[pc].active_lanes, each[pc].active_lanes) << pc;
        EXPECT_EQ(sums[pc].executed_lanes, each[pc].executed_lanes) << pc;
        EXPECT_EQ(sums[pc].branches, each[pc].branches) << pc;
        EXPECT_EQ(sums[pc].divergent_branches, each[pc].divergent_branches) << pc;
    }
}

inline void expect_same(const Seen& sums, const Seen& each)
{
    expect_same_steps(sums.sums, each.sums);
    EXPECT_EQ(sums.barriers, each.barriers);
    EXPECT_TRUE(sums.accesses == each.accesses);
}

// `refused`: the instruction at which the run has ended with an error, whose last request may have been counted or not.
inline void expect_same(OfShapes& sums, const Seen& each, std::optional<std::uint32_t> refused)
{
    expect_same_steps(sums.take(), each.sums);
    Shapes shapes;
    for (const auto& [pc, accesses] : each.accesses) {
        for (const Access& access : accesses)
            ++shapes[{ pc, shape_of(access) }];
    }
    const auto is_refused = [&](const auto& entry) {
        return entry.first.first == refused;
    };
    std::erase_if(shapes, is_refused);
    std::erase_if(sums.shapes, is_refused);
    // Reads behind the constants of a module, which read zeros, are requests but not reported one by one.
    std::erase_if(sums.shapes, [&](const auto& entry) {
        return entry.first.second.space == ptx::StateSpace::constant && !shapes.contains(entry.first);
    });
    EXPECT_TRUE(sums.shapes == shapes);
}

} // namespace warpstage::simt
