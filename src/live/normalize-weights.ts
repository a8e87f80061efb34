/** Scales the weights of each vertex [count · vertexCount] so that their sum is 1. Weights of sum 0 become those of the first joint. */
export function normalizeWeights(weights: Float32Array, count: number): void {
  for (let k = 0; k < weights.length; k += count) {
    let sum = 0;
    for (let c = 0; c < count; c++) sum += weights[k + c];
    if (sum === 0) weights[k] = 1;
    else for (let c = 0; c < count; c++) weights[k + c] /= sum;
  }
}
