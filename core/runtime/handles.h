// Objects that a program knows by a pointer, which it may pass after the object has been destroyed.
#pragma once

#include "core/runtime/status.h"

#include <map>
#include <memory>

namespace warpstage::runtime {

template <typename T> using Owned = std::map<T*, std::unique_ptr<T>>;

template <typename T> T* add(Owned<T>& objects)
{
    auto object = std::make_unique<T>();
    T* const handle = object.get();
    objects.emplace(handle, std::move(object));
    return handle;
}

template <typename T> T* found(Owned<T>& objects, T* handle)
{
    const auto place = objects.find(handle);
    return place == objects.end() ? nullptr : place->second.get();
}

template <typename T> Status erase(Owned<T>& objects, T* handle)
{
    return objects.erase(handle) == 0 ? Status::invalid_handle : Status::success;
}

} // namespace warpstage::runtime
