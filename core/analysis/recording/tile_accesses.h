// Which elements of the matrices the recorded block touches, step by step: from the addresses that really occurred.
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

// The scene's sources, each as a scene of its own.
[[nodiscard]] std::vector<problem::MatrixScene> sources_of(const problem::MatrixScene& scene);

// Of one element.
[[nodiscard]] std::size_t bytes_of(problem::MatrixScene::Element element);

// Elements of one matrix that the recorded block has to do with, at one step of its playback.
struct MatrixTouch {
    struct Place {
        std::uint32_t row = 0;
        std::uint32_t column = 0;
    };
    std::string name; // of the matrix' buffer
    std::vector<Place> now; // by the step that is shown
    std::vector<Place> before; // by the steps before it, since the block began; each once
    // All that the recorded steps touch lies in rows first.row to last.row and columns first.column to last.column.
    Place first;
    Place last;
};

// What the recorded block does to the matrices at the step of its playback: its tile.
struct TileAccesses {
    std::size_t step = 0; // index into Trace::steps
    std::uint32_t warp = 0;
    std::uint32_t line = 0;
    bool store = false; // the step writes
    std::uint64_t block = 0;
    std::vector<MatrixTouch> touched; // matrices that the block never touches are left out
};

class TileAccessCollector {
public:
    // The recording's run of `plan` at `step`, an index into its trace. Null where the plan's scene is no matrix or the recording
    // does not say where its buffers were. The same object until something changes.
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
        std::vector<Arrival> arrivals; // each element that a recorded step touches, by the first of them
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
