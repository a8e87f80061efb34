/** Steps of the R2 low-discrepancy sequence in the unit square (Roberts 2018): 1/ρ and 1/ρ², ρ³ = ρ + 1. It wraps around at 1. */
export const r2Steps = [0.7548776662466927, 0.5698402909980532] as const;
