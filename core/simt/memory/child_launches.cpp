#include "core/simt/memory/child_launches.h"

#include "core/simt/layout/shared_layout.h"

#include <algorithm>
#include <utility>

namespace warpstage::simt {

bool ChildLaunches::has_shared_room(const ptx::Module& module, std::uint32_t function, std::uint64_t dynamic_bytes)
{
    const std::scoped_lock lock(m_mutex);
    const auto [known, is_new] = m_static_shared.try_emplace(function);
    if (is_new)
        known->second = static_shared_bytes(module, module.functions[function]);
    const auto permitted = m_permitted.find(function);
    return known->second + dynamic_bytes <= (permitted == m_permitted.end() ? kSharedBytes : permitted->second);
}

void ChildLaunches::prepare(DeviceAddress buffer, ChildLaunch launch)
{
    const std::scoped_lock lock(m_mutex);
    m_prepared.insert_or_assign(buffer, std::move(launch));
}

std::optional<ChildLaunch> ChildLaunches::take_prepared(DeviceAddress buffer)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_prepared.find(buffer);
    if (found == m_prepared.end())
        return std::nullopt;
    ChildLaunch launch = std::move(found->second);
    m_prepared.erase(found);
    return launch;
}

void ChildLaunches::add(ChildLaunch launch)
{
    const std::scoped_lock lock(m_mutex);
    m_launches.push_back(std::move(launch));
}

std::vector<ChildLaunch> ChildLaunches::take()
{
    const std::scoped_lock lock(m_mutex);
    m_prepared.clear();
    std::ranges::stable_sort(m_launches, {}, &ChildLaunch::parent);
    return std::exchange(m_launches, {});
}

} // namespace warpstage::simt
