const isFull = process.env['TEST_RUNS'] === 'full'

/** How often a test repeats: under `npm test` as often as it finds anything new, under `npm run test:full` as its goal says. */
export const runs = (few: number, full: number): number => (isFull ? full : few)

/** Like `runs` for generated input, of which `.ci/run` takes a share to end in time on a slow machine. */
export const generatedRuns = (few: number, full: number): number =>
  isFull ? Math.ceil(full * Number(process.env['GENERATED_SHARE'] ?? 1)) : few

/** The numbers from 0 below `runs(few, full)`. */
export const seeds = (few: number, full: number): readonly number[] =>
  Array.from({ length: runs(few, full) }, (_, index) => index)

/** Printed at the start of a run. */
const seed = Number(process.env['SEED'] ?? 0)

/**
 * One item of each group, a later one in each further group; all items under `npm run test:full`. Each run and each subject begins with
 * another item.
 */
export const oneOfEach = <Item>(groups: readonly (readonly Item[])[], subject: string): readonly Item[] => {
  if (isFull) return groups.flat()
  const first = [...subject].reduce((sum, character) => sum + character.charCodeAt(0), seed)
  return groups.flatMap((group, index) => group.slice((first + index) % Math.max(group.length, 1)).slice(0, 1))
}

/** Every item whose index has the run's remainder; all under `npm run test:full`. */
export const oneOf = <Item>(count: number, items: readonly Item[]): readonly Item[] =>
  isFull ? items : items.filter((_, index) => (index + seed) % count === 0)

/** Follows the text of a failure whose choice another run does not repeat. */
export const withSeed = (text: string): string => `${text} (SEED=${seed})`
