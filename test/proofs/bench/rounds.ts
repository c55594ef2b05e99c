/** The most rounds of a measurement, if a run only has to show that its figures can be measured. */
const variable = 'BENCH_ROUNDS'

export const limitRounds = (most: number): void => {
  process.env[variable] = String(most)
}

/** The rounds of a measurement that usually has this many. */
export const roundsOf = (usual: number): number => Math.min(usual, Number(process.env[variable] ?? usual))
