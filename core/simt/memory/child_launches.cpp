#include "core/simt/memory/child_launches.h"

#include <algorithm>
#include <utility>

namespace warpstage::simt {

void ChildLaunches::permit_shared(std::uint32_t function, bool permitted)
{
    if (permitted)
        m_permitted.insert(function);
    else
        m_permitted.erase(function);
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
