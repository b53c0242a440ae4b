// Memory of ended shadows, for those of the next launch: a program of many small launches would get it from the operating system
// and give it back each time.
#pragma once

#include <cstddef>
#include <mutex>
#include <new>
#include <vector>

namespace warpstage::simt {

// Base of a class T whose objects use the memory of deleted ones again.
template <typename T> class Recycled {
public:
    static void* operator new(std::size_t bytes)
    {
        Store& store = kept();
        {
            const std::scoped_lock lock(store.mutex);
            if (!store.places.empty()) {
                void* const place = store.places.back();
                store.places.pop_back();
                return place;
            }
        }
        return ::operator new(bytes, alignment());
    }
    static void operator delete(void* place) noexcept
    {
        Store& store = kept();
        {
            const std::scoped_lock lock(store.mutex);
            if (store.places.size() < store.places.capacity())
                return store.places.push_back(place);
        }
        ::operator delete(place, alignment());
    }

private:
    static constexpr std::align_val_t alignment() { return std::align_val_t { alignof(T) }; }
    static constexpr std::size_t kMaxKeptBytes = std::size_t { 32 } << 20U; // of each class

    struct Store {
        Store() { places.reserve(kMaxKeptBytes / sizeof(T)); }

        std::mutex mutex;
        std::vector<void*> places;
    };

    // Never destroyed, because objects may be deleted when the program ends.
    static Store& kept()
    {
        static auto& store = *new Store;
        return store;
    }
};

} // namespace warpstage::simt
