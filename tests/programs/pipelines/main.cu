// `pipelines NAME`: runs one pipeline, or all of them without a name.
#include "pipelines.h"

#include <cstring>

int main(int count, char** arguments)
{
    const struct {
        const char* name;
        void (*run)();
    } pipelines[] = {
        { "double_buffer", double_buffer },
        { "four_stages", four_stages },
        { "unified_pipeline", unified_pipeline },
        { "partitioned_pipeline", partitioned_pipeline },
        { "split_arrive_and_wait", split_arrive_and_wait },
        { "tensor_copies", tensor_copies },
        { "producer_and_consumers", producer_and_consumers },
        { "ping_pong", ping_pong },
        { "cluster_multicast", cluster_multicast },
        { "stream_k", stream_k },
        { "decoupled_look_back", decoupled_look_back },
        { "persistent", persistent },
        { "cooperative_grid", cooperative_grid },
    };
    for (const auto& pipeline : pipelines) {
        if (count > 1 && std::strcmp(arguments[1], pipeline.name) != 0)
            continue;
        pipeline.run();
        std::printf("%s passed\n", pipeline.name);
    }
}
