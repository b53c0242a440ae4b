// Reads matrices from an engine for the scene: 64 MB take tenths of a second, so another thread fetches and reduces them while
// frames and steps continue.
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
        std::string name; // name of its buffer
        std::unique_ptr<engine::BufferCopy> content;
    };
    using Read = Result<std::shared_ptr<const MatrixFrame>>;

    MatrixReader();

    // The result first, then its operands. Cancels an earlier request.
    void read(std::vector<Wanted> matrices, Urgency urgency);
    // The matrices, when available. An unchanged matrix keeps its serial, because it is already on the GPU; different contents
    // have different serials. Errors: those of fetch().
    [[nodiscard]] std::optional<Read> take();
    void forget() { m_reading.cancel(); }
    void wait() { m_reading.wait_until_idle(); }

private:
    struct Request {
        std::vector<Wanted> matrices;
        std::uint64_t serial = 0; // of the first matrix
        std::shared_ptr<const MatrixFrame> before;
    };

    std::uint64_t m_serial = 0;
    std::shared_ptr<const MatrixFrame> m_last; // last taken
    Latest<Request, Read> m_reading; // large matrices are never on the host twice
};

} // namespace warpstage::session
