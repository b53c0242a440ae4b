// A structure by value with a pointer to an array of pointers, and a list that the kernel walks along.
#include "check.h"

struct Node {
    int value;
    Node* next;
};

struct Work {
    const float* const* rows;
    int columns;
    Node* list;
    double factor;
};

__global__ void row_sums(Work work, float* sums, int* listed)
{
    float sum = 0;
    for (int i = 0; i < work.columns; ++i)
        sum += work.rows[threadIdx.x][i];
    sums[threadIdx.x] = sum * work.factor;
    if (threadIdx.x == 0)
        for (Node* node = work.list; node != nullptr; node = node->next)
            *listed += node->value;
}

int main()
{
    constexpr int rows = 4, columns = 8;
    float* data[rows];
    for (int row = 0; row < rows; ++row) {
        float values[columns];
        for (int i = 0; i < columns; ++i)
            values[i] = row * 10 + i;
        CUDA(cudaMalloc(&data[row], sizeof(values)));
        CUDA(cudaMemcpy(data[row], values, sizeof(values), cudaMemcpyHostToDevice));
    }
    float **table, *sums;
    CUDA(cudaMalloc(&table, sizeof(data)));
    CUDA(cudaMemcpy(table, data, sizeof(data), cudaMemcpyHostToDevice));
    CUDA(cudaMalloc(&sums, rows * sizeof(float)));
    Node* list = nullptr;
    for (int value = 1; value <= 3; ++value) {
        Node* node;
        CUDA(cudaMallocManaged(&node, sizeof(Node)));
        *node = { value, list };
        list = node;
    }
    int* listed; // inside an allocation
    CUDA(cudaMalloc(&listed, 16 * sizeof(int)));
    CUDA(cudaMemset(listed, 0, 16 * sizeof(int)));
    row_sums<<<1, rows>>>(Work { table, columns, list, 2.0 }, sums, listed + 5);
    float result[rows];
    CUDA(cudaMemcpy(result, sums, sizeof(result), cudaMemcpyDeviceToHost));
    for (int row = 0; row < rows; ++row)
        CHECK(result[row] == 2.0f * (row * 80 + 28));
    int count = 0;
    CUDA(cudaMemcpy(&count, listed + 5, sizeof(count), cudaMemcpyDeviceToHost));
    CHECK(count == 6);
    std::puts("pointers passed");
}
