// Machine code of the current kernel, assembled in the background when requested. Results are cached.
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
    // Takes finished code and starts assembling this recording's kernel if its code is missing. Null: nothing is recorded.
    void update(const std::shared_ptr<const analysis::Recording>& recording, const arch::Traits& traits);
    void wait_until_idle() { m_worker.wait_until_idle(); }

    [[nodiscard]] MachineCodeSection section() const;

private:
    Urgency m_urgency;
    bool m_requested = false;
    std::optional<Request> m_present;
    std::optional<Request> m_running;
    Remembered<Request, analysis::MachineCode> m_known { 32 };
    Latest<Request, Result<analysis::MachineCode>> m_worker;
};

} // namespace warpstage::session
