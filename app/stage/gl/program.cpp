#include "app/stage/gl/program.h"

#include "core/base/text.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace warpstage::stage::gl {

namespace {

struct Shader {
    explicit Shader(GLenum kind)
        : name(glCreateShader(kind))
    {
    }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    ~Shader() { glDeleteShader(name); }

    GLuint name;
};

// What the compiler or the linker says; nothing where the object became what it should.
template <typename Query, typename Log> std::optional<std::string> failure(GLuint object, GLenum state, Query query, Log read_log)
{
    GLint good = GL_FALSE;
    query(object, state, &good);
    if (good == GL_TRUE)
        return std::nullopt;
    GLint length = 0;
    query(object, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length), '\0');
    read_log(object, length, &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    return std::string { text::trim(log) };
}

Result<void> compile(const Shader& shader, const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    const std::string source { std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>() };
    if (!stream)
        return Error { "The shader " + file.string()
            + " cannot be read; the program's assets are incomplete, build or install them again." };
    const char* text = source.c_str();
    glShaderSource(shader.name, 1, &text, nullptr);
    glCompileShader(shader.name);
    if (const auto log = failure(shader.name, GL_COMPILE_STATUS, glGetShaderiv, glGetShaderInfoLog))
        return Error { "The shader " + file.string() + " does not compile: " + *log };
    return {};
}

} // namespace

Result<Program> Program::load(const std::filesystem::path& vertex, const std::filesystem::path& fragment)
{
    const Shader vertex_shader(GL_VERTEX_SHADER);
    const Shader fragment_shader(GL_FRAGMENT_SHADER);
    if (auto compiled = compile(vertex_shader, vertex); !compiled)
        return compiled.error();
    if (auto compiled = compile(fragment_shader, fragment); !compiled)
        return compiled.error();
    Program program;
    glAttachShader(program.name(), vertex_shader.name);
    glAttachShader(program.name(), fragment_shader.name);
    glLinkProgram(program.name());
    if (const auto log = failure(program.name(), GL_LINK_STATUS, glGetProgramiv, glGetProgramInfoLog))
        return Error { "The shaders " + vertex.string() + " and " + fragment.string() + " do not fit together: " + *log };
    return program;
}

} // namespace warpstage::stage::gl
