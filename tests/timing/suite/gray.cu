// Three bytes per pixel to a byte of gray.
#include "suite.h"

__global__ void gray(const uchar3* in, unsigned char* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar3 p = in[i];
        out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
    }
}

int main(int argc, char** argv)
{
    const int n = 3840 * 1080;
    suite::Random random(27);
    std::vector<uchar3> image(n);
    for (auto& pixel : image) {
        const unsigned bits = random();
        pixel = make_uchar3(bits & 255, bits >> 8 & 255, bits >> 16 & 255);
    }
    uchar3* in = suite::device(image);
    unsigned char* out = suite::zeros<unsigned char>(n);
    return suite::run(
        argc, argv, "gray", "gray", [&] { gray<<<(n + 255) / 256, 256>>>(in, out, n); },
        [&] {
            const auto result = suite::host(out, n);
            for (int i = 0; i < n; ++i)
                if (std::fabs(result[i] - (0.299 * image[i].x + 0.587 * image[i].y + 0.114 * image[i].z)) > 1.001)
                    return false;
            return true;
        });
}
