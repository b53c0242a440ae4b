// Records the global memory that a kernel uses, for late work.
#pragma once

#include "core/ptx/listing.h"
#include "core/runtime/late/used_memory.h"
#include "core/simt/observer.h"

namespace warpstage::runtime {

class AccessLog final : public simt::Observer {
public:
    // Both must outlive it.
    AccessLog(UsedMemory& used, const ptx::Listing& listing)
        : m_used(used)
        , m_listing(listing)
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
    const ptx::Listing& m_listing;
};

} // namespace warpstage::runtime
