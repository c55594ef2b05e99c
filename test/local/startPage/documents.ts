import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface Served {
  readonly type: string
  readonly body: string | Buffer
}

const browserFolder = join(import.meta.dirname, 'browser')

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

const file = (folder: string, name: string): Served => ({
  type: contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
  body: readFileSync(join(folder, name)),
})

/**
 * The script of a page in one file, which the built package has. Sources have it from esbuild, which is imported for the first page only, because it
 * would delay every start.
 */
const script = async (name: string): Promise<Served> => {
  if (existsSync(join(browserFolder, `${name}.js`))) return file(browserFolder, `${name}.js`)
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [join(browserFolder, `${name}.ts`)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    logLevel: 'silent',
  })
  return { type: contentTypes['js'] ?? '', body: outputFiles[0]?.text ?? '' }
}

/** The folder of the project's OpenAPI Explorer; undefined when it has none. */
const rendererFolder = (projectFolder: string): string | undefined => {
  try {
    const { resolve } = createRequire(join(projectFolder, 'package.json'))
    return join(resolve('openapi-explorer/package.json'), '../dist/browser')
  } catch {
    return undefined
  }
}

/** The documents of the start page and of the API reference, by their paths. */
export const documentsOf = (projectFolder: string) => {
  const renderer = rendererFolder(projectFolder)
  const scripts = new Map<string, Promise<Served>>()
  const scriptOnce = (name: string): Promise<Served> => {
    const made = scripts.get(name) ?? script(name)
    scripts.set(name, made)
    return made
  }
  const own: Readonly<Record<string, () => Served | Promise<Served>>> = {
    '/_local/': () => file(browserFolder, 'startPage.html'),
    '/_local/startPage.css': () => file(browserFolder, 'startPage.css'),
    '/_local/startPage.js': () => scriptOnce('startPage'),
  }
  const reference: typeof own =
    renderer === undefined
      ? {}
      : {
          '/_local/reference/': () => file(browserFolder, 'reference.html'),
          '/_local/reference/reference.css': () => file(browserFolder, 'reference.css'),
          '/_local/reference/reference.js': () => scriptOnce('reference'),
          '/_local/reference/openapi-explorer.min.js': () => file(renderer, 'openapi-explorer.min.js'),
        }
  return { find: (path: string) => own[path] ?? reference[path], hasRenderer: renderer !== undefined }
}
