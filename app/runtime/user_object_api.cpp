// Objects of the program that graphs keep, in both APIs. What a graph retains stays until the program ends: its executable graphs
// and copies may outlive it.
#include "app/runtime/driver/driver.h"

#include <algorithm>
#include <memory>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

// cudaUserObject_t points to it.
struct UserObject {
    void* object = nullptr;
    void (*destroy)(void*) = nullptr;
    unsigned int references = 0;
};

namespace {

// Guarded by the device's mutex.
std::vector<std::unique_ptr<UserObject>>& user_objects()
{
    static std::vector<std::unique_ptr<UserObject>> all;
    return all;
}

Status change_references(UserObject* object, long long change)
{
    return call([&](Device&) {
        const auto found = std::ranges::find(user_objects(), object, &std::unique_ptr<UserObject>::get);
        if (found == user_objects().end() || static_cast<long long>(object->references) + change < 0)
            return Status::invalid_value;
        object->references = static_cast<unsigned int>(static_cast<long long>(object->references) + change);
        if (object->references == 0) {
            object->destroy(object->object);
            user_objects().erase(found);
        }
        return Status::success;
    });
}

} // namespace

WARPSTAGE_API Status cudaUserObjectCreate(
    UserObject** result, void* object, void (*destroy)(void*), unsigned int references, unsigned int /*flags*/)
{
    return call([&](Device&) {
        if (result == nullptr || destroy == nullptr || references == 0)
            return Status::invalid_value;
        user_objects().push_back(std::make_unique<UserObject>(UserObject { object, destroy, references }));
        *result = user_objects().back().get();
        return Status::success;
    });
}

WARPSTAGE_API Status cudaUserObjectRetain(UserObject* object, unsigned int count)
{
    return change_references(object, count);
}

WARPSTAGE_API Status cudaUserObjectRelease(UserObject* object, unsigned int count)
{
    return change_references(object, -static_cast<long long>(count));
}

// The program may move its references to the graph.
WARPSTAGE_API Status cudaGraphRetainUserObject(Graph* /*graph*/, UserObject* object, unsigned int count, unsigned int flags)
{
    constexpr unsigned int kMove = 1; // cudaGraphUserObjectMove
    return change_references(object, (flags & kMove) != 0 ? 0 : count);
}

WARPSTAGE_API Status cudaGraphReleaseUserObject(Graph* /*graph*/, UserObject* object, unsigned int count)
{
    return cudaUserObjectRelease(object, count);
}

WARPSTAGE_API Status cuUserObjectCreate(
    UserObject** result, void* object, void (*destroy)(void*), unsigned int references, unsigned int flags)
{
    return in_context([&] { return cudaUserObjectCreate(result, object, destroy, references, flags); });
}

WARPSTAGE_API Status cuUserObjectRetain(UserObject* object, unsigned int count)
{
    return in_context([&] { return cudaUserObjectRetain(object, count); });
}

WARPSTAGE_API Status cuUserObjectRelease(UserObject* object, unsigned int count)
{
    return in_context([&] { return cudaUserObjectRelease(object, count); });
}

WARPSTAGE_API Status cuGraphRetainUserObject(Graph* graph, UserObject* object, unsigned int count, unsigned int flags)
{
    return in_context([&] { return cudaGraphRetainUserObject(graph, object, count, flags); });
}

WARPSTAGE_API Status cuGraphReleaseUserObject(Graph* graph, UserObject* object, unsigned int count)
{
    return in_context([&] { return cudaGraphReleaseUserObject(graph, object, count); });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
