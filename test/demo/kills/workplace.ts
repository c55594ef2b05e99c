import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { synthesize } from '../../harness/cli/synthesis.ts'
import { assemblyFolderOf, type Workplace } from './localProcess.ts'

interface AssetFile {
  readonly files: Readonly<Record<string, { readonly source: { readonly path: string } }>>
}

const isOfAssembly = (name: string): boolean => !name.startsWith('asset.')

/** Copies what the assembly refers to: the folder keeps the code of earlier ones too, and other starts write it again. */
const copyAssembly = (from: string, to: string): void => {
  mkdirSync(to)
  const names = readdirSync(from).filter(isOfAssembly)
  const assets = names
    .filter((name) => name.endsWith('.assets.json'))
    .map((name) => JSON.parse(readFileSync(join(from, name), 'utf8')) as AssetFile)
    .flatMap(({ files }) => Object.values(files).map(({ source }) => source.path))
  for (const name of [...names, ...assets]) cpSync(join(from, name), join(to, name), { recursive: true })
}

/** Makes a temporary folder with an assembly of the sources as they are now. */
export const openWorkplace = async (projectFolder: string): Promise<Workplace> => {
  const { assemblyFolder, release } = await synthesize(projectFolder)
  try {
    const workplace = { projectFolder, folder: realpathSync(mkdtempSync(join(tmpdir(), 'kills-'))) }
    copyAssembly(assemblyFolder, assemblyFolderOf(workplace))
    return workplace
  } finally {
    release()
  }
}

export const closeWorkplace = ({ folder }: Workplace): void => rmSync(folder, { recursive: true, force: true })
