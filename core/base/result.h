// The second kind of errors: failures of the environment (file, compiler, driver, display). A function that can fail returns
// Result<T>; no exception leaves a folder.
#pragma once

#include "core/base/verify.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace warpstage {

// A complete sentence for a presenter: what happened, where, and what to do about it.
struct Error {
    std::string message;
};

template <typename T> class [[nodiscard]] Result {
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error))
    {
    }

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] T& value() &
    {
        VERIFY(ok());
        return std::get<0>(m_state);
    }
    [[nodiscard]] const T& value() const&
    {
        VERIFY(ok());
        return std::get<0>(m_state);
    }
    [[nodiscard]] T&& value() &&
    {
        VERIFY(ok());
        return std::get<0>(std::move(m_state));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    [[nodiscard]] const Error& error() const
    {
        VERIFY(!ok());
        return std::get<1>(m_state);
    }

private:
    std::variant<T, Error> m_state;
};

template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error)
        : m_error(std::move(error))
    {
    }

    [[nodiscard]] bool ok() const { return !m_error.has_value(); }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const Error& error() const
    {
        VERIFY(!ok());
        return *m_error;
    }

private:
    std::optional<Error> m_error;
};

} // namespace warpstage
