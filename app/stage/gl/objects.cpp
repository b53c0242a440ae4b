#include "app/stage/gl/objects.h"

#include "core/base/text.h"
#include "core/base/verify.h"
#include "core/base/whole_file.h"

#include <bit>

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

// Log of the compiler or the linker; nothing on success.
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
    const auto source = read_whole_file(file, kMaxTextBytes);
    if (!source)
        return Error { "Cannot read the shader `" + file.string()
            + "`: the program's assets are incomplete. Build or install them again." };
    const char* text = source->c_str();
    glShaderSource(shader.name, 1, &text, nullptr);
    glCompileShader(shader.name);
    if (const auto log = failure(shader.name, GL_COMPILE_STATUS, glGetShaderiv, glGetShaderInfoLog))
        return Error { "Cannot compile the shader `" + file.string() + "`: " + *log };
    return {};
}

} // namespace

void Buffer::allocate(std::size_t bytes)
{
    glNamedBufferData(name(), static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_DRAW);
    const float zero = 0.0F;
    glClearNamedBufferData(name(), GL_R32F, GL_RED, GL_FLOAT, &zero);
    m_bytes = bytes;
}

void Buffer::upload(std::span<const std::byte> content)
{
    // Capacity grows by 50 %, so that a draw list that grows slowly does not allocate each time.
    if (content.size() > m_bytes)
        m_bytes = content.size() + content.size() / 2;
    glNamedBufferData(name(), static_cast<GLsizeiptr>(m_bytes), nullptr, GL_STREAM_DRAW);
    write(content);
}

void Buffer::write(std::span<const std::byte> content)
{
    VERIFY(content.size() <= m_bytes);
    glNamedBufferSubData(name(), 0, static_cast<GLsizeiptr>(content.size()), content.data());
}

Texture::Texture(PixelSize size, GLenum format, Filter filter)
    : m_size(size)
{
    const GLint reading = filter == Filter::linear ? GL_LINEAR : GL_NEAREST;
    const bool mipmapped = filter == Filter::mipmapped;
    const auto longest = static_cast<unsigned>(std::max(size.width, size.height));
    const auto levels = mipmapped ? static_cast<GLsizei>(std::bit_width(longest)) : 1;
    glTextureStorage2D(name(), levels, format, size.width, size.height);
    glTextureParameteri(name(), GL_TEXTURE_MIN_FILTER, mipmapped ? GL_LINEAR_MIPMAP_LINEAR : reading);
    glTextureParameteri(name(), GL_TEXTURE_MAG_FILTER, reading);
    glTextureParameteri(name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void Texture::upload(std::span<const std::byte> pixels, GLenum format, GLenum type)
{
    const std::size_t bytes = (format == GL_RGBA ? 4U : 1U) * (type == GL_FLOAT ? sizeof(float) : 1U);
    VERIFY(pixels.size() == bytes * static_cast<std::size_t>(m_size.width) * static_cast<std::size_t>(m_size.height));
    glPixelStorei(GL_UNPACK_ALIGNMENT, bytes % 4 == 0 ? 4 : 1);
    glTextureSubImage2D(name(), 0, 0, 0, m_size.width, m_size.height, format, type, pixels.data());
}

void Texture::upload_part(int x, int y, PixelSize size, std::span<const std::byte> pixels)
{
    VERIFY(pixels.size() == static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(name(), 0, x, y, size.width, size.height, GL_RED, GL_UNSIGNED_BYTE, pixels.data());
}

void Texture::read_red_as_alpha()
{
    const std::array<GLint, 4> swizzle { GL_ONE, GL_ONE, GL_ONE, GL_RED };
    glTextureParameteriv(name(), GL_TEXTURE_SWIZZLE_RGBA, swizzle.data());
}

Framebuffer::Framebuffer(PixelSize size, GLenum format)
    : m_color(size, format, Filter::linear)
{
    glNamedFramebufferTexture(name(), GL_COLOR_ATTACHMENT0, m_color.name(), 0);
    VERIFY(glCheckNamedFramebufferStatus(name(), GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
}

void VertexArray::attach(GLuint binding, const Buffer& buffer, GLsizei stride)
{
    glVertexArrayVertexBuffer(name(), binding, buffer.name(), 0, stride);
}

void VertexArray::describe(GLuint binding, const Attribute& attribute)
{
    const GLboolean normalized = attribute.type == GL_UNSIGNED_BYTE ? GL_TRUE : GL_FALSE;
    glEnableVertexArrayAttrib(name(), attribute.location);
    glVertexArrayAttribFormat(name(), attribute.location, attribute.components, attribute.type, normalized, attribute.offset);
    glVertexArrayAttribBinding(name(), attribute.location, binding);
}

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
        return Error { "Cannot link the shaders `" + vertex.string() + "` and `" + fragment.string() + "`: " + *log };
    return program;
}

Scissor::Scissor(const draw::Rect& rect, PixelSize size)
{
    const auto bounded = [](float value, int limit) {
        return std::clamp(static_cast<int>(value), 0, limit);
    };
    const int left = bounded(std::floor(rect.x), size.width);
    const int top = bounded(std::floor(rect.y), size.height);
    const int right = bounded(std::ceil(rect.right()), size.width);
    const int bottom = bounded(std::ceil(rect.bottom()), size.height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(left, size.height - bottom, std::max(0, right - left), std::max(0, bottom - top));
}

} // namespace warpstage::stage::gl
