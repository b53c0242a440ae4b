// Internal to this folder: what an operation of the algebra throws where CuTe's conditions are not met. evaluate() and the other
// public functions return it as an Error.
#pragma once

#include "core/base/result.h"

#include <string>

namespace warpstage::layout {

struct LayoutRefusal {
    std::string message; // a sentence
};

// Runs a function that throws LayoutRefusal.
template <typename T, typename Function> Result<T> refusal_as_error(Function function)
{
    try {
        return function();
    } catch (const LayoutRefusal& refusal) {
        return Error { refusal.message };
    }
}

} // namespace warpstage::layout
