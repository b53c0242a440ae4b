// Kernels of tests/core/timing/ladders with their launches, and their estimates for an H200, each made once.
#pragma once

#include "core/kernel_run/kernel_job.h"
#include "core/timing/estimate.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::timing {

struct Launch {
    const char* file;
    const char* kernel;
    const char* grid;
    const char* block;
    std::vector<std::string> arguments;
};

class Models {
public:
    struct Model {
        kernel_run::KernelJob job;
        EstimateRequest request;
        StepEstimate estimate;
    };

    // Null after a failure.
    [[nodiscard]] const Model* of(const Launch& launch);

private:
    std::map<std::string, std::unique_ptr<const Model>> m_known;
};

} // namespace warpstage::timing
