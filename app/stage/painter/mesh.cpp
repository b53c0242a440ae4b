#include "app/stage/painter/mesh.h"

#include <imgui.h>

#include <cstring>
#include <limits>

namespace warpstage::stage {

namespace {

// Enlarged to whole pixels; antialiased edges are part of the triangles.
draw::Rect bounds_of(std::span<const ImDrawVert> vertices)
{
    if (vertices.empty())
        return {};
    ImVec2 least = vertices.front().pos;
    ImVec2 most = least;
    for (const ImDrawVert& vertex : vertices) {
        least = { std::min(least.x, vertex.pos.x), std::min(least.y, vertex.pos.y) };
        most = { std::max(most.x, vertex.pos.x), std::max(most.y, vertex.pos.y) };
    }
    const float left = std::floor(least.x);
    const float top = std::floor(least.y);
    return { left, top, std::ceil(most.x) - left, std::ceil(most.y) - top };
}

} // namespace

Mesh::Mesh(Drawing drawing)
    : m_drawing(drawing)
{
    // shaders/overlay.vert: position, texture coordinate, color.
    m_array.describe(0, { 0, 2, GL_FLOAT, static_cast<GLuint>(offsetof(ImDrawVert, pos)) });
    m_array.describe(0, { 1, 2, GL_FLOAT, static_cast<GLuint>(offsetof(ImDrawVert, uv)) });
    m_array.describe(0, { 2, 4, GL_UNSIGNED_BYTE, static_cast<GLuint>(offsetof(ImDrawVert, col)) });
    m_array.attach(0, m_vertices, sizeof(ImDrawVert));
    m_array.attach_indices(m_indices);
}

void Mesh::upload(const ImDrawList& list, std::span<const ItemEnd> ends)
{
    const auto bytes = std::as_bytes(std::span(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.Size)));
    const bool same = ends.size() == m_ends && bytes.size() == m_sent.size()
        && (bytes.empty() || std::memcmp(bytes.data(), m_sent.data(), bytes.size()) == 0);
    if (same)
        return;
    if (m_drawing == Drawing::processor)
        find_changes(list, ends);
    m_ends = ends.size();
    m_sent.assign(bytes.begin(), bytes.end());
    m_vertices.upload(bytes);
    m_indices.upload(std::as_bytes(std::span(list.IdxBuffer.Data, static_cast<std::size_t>(list.IdxBuffer.Size))));
    m_parts.clear();
    for (const ImDrawCmd& command : list.CmdBuffer)
        if (command.ElemCount > 0)
            m_parts.push_back({ command.IdxOffset, command.ElemCount, static_cast<std::int32_t>(command.VtxOffset) });
}

void Mesh::clear()
{
    for (const Item& item : m_items)
        m_damage.add(item.bounds);
    m_items.clear();
    m_parts.clear();
    m_sent.clear();
    m_ends = 0;
}

void Mesh::find_changes(const ImDrawList& list, std::span<const ItemEnd> ends)
{
    const std::span vertices(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.Size));
    std::vector<Item> items;
    items.reserve(ends.size());
    std::size_t first = 0;
    for (const ItemEnd& end : ends) {
        items.push_back({ end, bounds_of(vertices.subspan(first, end.vertex - first)) });
        first = end.vertex;
    }
    compare(items, list);
    m_items = std::move(items);
}

// Items are compared from both ends of the draw list: insertions and deletions only shift the items after them.
void Mesh::compare(const std::vector<Item>& items, const ImDrawList& list)
{
    const auto sent = std::span<const std::byte> { m_sent };
    const auto now = std::as_bytes(std::span(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.Size)));
    const auto content = [](const std::vector<Item>& all, std::size_t i, std::span<const std::byte> bytes) {
        const std::size_t first = i == 0 ? 0 : all[i - 1].end.vertex;
        return bytes.subspan(first * sizeof(ImDrawVert), (all[i].end.vertex - first) * sizeof(ImDrawVert));
    };
    const auto same = [&](std::size_t old, std::size_t fresh) {
        const auto before = content(m_items, old, sent);
        const auto after = content(items, fresh, now);
        return before.size() == after.size() && (after.empty() || std::memcmp(before.data(), after.data(), after.size()) == 0);
    };
    const std::size_t shorter = std::min(items.size(), m_items.size());
    if (items.size() == m_items.size()) {
        for (std::size_t i = 0; i < shorter; ++i) {
            if (same(i, i))
                continue;
            m_damage.add(m_items[i].bounds);
            m_damage.add(items[i].bounds);
        }
        return;
    }
    std::size_t head = 0;
    while (head < shorter && same(head, head))
        ++head;
    std::size_t tail = 0;
    while (tail < shorter - head && same(m_items.size() - 1 - tail, items.size() - 1 - tail))
        ++tail;
    for (std::size_t i = head; i < m_items.size() - tail; ++i)
        m_damage.add(m_items[i].bounds);
    for (std::size_t i = head; i < items.size() - tail; ++i)
        m_damage.add(items[i].bounds);
}

void Mesh::draw(const draw::Rect* part) const
{
    glBindVertexArray(m_array.name());
    if (part == nullptr)
        return draw_indices(0, std::numeric_limits<std::size_t>::max());
    std::size_t end = 0; // indices already drawn or skipped
    std::size_t begin = 0;
    for (const Item& item : m_items) {
        if (!overlap(item.bounds, *part)) {
            draw_indices(begin, end);
            begin = item.end.index;
        }
        end = item.end.index;
    }
    draw_indices(begin, end);
}

void Mesh::draw_indices(std::size_t first, std::size_t last) const
{
    static_assert(sizeof(ImDrawIdx) == 2);
    for (const Part& part : m_parts) {
        const std::size_t begin = std::max(first, part.first_index);
        const std::size_t end = std::min(last, part.first_index + part.count);
        if (begin < end)
            glDrawElementsBaseVertex(GL_TRIANGLES, static_cast<GLsizei>(end - begin), GL_UNSIGNED_SHORT,
                reinterpret_cast<const void*>(begin * sizeof(ImDrawIdx)), // NOLINT(performance-no-int-to-ptr)
                part.first_vertex);
    }
}

} // namespace warpstage::stage
