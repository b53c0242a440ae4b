#include "core/session/scene/matrix_view.h"

#include "core/base/verify.h"
#include "core/problem/buffers/bytes.h"

#include <algorithm>

namespace warpstage::session {

namespace {

template <typename Number> void add_means(MatrixFrame& frame, std::span<const Number> elements)
{
    VERIFY(elements.size() >= frame.rows * frame.columns);
    std::vector<double> sums(frame.shown_columns);
    for (std::size_t row = 0; row < frame.shown_rows; ++row) {
        const std::size_t first = row * frame.reduction;
        const std::size_t end = std::min(first + frame.reduction, frame.rows);
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t i = first; i < end; ++i) {
            const auto line = elements.subspan(i * frame.columns, frame.columns);
            for (std::size_t column = 0; column < frame.shown_columns; ++column) {
                const std::size_t from = column * frame.reduction;
                const std::size_t to = std::min(from + frame.reduction, frame.columns);
                for (std::size_t element = from; element < to; ++element)
                    sums[column] += static_cast<double>(line[element]);
            }
        }
        for (std::size_t column = 0; column < frame.shown_columns; ++column) {
            const std::size_t width = std::min(frame.reduction, frame.columns - column * frame.reduction);
            frame.values.push_back(static_cast<float>(sums[column] / static_cast<double>(width * (end - first))));
        }
    }
}

} // namespace

MatrixFrame reduce_matrix(const problem::MatrixScene& scene, std::span<const std::byte> content)
{
    MatrixFrame frame;
    frame.rows = scene.rows;
    frame.columns = scene.columns;
    frame.lowest = scene.lowest;
    frame.highest = scene.highest;
    frame.reduction = (std::max(scene.rows, scene.columns) + kMaxSide - 1) / kMaxSide;
    frame.reduction = std::max<std::size_t>(frame.reduction, 1);
    frame.shown_rows = (scene.rows + frame.reduction - 1) / frame.reduction;
    frame.shown_columns = (scene.columns + frame.reduction - 1) / frame.reduction;
    frame.values.reserve(frame.shown_rows * frame.shown_columns);
    switch (scene.element) {
    case problem::MatrixScene::Element::float32:
        add_means(frame, problem::as_numbers<float>(content));
        break;
    case problem::MatrixScene::Element::float64:
        add_means(frame, problem::as_numbers<double>(content));
        break;
    case problem::MatrixScene::Element::int32:
        add_means(frame, problem::as_numbers<std::int32_t>(content));
        break;
    }
    return frame;
}

} // namespace warpstage::session
