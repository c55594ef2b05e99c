import type { Operation } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'
import { workers } from '../../../shared/workers.ts'
import { appWith } from './synthesize.ts'

/** Copies of the entries of a registry, which is begun again as often as necessary. */
const copies = <Entry extends { readonly id: string }>(registry: readonly Entry[], count: number) =>
  Array.from({ length: count }, (_, index) => {
    const entry = registry[index % registry.length] as Entry
    return { ...entry, id: `${entry.id}Copy${index}` }
  })

/** All operations, and a hundred more in the same areas. */
export const enlargedOperations: readonly Operation[] = [
  ...operations,
  ...copies<Operation>(operations, 100).map((operation, index) => ({
    ...operation,
    path: `/copies/${index}${operation.path}`,
  })),
]

/** Synthesizes the service with a hundred operations and twelve workers more, and gives the folder of the assembly. */
export const enlargedApp = (context: Readonly<Record<string, unknown>> = {}): string => {
  const { app, outdir } = appWith({
    context,
    operations: enlargedOperations,
    workers: [...workers, ...copies(workers, 12)],
  })
  app.synth()
  return outdir
}
