#include "core/live/element_writer.h"

#include <bit>
#include <variant>

namespace warpstage::live {

namespace {

class StoreObserver final : public simt::Observer {
public:
    StoreObserver(const Dim3& grid, const ptx::Listing& listing)
        : m_grid(&grid)
        , m_listing(&listing)
    {
    }

    void add_place(std::uint64_t address, bool exact) { m_places.push_back({ address, exact }); }

    // The last thread that wrote the element, else an element with the same index.
    [[nodiscard]] const std::optional<ElementWriter>& found() const { return m_exact ? m_exact : m_akin; }

    void on_step(const simt::Step& /*step*/) override { }
    void on_access(const simt::Step& step, const simt::Access& access) override
    {
        if (access.space != ptx::StateSpace::global || access.kind == simt::AccessKind::load)
            return;
        for (LaneMask left = access.lanes; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
            const auto begin = access.addresses[lane];
            for (const auto& place : m_places) {
                if (begin <= place.address && place.address < begin + access.bytes)
                    (place.exact ? m_exact : m_akin) =
                        ElementWriter { m_grid->index_of(step.block), step.warp, lane, m_listing->line_of(step.pc) };
            }
        }
    }
    void on_branch(const simt::Step& /*step*/, LaneMask /*taken*/, LaneMask /*not_taken*/) override { }
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const simt::Step& /*step*/) override { }

private:
    struct Place {
        std::uint64_t address = 0;
        bool exact = false;
    };

    const Dim3* m_grid;
    const ptx::Listing* m_listing;
    std::vector<Place> m_places;
    std::optional<ElementWriter> m_exact;
    std::optional<ElementWriter> m_akin;
};

} // namespace

std::optional<ElementWriter> find_writer(engine::VmPlan& plan, const engine::VmPrograms& programs,
    const problem::Difference& element, const engine::VmStepOptions& options)
{
    const auto recorded = plan.plan().recorded_work;
    const auto* const launch =
        recorded < plan.plan().step.size() ? std::get_if<problem::KernelLaunch>(&plan.plan().step[recorded]) : nullptr;
    if (launch == nullptr)
        return std::nullopt;
    const auto program = programs.find(launch->kernel);
    if (!program)
        return std::nullopt;
    StoreObserver observer { launch->grid, (*program)->listing() };
    const auto offset = element.index * element.element_bytes;
    const auto& buffers = plan.plan().buffers;
    for (problem::BufferIndex i = 0; i < buffers.size(); ++i) {
        if (offset < buffers[i].bytes)
            observer.add_place(plan.address(i) + offset, buffers[i].name == element.buffer);
    }
    auto watched = options;
    watched.grid_observer = [&](std::size_t work) -> simt::Observer* {
        return work == recorded ? &observer : nullptr;
    };
    if (const auto ran = plan.run_step(watched); !ran)
        return std::nullopt;
    return observer.found();
}

} // namespace warpstage::live
