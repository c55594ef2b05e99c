import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type CallExpression, type Expression, type ObjectExpression, type Program, type Property, parse } from 'acorn'
import { type Plugin, transform } from 'esbuild'

/** What declares a contract or a schema; calling one has no effect but its value. */
const declarators: ReadonlySet<string> = new Set(['operation', 'socketRoute', 'page', 'text', 'z'])

/** What of an operation is read by its documentation and tests alone. */
const documentation: ReadonlySet<string> = new Set(['summary', 'description', 'examples'])

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

/** Leaves its documentation out of an operation: also the schema of its answer, which only the tests hold its handler to. */
const undocumented = (call: CallExpression): Edit[] => {
  const [definition] = call.arguments
  if (rootOf(call.callee) !== 'operation' || definition?.type !== 'ObjectExpression') return []
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

/** Lines stay where they are, so that the source map of the module holds. */
const edited = (source: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: put }) =>
        text.slice(0, start) + put + text.slice(start, end).replaceAll(/[^\n]/g, '') + text.slice(end),
      source,
    )

/** A module, in JavaScript, whose contracts and schemas are left out where nothing uses them, and are used without their documentation. */
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
 * Leaves out of a function what it does not need of our own contracts: the other operations of its area, and what documents its own.
 * A bundler has to keep them by itself, because it cannot know that a call has no effect.
 */
export const leaveOutContracts: Plugin = {
  name: 'leave-out-contracts',
  setup: (build) => {
    const hasMaps = build.initialOptions.sourcemap !== undefined
    build.onLoad({ filter: /[\\/]shared[\\/].*\.ts$/ }, async ({ path }) => {
      // What does not parse is the bundler's to complain about.
      const module = await transform(await readFile(path, 'utf8'), {
        ...{ loader: 'ts', target: 'esnext' },
        ...(hasMaps && { sourcemap: 'inline', sourcefile: basename(path), sourcesContent: false }),
      }).catch(() => undefined)
      return module && { contents: leanContracts(module.code) }
    })
  },
}
