#include "app/stage/gl/program.h"

#include "core/base/text.h"

#include <fstream>
#include <iterator>
#include <string>

namespace warpstage::stage::gl {

namespace {

class Shader {
public:
    explicit Shader(GLenum kind)
        : m_name(glCreateShader(kind))
    {
    }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    ~Shader() { glDeleteShader(m_name); }

    [[nodiscard]] GLuint name() const { return m_name; }

    [[nodiscard]] Result<void> compile(const std::filesystem::path& file) const
    {
        std::ifstream stream(file, std::ios::binary);
        const std::string source { std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>() };
        if (!stream)
            return Error { "The shader " + file.string()
                + " cannot be read; the program's assets are incomplete, build or install them again." };
        const char* text = source.c_str();
        glShaderSource(m_name, 1, &text, nullptr);
        glCompileShader(m_name);
        GLint compiled = GL_FALSE;
        glGetShaderiv(m_name, GL_COMPILE_STATUS, &compiled);
        if (compiled == GL_TRUE)
            return {};
        GLint length = 0;
        glGetShaderiv(m_name, GL_INFO_LOG_LENGTH, &length);
        std::string log(static_cast<std::size_t>(length), '\0');
        glGetShaderInfoLog(m_name, length, &length, log.data());
        log.resize(static_cast<std::size_t>(length));
        return Error { "The shader " + file.string() + " does not compile: " + std::string(text::trim(log)) };
    }

private:
    GLuint m_name;
};

} // namespace

GLuint Program::Kind::create()
{
    return glCreateProgram();
}

void Program::Kind::destroy(GLuint name)
{
    glDeleteProgram(name);
}

Result<Program> Program::load(const std::filesystem::path& vertex, const std::filesystem::path& fragment)
{
    const Shader vertex_shader(GL_VERTEX_SHADER);
    const Shader fragment_shader(GL_FRAGMENT_SHADER);
    if (auto compiled = vertex_shader.compile(vertex); !compiled)
        return compiled.error();
    if (auto compiled = fragment_shader.compile(fragment); !compiled)
        return compiled.error();

    Program program;
    const GLuint name = program.m_handle.name();
    glAttachShader(name, vertex_shader.name());
    glAttachShader(name, fragment_shader.name());
    glLinkProgram(name);
    GLint linked = GL_FALSE;
    glGetProgramiv(name, GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE) {
        GLint length = 0;
        glGetProgramiv(name, GL_INFO_LOG_LENGTH, &length);
        std::string log(static_cast<std::size_t>(length), '\0');
        glGetProgramInfoLog(name, length, &length, log.data());
        log.resize(static_cast<std::size_t>(length));
        return Error { "The shaders " + vertex.string() + " and " + fragment.string()
            + " do not fit together: " + std::string(text::trim(log)) };
    }
    return program;
}

void Program::use() const
{
    glUseProgram(m_handle.name());
}

void Program::set(GLint location, float value) const
{
    glProgramUniform1f(m_handle.name(), location, value);
}

void Program::set(GLint location, int value) const
{
    glProgramUniform1i(m_handle.name(), location, value);
}

void Program::set(GLint location, float x, float y) const
{
    glProgramUniform2f(m_handle.name(), location, x, y);
}

void Program::set(GLint location, float x, float y, float z) const
{
    glProgramUniform3f(m_handle.name(), location, x, y, z);
}

void Program::set_vec3_array(GLint location, std::span<const float> values) const
{
    glProgramUniform3fv(m_handle.name(), location, static_cast<GLsizei>(values.size() / 3), values.data());
}

} // namespace warpstage::stage::gl
