import { resolve } from 'node:path'
import type { SocketRoute } from '../../shared/areas/realtime/contract.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { Worker } from '../../shared/contract/worker.ts'

export const projectFolder = resolve(import.meta.dirname, '../..')

/** The folders of the functions that belong to no area of the interface. */
export const workerFolder = 'workers'
export const socketFolder = 'realtime'

/** A function's source, which is bundled into one asset. */
export interface FunctionEntry {
  readonly id: string
  /** Absolute path of the file that exports `handler`. */
  readonly file: string
}

const entryOf = (folder: string, id: string): FunctionEntry => ({
  id,
  file: resolve(projectFolder, 'functions', folder, `${id}.ts`),
})

/** The functions' sources, computed from the registries, so that infra never imports a function. */
export const functionEntries = (
  operations: readonly Pick<Operation, 'id' | 'area'>[],
  workers: readonly Pick<Worker, 'id'>[],
  socketRoutes: readonly Pick<SocketRoute, 'id'>[],
): readonly FunctionEntry[] => [
  ...operations.map(({ id, area }) => entryOf(area, id)),
  ...workers.map(({ id }) => entryOf(workerFolder, id)),
  ...socketRoutes.map(({ id }) => entryOf(socketFolder, id)),
]
