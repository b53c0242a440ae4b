// A vertex and a fragment shader from files, linked.
#pragma once

#include "app/stage/gl/handle.h"
#include "core/base/result.h"

#include <filesystem>
#include <span>

namespace warpstage::stage::gl {

class Program {
public:
    // Errors: a file that cannot be read, a shader that does not compile, a pair that does not link; with the compiler's words.
    [[nodiscard]] static Result<Program> load(const std::filesystem::path& vertex, const std::filesystem::path& fragment);

    void use() const;

    // Uniforms by the location that the shader writes out: layout(location = n).
    void set(GLint location, float value) const;
    void set(GLint location, int value) const;
    void set(GLint location, float x, float y) const;
    void set(GLint location, float x, float y, float z) const;
    void set_vec3_array(GLint location, std::span<const float> values) const;

private:
    struct Kind {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Program() = default;

    Handle<Kind> m_handle;
};

} // namespace warpstage::stage::gl
