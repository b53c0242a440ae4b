// What steps have computed, as the scene shows it: positions, a matrix, copies over time, and what must not change over time.
// Nothing of an earlier lesson is shown.
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

    // Another lesson.
    void forget();
    // Another variant or device.
    void forget_transfers() { m_transfers = nullptr; }
    // The steps begin anew.
    void restart() { m_drift.forget(); }
    // The stepper has adopted a plan.
    void show_adopted();
    void show_step(const engine::StepOutcome& outcome);
    // Looks at the state that the recording begins with, since that is there anyway.
    void watch_drift(const analysis::RecordingRequest& request);
    // A matrix that has been read beside the frames.
    void collect();
    void wait_for_matrix() { m_matrix_reader.wait(); }

    // Kernels write straight into the vertex buffers.
    [[nodiscard]] bool interop() const { return m_particles != nullptr && m_particles->in_shared_buffers; }
    // `cells`: shared memory at the step of the playback.
    [[nodiscard]] SceneSection section(const std::shared_ptr<const ArrayFrame>& cells);

private:
    void take_particles();
    void request_matrix();

    Program& m_program;
    Stepper& m_stepper;
    Notices& m_notices;
    Urgency m_urgency;
    std::shared_ptr<const ParticleFrame> m_particles;
    std::uint64_t m_particle_serial = 0;
    DriftWatch m_drift;
    std::shared_ptr<const MatrixFrame> m_matrix; // null: not read yet
    MatrixReader m_matrix_reader;
    bool m_matrix_due = false; // the first step of what was adopted last has not ended yet
    std::shared_ptr<const TransferFrame> m_transfers; // measured; null: not yet, or no GPU
    std::shared_ptr<const problem::Plan> m_possible_of;
    std::shared_ptr<const TransferFrame> m_possible; // what may overlap in a step that no GPU has run
};

} // namespace warpstage::session
