// Records the global memory that a kernel uses, for late work.
#pragma once

#include "core/runtime/late/used_memory.h"
#include "core/simt/observer.h"

namespace warpstage::runtime {

class AccessLog final : public simt::Observer {
public:
    // `used` must outlive it.
    explicit AccessLog(UsedMemory& used)
        : m_used(used)
    {
    }

    void on_step(const simt::Step&) override { }
    void on_access(const simt::Step& step, const simt::Access& access) override;
    void on_branch(const simt::Step&, LaneMask, LaneMask) override { }
    void on_barrier(std::uint64_t) override { }
    void on_warp_barrier(const simt::Step&, LaneMask) override { }
    void on_exit(const simt::Step&) override { }

private:
    UsedMemory& m_used;
};

} // namespace warpstage::runtime
