// Values that a lane has got by a shuffle from a lane that does not take part: PTX leaves them undefined (PTX ISA, 9.7.9.6). Many
// correct kernels compute such values and never use them, so they are followed through registers until one is stored or decides a
// branch.
#pragma once

#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/program.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

struct UndefinedUse {
    std::uint32_t shuffle = 0; // program counter of the shuffle
    std::uint32_t lane = 0; // that has used the value
    std::uint32_t source = 0; // the lane that does not take part
    LaneMask members = 0;
};

class UndefinedLanes {
public:
    // `program` must outlive it.
    UndefinedLanes(const Program& program, std::uint32_t warps);

    // The next block starts.
    void clear();
    // Whether some register of a warp is undefined, so all of its instructions must be followed.
    [[nodiscard]] bool any() const { return m_count != 0; }
    // Before the warp executes the operation for the lanes in step.executed. Returns the first use of an undefined value.
    [[nodiscard]] std::optional<UndefinedUse> follow(const Step& step, const WarpState& state, const Operation& operation);

private:
    struct Value {
        std::uint32_t row = 0;
        LaneMask lanes = 0;
        UndefinedUse origin;
    };
    struct Use {
        bool known = false;
        bool ends = false; // a store, an atomic operation or a branch
        bool selects = false;
        bool shuffles = false;
        std::vector<std::uint32_t> reads; // rows
        std::vector<std::uint32_t> writes;
    };

    const Use& use_of(std::uint32_t pc);
    [[nodiscard]] const Value* find(std::uint32_t warp, std::uint32_t row) const;
    void set(std::uint32_t warp, std::uint32_t row, LaneMask executed, LaneMask undefined, const UndefinedUse& origin);
    [[nodiscard]] LaneMask shuffled(
        const Step& step, const WarpState& state, const Operation& operation, const Value* value, UndefinedUse& origin) const;

    const Program& m_program;
    std::vector<Use> m_uses; // by program counter
    std::vector<std::vector<Value>> m_values; // [warp]: usually none
    std::size_t m_count = 0;
};

} // namespace warpstage::simt
