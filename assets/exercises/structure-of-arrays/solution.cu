struct Particle {
    float x, y, vx, vy;
};

__global__ void split(const Particle* particles, float* fields, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float4 particle = reinterpret_cast<const float4*>(particles)[i];
    fields[i] = particle.x;
    fields[n + i] = particle.y;
    fields[2 * n + i] = particle.z;
    fields[3 * n + i] = particle.w;
}
