import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFunctions, defaultEntries } from '../../../infra/build/bundle.ts'
import { type FunctionEntry, projectFolder } from '../../../infra/build/functionEntries.ts'
import { serviceApp } from '../../../infra/serviceApp.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'

const entryOfCopy = ({ id }: Operation): FunctionEntry => ({
  id,
  file: join(projectFolder, 'functions/service/getHealth.ts'),
})

/** An update: the route of the health check is renamed, the area of news goes, and one with a second check comes. */
export const updatedOperations = (): readonly Operation[] => {
  const health = operations.find(({ id }) => id === 'getHealth') as Operation
  const kept = operations.filter(({ area }) => area !== 'news')
  const renamed = kept.map((operation) => (operation === health ? { ...health, path: '/healthy' } : operation))
  const added = { ...health, id: 'getHealthAgain', area: 'checks', path: '/healthy-again' }
  return [...renamed, added] as readonly Operation[]
}

/** Bundles and synthesizes a stack with these settings into the folder; resolves to the folder of the assembly. */
export const synthesizeStack = async (
  folder: string,
  context: Readonly<Record<string, unknown>>,
  deployed: readonly Operation[],
): Promise<string> => {
  const added = deployed.filter(({ id }) => !operations.some((operation) => operation.id === id))
  const bundleFolder = join(folder, 'bundles')
  const outdir = join(folder, 'assembly')
  rmSync(outdir, { recursive: true, force: true })
  await bundleFunctions({ entries: [...defaultEntries(), ...added.map(entryOfCopy)], folder: bundleFolder })
  serviceApp({ context, outdir, bundleFolder, validated: false, operations: deployed }).synth()
  return outdir
}
