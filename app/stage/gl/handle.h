// Owner of one OpenGL object: deleted with the owner, moved but never copied.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace warpstage::stage::gl {

// `Kind` tells how such objects are made and deleted.
template <typename Kind> class Handle {
public:
    Handle()
        : m_name(Kind::create())
    {
    }
    Handle(Handle&& other) noexcept
        : m_name(std::exchange(other.m_name, 0))
    {
    }
    Handle& operator=(Handle&& other) noexcept
    {
        std::swap(m_name, other.m_name);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle()
    {
        if (m_name != 0)
            Kind::destroy(m_name);
    }

    [[nodiscard]] GLuint name() const { return m_name; }

private:
    GLuint m_name = 0;
};

} // namespace warpstage::stage::gl
