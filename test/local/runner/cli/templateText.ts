import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The digests by which a template names the code of functions. */
const assetHash = /\b[\da-f]{64}\b/g

/** The templates of an assembly without the digests of code, so that two assemblies that differ only in code are equal. */
export const templateOf = (assemblyFolder: string): string =>
  readdirSync(assemblyFolder)
    .filter((file) => file.endsWith('.template.json'))
    .toSorted()
    .map((file) => readFileSync(join(assemblyFolder, file), 'utf8').replaceAll(assetHash, ''))
    .join('\n')
