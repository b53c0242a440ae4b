#include "core/analysis/recording/tile_accesses.h"

#include <algorithm>
#include <bit>

namespace warpstage::analysis {

std::size_t bytes_of(problem::MatrixScene::Element element)
{
    switch (element) {
    case problem::MatrixScene::Element::float32:
    case problem::MatrixScene::Element::int32:
        return 4;
    case problem::MatrixScene::Element::float64:
        return 8;
    }
    VERIFY_NOT_REACHED();
}

std::vector<problem::MatrixScene> sources_of(const problem::MatrixScene& scene)
{
    std::vector<problem::MatrixScene> sources;
    for (const auto& source : scene.sources) {
        auto& one = sources.emplace_back(scene);
        one.matrix = source.buffer;
        one.rows = source.rows;
        one.columns = source.columns;
        one.sources.clear();
    }
    return sources;
}

template <typename Visit> void TileAccessCollector::for_each_place(const simt::Access& access, Visit&& visit)
{
    if (access.space != ptx::StateSpace::global)
        return;
    for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane) {
        if ((access.lanes >> lane & 1U) == 0)
            continue;
        for (Matrix& matrix : m_matrices) {
            const std::uint64_t offset =
                access.addresses.at(lane) - matrix.address; // wraps to a very large value below the address
            const std::uint64_t first = offset / m_element_bytes;
            if (first >= matrix.rows * matrix.columns)
                continue;
            const std::uint64_t count = std::max<std::uint64_t>(1, access.bytes / m_element_bytes);
            const std::uint64_t end = std::min<std::uint64_t>(first + count, matrix.rows * matrix.columns);
            for (std::uint64_t element = first; element < end; ++element)
                visit(matrix, element,
                    MatrixTouch::Place { static_cast<std::uint32_t>(element / matrix.columns),
                        static_cast<std::uint32_t>(element % matrix.columns) });
            break;
        }
    }
}

void TileAccessCollector::begin()
{
    m_matrices.clear();
    const auto& scene = std::get<problem::MatrixScene>(m_plan->scene);
    m_element_bytes = bytes_of(scene.element);
    const auto add = [&](problem::BufferIndex buffer, std::size_t rows, std::size_t columns) {
        if (buffer >= m_recording->buffers.size() || columns == 0)
            return;
        Matrix matrix { m_recording->buffers[buffer].address, rows, columns, {}, {} };
        matrix.touch.name = m_recording->buffers[buffer].name;
        m_matrices.push_back(std::move(matrix));
    };
    for (const auto& source : scene.sources)
        add(source.buffer, source.rows, source.columns);
    add(scene.matrix, scene.rows, scene.columns);

    const auto& trace = m_recording->trace;
    std::vector<std::vector<bool>> seen; // by matrix and element
    for (const Matrix& matrix : m_matrices)
        seen.emplace_back(matrix.rows * matrix.columns);
    for (std::size_t i = 0; i < trace.gapless; ++i) {
        const auto* access = trace.access_of(trace.steps[i]);
        if (access == nullptr)
            continue;
        for_each_place(*access, [&](Matrix& matrix, std::uint64_t element, MatrixTouch::Place place) {
            auto& known = seen[static_cast<std::size_t>(&matrix - m_matrices.data())];
            if (known[element])
                return;
            known[element] = true;
            auto& [name, now, before, first, last] = matrix.touch;
            if (matrix.arrivals.empty())
                first = last = place;
            first = { std::min(first.row, place.row), std::min(first.column, place.column) };
            last = { std::max(last.row, place.row), std::max(last.column, place.column) };
            matrix.arrivals.push_back({ i, place });
        });
    }
}

std::shared_ptr<const TileAccesses> TileAccessCollector::at(const std::shared_ptr<const Recording>& recording,
    const std::shared_ptr<const problem::Plan>& plan, std::optional<std::size_t> step)
{
    if (recording == nullptr || plan == nullptr || !step || !std::holds_alternative<problem::MatrixScene>(plan->scene)
        || recording->buffers.size() != plan->buffers.size() || *step >= recording->trace.steps.size()) {
        m_recording = nullptr;
        m_known = nullptr;
        return nullptr;
    }
    const bool other = recording != m_recording || plan != m_plan;
    if (other) {
        m_recording = recording;
        m_plan = plan;
        begin();
    }
    if (!other && m_known != nullptr && m_known->step == *step)
        return m_known;
    const auto& record = recording->trace.steps[*step];
    auto accesses = std::make_shared<TileAccesses>();
    accesses->step = *step;
    accesses->warp = record.warp;
    accesses->line = recording->listing.line_of(record.pc);
    accesses->block = recording->trace.block;
    for (Matrix& matrix : m_matrices) {
        matrix.touch.now.clear();
        matrix.touch.before.clear();
        for (const Arrival& arrival : matrix.arrivals) {
            if (arrival.step >= *step)
                break;
            matrix.touch.before.push_back(arrival.place);
        }
    }
    if (const auto* access = recording->trace.access_of(record)) {
        accesses->store = access->kind != simt::AccessKind::load;
        for_each_place(*access,
            [](Matrix& matrix, std::uint64_t /*element*/, MatrixTouch::Place place) { matrix.touch.now.push_back(place); });
    }
    for (const Matrix& matrix : m_matrices)
        if (!matrix.arrivals.empty())
            accesses->touched.push_back(matrix.touch);
    m_known = std::move(accesses);
    return m_known;
}

} // namespace warpstage::analysis
