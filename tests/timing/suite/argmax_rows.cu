// The place of the largest number of each row: a block per row, shuffles with pairs.
#include "suite.h"

__global__ void argmax_rows(const float* x, int* places, int columns)
{
    __shared__ float best_value[4];
    __shared__ int best_place[4];
    const float* row = x + blockIdx.x * columns;
    float value = -1e30f;
    int place = 0;
    for (int c = threadIdx.x; c < columns; c += 128)
        if (row[c] > value) {
            value = row[c];
            place = c;
        }
    for (int step = 16; step > 0; step /= 2) {
        float v = __shfl_down_sync(0xffffffffu, value, step);
        int p = __shfl_down_sync(0xffffffffu, place, step);
        if (v > value || (v == value && p < place)) {
            value = v;
            place = p;
        }
    }
    if (threadIdx.x % 32 == 0) {
        best_value[threadIdx.x / 32] = value;
        best_place[threadIdx.x / 32] = place;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 4; ++w)
            if (best_value[w] > value || (best_value[w] == value && best_place[w] < place)) {
                value = best_value[w];
                place = best_place[w];
            }
        places[blockIdx.x] = place;
    }
}

int main(int argc, char** argv)
{
    const int rows = 5000;
    const int columns = 1000;
    const auto input = suite::floats(rows * columns, 58);
    float* x = suite::device(input);
    int* places = suite::zeros<int>(rows);
    return suite::run(
        argc, argv, "argmax_rows", "argmax_rows", [&] { argmax_rows<<<rows, 128>>>(x, places, columns); },
        [&] {
            const auto result = suite::host(places, rows);
            for (int r = 0; r < rows; ++r)
                if (result[r]
                    != std::max_element(input.begin() + r * columns, input.begin() + (r + 1) * columns)
                        - (input.begin() + r * columns))
                    return false;
            return true;
        });
}
