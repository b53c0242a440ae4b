struct Particle {
    float x, y, vx, vy;
};

// fields holds n values of x, then n of y, n of vx and n of vy.
__global__ void split(const Particle* particles, float* fields, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    // TODO: four loads of 4 bytes, 16 bytes apart between neighboring lanes. Every load fetches all sectors of the particles.
    fields[i] = particles[i].x;
    fields[n + i] = particles[i].y;
    fields[2 * n + i] = particles[i].vx;
    fields[3 * n + i] = particles[i].vy;
}
