// Machine code of the current kernel and of the compared variant's, assembled in the background when requested. Results are
// cached.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/arch/traits.h"
#include "core/base/latest.h"
#include "core/session/model/machine_code.h"
#include "core/session/remembered.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace warpstage::session {

class MachineCodes {
public:
    using Request = analysis::MachineCodeRequest;
    using Assemble = std::function<Result<analysis::MachineCode>(const Request&, const std::stop_token&)>;

    // Uses the tools of an installed CUDA Toolkit, searched for when they are first needed.
    [[nodiscard]] static Assemble with_installed_tools();

    explicit MachineCodes(Urgency urgency, Assemble assemble = with_installed_tools());

    // Enables assembling.
    void request() { m_requested = true; }
    // Takes finished code and starts assembling the kernels of these recordings if their code is missing.
    // Null: nothing is recorded or compared.
    void update(const std::shared_ptr<const analysis::Recording>& recording,
        const std::shared_ptr<const analysis::Recording>& compared, const arch::Traits& traits);
    void wait_until_idle() { m_worker.wait_until_idle(); }

    [[nodiscard]] MachineCodeSection section() const;

private:
    Urgency m_urgency;
    bool m_requested = false;
    std::optional<Request> m_present;
    std::optional<Request> m_compared;
    std::vector<Request> m_running; // empty: none
    Remembered<Request, analysis::MachineCode> m_known { 32 };
    Latest<std::vector<Request>, std::vector<Result<analysis::MachineCode>>> m_worker; // in the order of the requests
};

} // namespace warpstage::session
