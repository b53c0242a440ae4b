// The results of steps for the scene: positions, a matrix, copies over time, and conserved quantities. Data of an earlier lesson
// is never shown.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/session/run/stepper.h"
#include "core/session/scene/drift_watch.h"
#include "core/session/scene/matrix_reader.h"

#include <cstdint>
#include <memory>

namespace warpstage::session {

class SceneData {
public:
    SceneData(Program& program, Stepper& stepper, Notices& notices, Urgency urgency);

    // The lesson has changed.
    void forget();
    // The variant or the device has changed.
    void forget_transfers() { m_transfers = nullptr; }
    // The steps were restarted.
    void restart() { m_drift.forget(); }
    // The stepper has adopted a plan.
    void show_adopted();
    void show_step(const engine::StepOutcome& outcome);
    // Evaluates the drift of the contents that were read for a recording.
    void watch_drift(const analysis::RecordingRequest& request);
    // Takes a matrix that was read in the background.
    void collect();
    void wait_for_matrix() { m_matrix_reader.wait(); }

    // Kernels write directly into the vertex buffers.
    [[nodiscard]] bool interop() const { return m_particles != nullptr && m_particles->in_shared_buffers; }
    // `cells`: shared memory at the step of the playback.
    [[nodiscard]] SceneSection section(const std::shared_ptr<const ArrayFrame>& cells);

private:
    void take_particles();
    void request_matrix();
    void take_total();

    Program& m_program;
    Stepper& m_stepper;
    Notices& m_notices;
    Urgency m_urgency;
    std::shared_ptr<const ParticleFrame> m_particles;
    std::uint64_t m_particle_serial = 0;
    DriftWatch m_drift;
    std::shared_ptr<const MatrixFrame> m_matrix; // null: not read yet
    MatrixReader m_matrix_reader;
    bool m_matrix_due = false; // the first step of the last adopted plan has not ended yet
    std::optional<TotalView> m_total; // of the last adopted plan; empty: not read yet, or the result is not one number
    std::shared_ptr<const TransferFrame> m_transfers; // measured; null: not yet, or without a GPU
    std::shared_ptr<const problem::Plan> m_possible_of;
    std::shared_ptr<const TransferFrame> m_possible; // possible overlap of a step that was not run on a GPU
};

} // namespace warpstage::session
