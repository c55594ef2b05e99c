import { type Import, importsOf } from './imports.ts'
import { isCode, lineAt, type SourceFile, withoutComments } from './sourceFile.ts'

/** A place that breaks a rule. */
export interface Breach {
  readonly path: string
  readonly line: number
  readonly what: string
}

/** Source texts by path. */
export type Example = Readonly<Record<string, string>>

/** A rule of the house, with small sources that break it and, where the line is fine, sources that keep it. */
export interface Rule {
  readonly name: string
  readonly reason: string
  readonly check: (files: readonly SourceFile[]) => readonly Breach[]
  readonly bad: readonly Example[]
  readonly good?: readonly Example[]
}

type Selection = (file: SourceFile) => boolean

export const breachOfImport = (each: Import, what = `imports ${each.specifier}`): Breach => ({
  path: each.from,
  line: each.line,
  what,
})

/** Finds the imports, among the selected files, that are not allowed. */
export const forbidImports =
  (selection: Selection, isForbidden: (each: Import) => boolean) =>
  (files: readonly SourceFile[]): readonly Breach[] =>
    files
      .filter(selection)
      .flatMap(importsOf)
      .filter(isForbidden)
      .map((each) => breachOfImport(each))

const matchesIn = ({ path, text }: SourceFile, pattern: RegExp, searched: string): readonly Breach[] =>
  [...searched.matchAll(pattern)].map((match) => ({
    path,
    line: lineAt(text, match.index + (match[0].length - match[0].trimStart().length)),
    what: `has ${JSON.stringify(match[0].trim().split('\n', 1)[0])}`,
  }))

/** Finds a pattern (with the flag `g`) in the selected files' code, comments left out. */
export const forbidCode =
  (selection: Selection, pattern: RegExp) =>
  (files: readonly SourceFile[]): readonly Breach[] =>
    files
      .filter((file) => isCode(file) && selection(file))
      .flatMap((file) => matchesIn(file, pattern, withoutComments(file.text)))

/** Finds a pattern (with the flag `g`) anywhere in the selected files. */
export const forbidText =
  (selection: Selection, pattern: RegExp) =>
  (files: readonly SourceFile[]): readonly Breach[] =>
    files.filter(selection).flatMap((file) => matchesIn(file, pattern, file.text))
