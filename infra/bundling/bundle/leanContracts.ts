import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type CallExpression, type Expression, type ObjectExpression, type Program, type Property, parse } from 'acorn'
import { type Plugin, transform } from 'esbuild'

/** The functions that declare contracts and schemas. Their calls have no effect except the returned value. */
const declarators: ReadonlySet<string> = new Set(['operation', 'worker', 'socketRoute', 'page', 'text', 'z'])

/** The members of an operation that only the documents and tests read. */
const documentation: ReadonlySet<string> = new Set(['summary', 'description', 'examples', 'asks'])

/** The members of a worker that only the documents, the template and tests read. */
const deployment: ReadonlySet<string> = new Set(['summary', 'source', 'access', 'providers', 'memoryMb'])

/** A module without such a text declares nothing, and need not be parsed: nine of ten modules. */
const declaration = new RegExp(`=[\\s(]*(?:${[...declarators].join('|')})\\b`)

/** Puts a text in place of the characters from `start` to `end`. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The name that a chain of calls and members begins with: `z` of `z.string().check(…)`. */
const rootOf = (expression: Expression | CallExpression['callee']): string | undefined => {
  if (expression.type === 'Identifier') return expression.name
  if (expression.type === 'CallExpression') return rootOf(expression.callee)
  return expression.type === 'MemberExpression' ? rootOf(expression.object as Expression) : undefined
}

const nameOf = ({ key }: Property): string => (key.type === 'Identifier' ? key.name : '')

const propertiesOf = (object: ObjectExpression): readonly Property[] =>
  object.properties.flatMap((property) => (property.type === 'Property' ? [property] : []))

const removals = (object: ObjectExpression, names: ReadonlySet<string>): Edit[] =>
  propertiesOf(object).flatMap((property) =>
    names.has(nameOf(property)) ? [{ start: property.start, end: property.end, text: '...{}' }] : [],
  )

/** Removes the registration of a schema, by which it has a name in the documents: `.register(z.globalRegistry, …)`. */
const unregistered = ({ callee, end }: CallExpression): Edit[] =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'register'
    ? [{ start: callee.object.end, end, text: '' }]
    : []

/** Removes the documentation of an operation, and the schema of its answer, which only the tests check. */
const undocumented = (call: CallExpression): Edit[] => {
  const [definition] = call.arguments
  const declarator = rootOf(call.callee)
  if (declarator === 'z') return unregistered(call)
  if (definition?.type !== 'ObjectExpression') return []
  if (declarator === 'worker') return removals(definition, deployment)
  if (declarator !== 'operation') return []
  const success = propertiesOf(definition).find((property) => nameOf(property) === 'success')?.value
  return [
    ...removals(definition, documentation),
    ...(success?.type === 'ObjectExpression' ? removals(success, new Set(['body', 'description'])) : []),
  ]
}

const declarationsOf = (program: Program): readonly CallExpression[] =>
  program.body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init?.type === 'CallExpression' && declarators.has(rootOf(init) ?? '') ? [init] : []))

/** Applies the edits. Line breaks are kept, so that the module's source map stays valid. */
const edited = (source: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: put }) =>
        text.slice(0, start) + put + text.slice(start, end).replaceAll(/[^\n]/g, '') + text.slice(end),
      source,
    )

/** The JavaScript of a module without unused contracts and schemas, and without the documentation of used ones. */
export const leanContracts = (source: string): string =>
  edited(
    source,
    declarationsOf(parse(source, { ecmaVersion: 'latest', sourceType: 'module' })).flatMap((call) => [
      { start: call.start, end: call.start, text: '/* @__PURE__ */ (() => ' },
      ...undocumented(call),
      { start: call.end, end: call.end, text: ')()' },
    ]),
  )

/**
 * Removes from a function's bundle the parts of our contracts that it does not need: the other operations of its area,
 * and the documentation of its own. The bundler keeps them by itself, because it cannot know that a call has no effect.
 */
export const leaveOutContracts: Plugin = {
  name: 'leave-out-contracts',
  setup: (build) => {
    const hasMaps = build.initialOptions.sourcemap !== undefined
    build.onLoad({ filter: /[\\/]shared[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      if (!declaration.test(source)) return undefined
      // esbuild reports syntax errors.
      const module = await transform(source, {
        loader: 'ts',
        target: 'esnext',
        ...(hasMaps && { sourcemap: 'inline', sourcefile: basename(path), sourcesContent: false }),
      }).catch(() => undefined)
      return module && { contents: leanContracts(module.code) }
    })
  },
}
