import { resolve } from 'node:path'
import type { Operation } from '../shared/contract/operation.ts'

/** The checkout. */
export const projectFolder = resolve(import.meta.dirname, '..')

/** A function's source: what is bundled into one asset. */
export interface FunctionEntry {
  readonly id: string
  /** Absolute path of the file that exports `handler`. */
  readonly file: string
}

/** The functions' sources: computed from the registry, so that infra never imports a function. */
export const functionEntries = (operations: readonly Pick<Operation, 'id' | 'area'>[]): readonly FunctionEntry[] =>
  operations.map(({ id, area }) => ({ id, file: resolve(projectFolder, 'functions', area, `${id}.ts`) }))
