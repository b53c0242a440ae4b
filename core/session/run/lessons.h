// The lessons that can be shown, in the catalog's order, each with the kernels that it was given last.
#pragma once

#include "core/lesson/catalog.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace warpstage::session {

class Lessons {
public:
    explicit Lessons(std::shared_ptr<const lesson::Catalog> catalog)
        : m_catalog(std::move(catalog))
    {
    }

    [[nodiscard]] std::size_t count() const { return m_catalog->lessons().size(); }
    [[nodiscard]] std::shared_ptr<const lesson::Lesson> at(std::size_t index) const
    {
        const auto& original = m_catalog->lessons()[index];
        const auto edited = m_edited.find(original->id);
        return edited == m_edited.end() ? original : edited->second;
    }
    // Errors: as of Catalog::find().
    [[nodiscard]] Result<std::size_t> index_of(std::string_view id) const
    {
        const auto found = m_catalog->find(id);
        if (!found)
            return found.error();
        const auto& all = m_catalog->lessons();
        return static_cast<std::size_t>(std::ranges::find(all, *found) - all.begin());
    }
    // In place of the catalog's lesson of that id, as often as it is shown.
    void replace(const std::shared_ptr<const lesson::Lesson>& edited) { m_edited.insert_or_assign(edited->id, edited); }

private:
    std::shared_ptr<const lesson::Catalog> m_catalog;
    std::map<std::string, std::shared_ptr<const lesson::Lesson>, std::less<>> m_edited; // by id
};

} // namespace warpstage::session
