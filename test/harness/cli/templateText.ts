import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The digests by which a template names the code of functions. */
const assetHash = /\b[\da-f]{64}\b/g

/** What an assembly deploys besides code: equal for two assemblies whose functions alone differ. */
export const templateOf = (assemblyFolder: string): string =>
  readdirSync(assemblyFolder)
    .filter((file) => file.endsWith('.template.json'))
    .toSorted()
    .map((file) => readFileSync(join(assemblyFolder, file), 'utf8').replaceAll(assetHash, ''))
    .join('\n')
