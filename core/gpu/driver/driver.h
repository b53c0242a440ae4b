// The CUDA driver, opened at run time, so that the program also starts on a computer without a driver and reports what is
// missing.
#pragma once

#include "core/base/result.h"
#include "core/gpu/driver/handles.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace warpstage::gpu {

struct DriverFunctions;

class Driver {
public:
    // The minimum CUDA version of the driver: cuGetProcAddress, which fills the table, requires 11.3, and the newest function of
    // the table, cuGraphInstantiateWithFlags, requires 11.4.
    static constexpr int kRequiredVersion = 11040;

    // Opens the installed library, fills the table and initializes the driver. Errors: no driver, a driver that is too old or
    // does not start (no GPU, update without restart, stub library); each message says what to do.
    [[nodiscard]] static Result<std::shared_ptr<const Driver>> load();
    // The same for a given library.
    [[nodiscard]] static Result<std::shared_ptr<const Driver>> load(const std::filesystem::path& library);

    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;
    // The library stays open, because it must not be unmapped while the driver's threads run.
    ~Driver();

    [[nodiscard]] const DriverFunctions& functions() const { return *m_functions; }
    // The newest CUDA version that the driver supports: 1000 * major + 10 * minor.
    [[nodiscard]] int version() const { return m_version; }
    [[nodiscard]] const std::filesystem::path& library() const { return m_library; }

    // "<attempt> failed: <the driver's message> (<the driver's name of the error>). <what to do>". `attempt` starts a sentence.
    [[nodiscard]] Error error(DriverStatus status, std::string_view attempt) const;

private:
    Driver();

    std::unique_ptr<DriverFunctions> m_functions;
    int m_version = 0;
    std::filesystem::path m_library;
};

// "13.0" for 13000.
[[nodiscard]] std::string version_text(int version);

} // namespace warpstage::gpu
