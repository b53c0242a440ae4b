// The game of life on a torus, a byte per cell.
#include "suite.h"

__global__ void life_step(const unsigned char* now, unsigned char* next, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int neighbors = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0)
                neighbors += now[((y + dy + height) % height) * width + (x + dx + width) % width];
    next[y * width + x] = neighbors == 3 || (neighbors == 2 && now[y * width + x]);
}

int main(int argc, char** argv)
{
    const int width = 1200;
    const int height = 900;
    suite::Random random(54);
    std::vector<unsigned char> cells(width * height);
    for (auto& cell : cells)
        cell = random.below(3) == 0;
    unsigned char* now = suite::device(cells);
    unsigned char* next = suite::zeros<unsigned char>(width * height);
    return suite::run(
        argc, argv, "life_step", "life_step",
        [&] { life_step<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(now, next, width, height); },
        [&] {
            const auto result = suite::host(next, width * height);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x) {
                    int sum = 0;
                    for (int k = 0; k < 9; ++k)
                        if (k != 4)
                            sum += cells[((y + k / 3 - 1 + height) % height) * width + (x + k % 3 - 1 + width) % width];
                    if (result[y * width + x] != (sum == 3 || (sum == 2 && cells[y * width + x] != 0)))
                        return false;
                }
            return true;
        });
}
