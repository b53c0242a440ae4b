// The matrix elements that the recorded block accesses at each step, from the recorded addresses.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/problem/plan.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::analysis {

// The scene's sources, each as a separate scene.
[[nodiscard]] std::vector<problem::MatrixScene> sources_of(const problem::MatrixScene& scene);

// Accesses to one element.
[[nodiscard]] std::size_t bytes_of(problem::MatrixScene::Element element);

// Elements of one matrix that the recorded block accesses, at one step of its playback.
struct MatrixTouch {
    struct Place {
        std::uint32_t row = 0;
        std::uint32_t column = 0;
    };
    std::string name; // of the matrix' buffer
    std::vector<Place> now; // accessed by the current step
    std::vector<Place> before; // accessed by earlier steps since the block's start; each once
    // All accessed elements are in rows first.row to last.row and columns first.column to last.column.
    Place first;
    Place last;
};

// The accesses of the recorded block to the matrices at the current playback step: its tile.
struct TileAccesses {
    std::size_t step = 0; // index into Trace::steps
    std::uint32_t warp = 0;
    std::uint32_t line = 0;
    bool store = false; // the step writes
    std::uint64_t block = 0;
    std::vector<MatrixTouch> touched; // matrices that the block never accesses are omitted
};

class TileAccessCollector {
public:
    // The accesses at `step`, an index into the trace of the recorded run of `plan`. Null if the plan's scene is not a matrix or
    // the recording lacks the buffer addresses. The same object is returned until something changes.
    [[nodiscard]] std::shared_ptr<const TileAccesses> at(const std::shared_ptr<const Recording>& recording,
        const std::shared_ptr<const problem::Plan>& plan, std::optional<std::size_t> step);

private:
    struct Arrival {
        std::size_t step = 0;
        MatrixTouch::Place place;
    };
    struct Matrix {
        std::uint64_t address = 0;
        std::size_t rows = 0;
        std::size_t columns = 0;
        MatrixTouch touch;
        std::vector<Arrival> arrivals; // each accessed element, by its first access
    };
    template <typename Visit> void for_each_place(const simt::Access& access, Visit&& visit);
    void begin();

    std::shared_ptr<const Recording> m_recording;
    std::shared_ptr<const problem::Plan> m_plan;
    std::size_t m_element_bytes = 4;
    std::vector<Matrix> m_matrices;
    std::shared_ptr<const TileAccesses> m_known;
};

} // namespace warpstage::analysis
