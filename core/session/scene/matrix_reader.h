// Matrices on their way from an engine to the picture: those of 64 MB take tenths of a second, so another thread fetches and
// reduces them while frames and steps go on.
#pragma once

#include "core/base/latest.h"
#include "core/base/result.h"
#include "core/engine/buffer_copy.h"
#include "core/problem/plan.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

class MatrixReader {
public:
    struct Wanted {
        problem::MatrixScene scene;
        std::string name; // of its buffer
        std::unique_ptr<engine::BufferCopy> content;
    };
    using Read = Result<std::shared_ptr<const MatrixFrame>>;

    MatrixReader();

    // The result first, then what it is computed from. What was wanted before and is still on its way is forgotten.
    void read(std::vector<Wanted> matrices, Urgency urgency);
    // Once it is there. A matrix that has come before and is still the same keeps its serial, for then it is on the graphics card
    // already; no two others have the same one. Error: of a fetch().
    [[nodiscard]] std::optional<Read> take();
    void forget() { m_reading.cancel(); }
    void wait() { m_reading.wait_until_idle(); }

private:
    struct Request {
        std::vector<Wanted> matrices;
        std::uint64_t serial = 0; // of the first
        std::shared_ptr<const MatrixFrame> before;
    };

    std::uint64_t m_serial = 0;
    std::shared_ptr<const MatrixFrame> m_last; // that was taken
    Latest<Request, Read> m_reading; // large ones never lie on the host twice
};

} // namespace warpstage::session
