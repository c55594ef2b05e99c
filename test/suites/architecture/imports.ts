import { posix } from 'node:path'
import { lineAt, type SourceFile, withoutComments } from './sourceFile.ts'

/** One import of a file: static or dynamic, `export … from` and `require` included. */
export interface Import {
  readonly from: string
  readonly line: number
  readonly specifier: string
  /** The imported file, from the project's root; undefined for a package. */
  readonly file?: string
  /** The text between `import` and `from`, in one line. */
  readonly clause: string
  readonly isReexport: boolean
  /** Erased at run time: `import type`, or nothing but `type` names. */
  readonly isTypeOnly: boolean
}

const declaration = /^[ \t]*(import|export)\s+([^'"`;()=]*?)\bfrom\s*['"]([^'"\n$]+)['"]/gm
const sideEffect = /^[ \t]*(import)()\s*['"]([^'"\n]+)['"]/gm
/** An import within a text is an example, and does not count. */
const call = /(?<!['"`])\b(import|require)()\(\s*['"]([^'"\n$]+)['"]\s*[,)]/g

/** The names that an import brings in as values: `{ a, type B, c as d }` → `a`, `c`. */
export const valueNames = ({ clause, isTypeOnly }: Pick<Import, 'clause' | 'isTypeOnly'>): readonly string[] =>
  isTypeOnly
    ? []
    : (/\{(.*)\}/.exec(clause)?.[1] ?? '').split(',').flatMap((name) => {
        const [first = '', second] = name.trim().split(/\s+/)
        return first === '' || (first === 'type' && second !== undefined && second !== 'as') ? [] : [first]
      })

const isErased = (clause: string): boolean =>
  clause.startsWith('type ') ||
  (/^\{.*\}$/.test(clause) && valueNames({ clause, isTypeOnly: false }).length === 0 && clause !== '{}')

const importFrom = (path: string, code: string, match: RegExpExecArray): Import => {
  const [, keyword, rawClause = '', specifier = ''] = match
  const clause = rawClause.replaceAll(/\s+/g, ' ').trim()
  const isLocal = specifier.startsWith('.')
  return {
    from: path,
    line: lineAt(code, match.index + match[0].length),
    specifier,
    ...(isLocal && { file: posix.join(posix.dirname(path), specifier) }),
    clause,
    isReexport: keyword === 'export',
    isTypeOnly: isErased(clause),
  }
}

/** Every import of a file, in the order of their lines. */
export const importsOf = ({ path, text }: SourceFile): readonly Import[] => {
  const code = withoutComments(text)
  return [declaration, sideEffect, call]
    .flatMap((pattern) => [...code.matchAll(pattern)].map((match) => importFrom(path, code, match)))
    .sort((one, other) => one.line - other.line)
}

/** The name of the package that an import needs: `@aws-sdk/client-kms/x` → `@aws-sdk/client-kms`; undefined for files and Node's own. */
export const packageOf = ({ specifier, file }: Import): string | undefined => {
  if (file !== undefined || specifier.startsWith('node:')) return undefined
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Every import that is reached from the given files, through local imports. */
export const reachableImports = (
  files: readonly SourceFile[],
  isRoot: (file: SourceFile) => boolean,
): readonly Import[] => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const seen = new Set<string>()
  const found: Import[] = []
  const visit = (file: SourceFile | undefined): void => {
    if (file === undefined || seen.has(file.path)) return
    seen.add(file.path)
    for (const each of importsOf(file)) {
      found.push(each)
      if (each.file !== undefined) visit(byPath.get(each.file))
    }
  }
  files.filter(isRoot).forEach(visit)
  return found
}
