import { globSync, readFileSync, statSync } from 'node:fs'

/** A committed text file: its path from the project's root, with `/`, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

const ignored = (path: string): boolean =>
  /^(?:node_modules|\.git|cdk\.out|\.build|\.local|bench|coverage|dist)$/.test(path)

/** Every text file of the project, in alphabetical order. */
export const readSourceFiles = (root: string): readonly SourceFile[] =>
  globSync('**/*.{ts,tsx,mts,cts,js,mjs,cjs,json,md,yml,yaml,sh}', { cwd: root, exclude: ignored })
    .concat(globSync('{.*rc,.ci/*,.gitignore}', { cwd: root }))
    .filter((path) => statSync(`${root}/${path}`).isFile())
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(`${root}/${path}`, 'utf8') }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))

const spaces = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** The text without its comments; lines and columns stay where they are. A comment starts a line or follows a space. */
export const withoutComments = (text: string): string =>
  text.replaceAll(/(?<=^|\s)\/\*[\s\S]*?\*\//g, spaces).replaceAll(/(?<=^|\s)\/\/.*$/gm, spaces)

/** The 1-based line of a position. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

export const isCode = ({ path }: SourceFile): boolean => /\.(?:[cm]?[jt]s|tsx)$/.test(path)

/** Selects files below one of the folders (or the files themselves). */
export const within =
  (...places: readonly string[]) =>
  ({ path }: SourceFile): boolean =>
    places.some((place) => path === place || path.startsWith(`${place}/`))
