// The data of the scene.
#pragma once

#include "core/problem/plan.h"
#include "core/session/model/playback.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

// Positions and velocities: on the host, or already in the shared GL buffers (then the vectors are empty).
struct ParticleFrame {
    std::size_t count = 0;
    bool in_shared_buffers = false;
    std::vector<float> x, y, vx, vy;
    float radius = 1.0F; // radius of the region to show
    float speed = 1.0F; // end of the color scale
    std::uint64_t serial = 0; // increases with each new content
    std::vector<float> z, vz; // of bodies in space; always on the host
    // Body i is computed by thread i % threads of block i / (threads * bodies_a_thread). 0 threads: by the host.
    std::uint32_t threads = 0;
    std::uint32_t bodies_a_thread = 1;
};

// Drift of energy and momentum.
struct DriftView {
    double energy = 0.0; // relative to the initial energy
    double momentum = 0.0; // relative to the sum of all initial speeds
    std::uint64_t steps = 0; // since the last restart

    bool operator==(const DriftView&) const = default;
};

// The number that a step has computed, and the exact one.
struct TotalView {
    std::int64_t found = 0;
    std::int64_t exact = 0;

    bool operator==(const TotalView&) const = default;
};

// A matrix computed by a step, reduced to screen resolution. Empty until the first step has ended.
struct MatrixFrame {
    std::string name; // of the plan's buffer
    std::size_t rows = 0; // of the matrix
    std::size_t columns = 0;
    std::size_t shown_rows = 0; // of `values`: each is the mean of `reduction` x `reduction` elements, fewer at the edges
    std::size_t shown_columns = 0;
    std::size_t reduction = 1;
    std::vector<float> values; // row after row
    float lowest = 0.0F; // limits of the color scale
    float highest = 1.0F;
    std::uint64_t serial = 0; // increases with each new content
    std::vector<std::shared_ptr<const MatrixFrame>> sources; // the matrices that the kernel reads
};

// Copies and launches of a step over time: either measured with events in the streams of a GPU, or only a possible overlap that
// follows the order of streams and copy engines, with arbitrary lengths.
struct TransferFrame {
    enum class Source : std::uint8_t { measured, possible };
    enum class Kind : std::uint8_t { to_device, to_host, kernel };
    struct Span {
        std::string label;
        Kind kind = Kind::kernel;
        std::uint32_t stream = 0;
        std::size_t bytes = 0; // of a copy
        std::chrono::nanoseconds issued { 0 }; // its stream reached it
        std::chrono::nanoseconds begin { 0 }; // its copy engine was free too
        std::chrono::nanoseconds end { 0 };
    };
    Source source = Source::possible;
    bool pageable = false; // host memory
    std::uint32_t streams = 1;
    std::vector<Span> spans; // in issue order
    std::chrono::nanoseconds length { 0 };
};

// The data of the lesson's scene; only one kind is set.
struct SceneSection {
    std::shared_ptr<const problem::Plan> plan; // of the shown variant, with its buffers; null: not yet known
    problem::SceneDetail detail = problem::SceneDetail::values; // of the shown variant's plan
    std::shared_ptr<const ParticleFrame> particles;
    std::optional<DriftView> drift; // for a limited number of bodies in the plane
    std::optional<TotalView> total; // of the shown variant; empty: no step has ended yet, or the result is not one number
    std::shared_ptr<const TransferFrame> transfers;
    std::shared_ptr<const ArrayFrame> array;
    std::shared_ptr<const MatrixFrame> matrix;

    bool operator==(const SceneSection&) const = default;
};

} // namespace warpstage::session
