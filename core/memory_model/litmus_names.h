// The names of a litmus test while it is read: threads, locations and registers.
#pragma once

#include "core/memory_model/litmus_test.h"

#include <map>
#include <string_view>
#include <utility>

namespace warpstage::memory_model {

inline constexpr std::size_t kMaxThreads = 8;

// Why a part of a litmus test cannot be read; thrown and caught only by its readers.
struct LitmusRefusal {
    std::string message;
};

class LitmusNames {
public:
    explicit LitmusNames(LitmusTest& test)
        : m_test(&test)
    {
    }

    // "P1" or "1".
    [[nodiscard]] static std::size_t thread_number(std::string_view text);
    // Adds the location or register if it is new. A register begins with its initial value, or 0.
    std::size_t location(std::string_view name);
    std::size_t reg(std::size_t thread, std::string_view name);
    // A register or a number.
    Operand operand(std::size_t thread, std::string_view text);

    void set_initial(std::size_t thread, std::string_view reg, std::int64_t value);

private:
    LitmusTest* m_test;
    std::map<std::pair<std::size_t, std::string>, std::int64_t> m_initial; // thread, register
};

} // namespace warpstage::memory_model
