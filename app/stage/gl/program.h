// A vertex and a fragment shader from files, linked.
#pragma once

#include "app/stage/gl/objects.h"
#include "core/base/result.h"

#include <filesystem>
#include <span>

namespace warpstage::stage::gl {

class Program : public Handle<glad_glCreateProgram, glad_glDeleteProgram> {
public:
    // Errors: a file that cannot be read, a shader that does not compile, a pair that does not link; with the compiler's words.
    [[nodiscard]] static Result<Program> load(const std::filesystem::path& vertex, const std::filesystem::path& fragment);

    void use() const { glUseProgram(name()); }

    // Uniforms by the location that the shader writes out: layout(location = n).
    void set(GLint location, float value) const { glProgramUniform1f(name(), location, value); }
    void set(GLint location, int value) const { glProgramUniform1i(name(), location, value); }
    void set(GLint location, float x, float y) const { glProgramUniform2f(name(), location, x, y); }
    // A vec3 or several.
    void set(GLint location, std::span<const float> values) const
    {
        glProgramUniform3fv(name(), location, static_cast<GLsizei>(values.size() / 3), values.data());
    }

private:
    Program() = default;
};

} // namespace warpstage::stage::gl
