#include "core/simt/faults/object_name.h"

#include <fmt/format.h>

#include <cstdint>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kObject = 8; // bytes

// Every 8 bytes have been initialized as an mbarrier object.
bool is_array_of_objects(const SharedArray& array, const PhaseLog& log, const std::byte* shared)
{
    for (std::uint64_t at = array.offset; at + kObject <= array.offset + array.bytes; at += kObject) {
        if (log.find(shared + at) == nullptr)
            return false;
    }
    return array.bytes != 0 && array.bytes % kObject == 0;
}

} // namespace

std::string name_of_object(const SharedArrays& arrays, const PhaseLog& log, const std::byte* shared, const std::byte* word)
{
    const auto offset = static_cast<std::uint64_t>(word - shared);
    const SharedArray* array = arrays.covering(offset);
    if (array == nullptr)
        return fmt::format("the mbarrier object at offset {}", offset);
    if (array->bytes == kObject)
        return fmt::format("`{}`", array->name);
    if (is_array_of_objects(*array, log, shared))
        return fmt::format("`{}[{}]`", array->name, (offset - array->offset) / kObject);
    return fmt::format("the mbarrier object at byte {} of `{}`", offset - array->offset, array->name);
}

} // namespace warpstage::simt
