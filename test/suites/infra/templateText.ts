import { type Json, plain, type Resource, type Template } from './template.ts'

type Members = Readonly<Record<string, Json>>
/** The properties of a resource, by their paths such as `LoggingConfig.LogGroup`. */
type Paths = ReadonlyMap<string, Json>

interface Entry {
  readonly id: string
  readonly paths: Paths
}

const columns = 120

/** Digests of bundles and of nested templates change with every source. */
const digests = ['Code', 'TemplateURL', 'Parameters']

const isMembers = (value: Json): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isStatement = (value: Members): boolean => 'Effect' in value && 'Action' in value

/** A text that is JSON, such as the body of a dashboard, as its value; and policies without what all of them have. */
const simple = (value: Json): Json => {
  if (typeof value === 'string') return /^\{"[\s\S]*\}$/.test(value) ? simple(JSON.parse(value) as Json) : value
  if (Array.isArray(value)) {
    const named = value.every((each: Json) => isMembers(each) && 'PolicyName' in each)
    return named && value.length > 0
      ? Object.fromEntries(value.map(({ PolicyName, PolicyDocument }) => [PolicyName, simple(PolicyDocument)]))
      : value.map(simple)
  }
  if (!isMembers(value)) return value
  if (value['Version'] === '2012-10-17' && 'Statement' in value) return simple(value['Statement'] ?? [])
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, simple(each)]))
}

/** `Allow dynamodb:PutItem, dynamodb:Query on <newsTable.Arn>` */
const statementText = ({ Effect, Action, Resource: target, ...others }: Members): string =>
  [
    `${Effect} ${[Action].flat().join(', ')}`,
    ...(target === undefined ? [] : [`on ${[target].flat().join(', ')}`]),
    ...(Object.keys(others).length === 0 ? [] : [`if ${inline(others)}`]),
  ].join(' ')

/** `recipientId HASH` for a member of a key schema, and `{name: value}` for other members. */
const membersText = (value: Members): string => {
  const names = Object.keys(value)
  if (names.length === 2 && names[0] === 'AttributeName') return Object.values(value).join(' ')
  return `{${names.map((name) => `${name}: ${inline(value[name] ?? null)}`).join(', ')}}`
}

const inline = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (!isMembers(value)) return String(value).replaceAll('\n', '⏎')
  return isStatement(value) ? statementText(value) : membersText(value)
}

/** A value in one line if it fits, and otherwise with a line for each member. */
const lines = (head: string, value: Json, indent: string): readonly string[] => {
  const line = `${indent}${head}${inline(value)}`
  if (line.length <= columns) return [line]
  if (Array.isArray(value))
    return [`${indent}${head}`.trimEnd(), ...value.flatMap((each: Json) => lines('- ', each, `${indent}  `))]
  if (!isMembers(value) || isStatement(value)) return [line]
  const members = Object.entries(value).flatMap(([name, each]) => lines(`${name}: `, each, `${indent}  `))
  return [`${indent}${head}`.trimEnd(), ...members]
}

const withoutHash = (id: string): string => id.replace(/[0-9A-F]{8}$/, '')

const pathsOf = (value: Members, before = ''): readonly (readonly [string, Json])[] =>
  Object.entries(value).flatMap(([name, each]) =>
    isMembers(each) && !isStatement(each) && Object.keys(each).length > 0
      ? pathsOf(each, `${before}${name}.`)
      : [[`${before}${name}`, each] as const],
  )

/** A variable that is named like the resource to which it refers needs no value. */
const variableText = (name: string, value: Json): string => {
  const words = name.toLowerCase().split('_')
  const camel = words.map((word, index) => (index === 0 ? word : word.replace(/^./, (first) => first.toUpperCase())))
  return [`<${camel.join('')}>`, `<${camel.join('')}.Arn>`].includes(String(value)) ? name : `${name}=${inline(value)}`
}

/** All variables as one property, because they are many. */
const withVariables = (paths: Paths): Paths => {
  const prefix = 'Environment.Variables.'
  const variables = [...paths].filter(([path]) => path.startsWith(prefix))
  const texts = variables.map(([path, value]) => variableText(path.slice(prefix.length), value))
  const others = [...paths].filter(([path]) => !path.startsWith(prefix))
  return new Map(variables.length === 0 ? others : [...others, ['Variables', texts] as const])
}

/** The properties of a resource, where `<*` begins a reference to its function and `<@` one to its area. */
const entryOf = (functions: readonly string[], resource: Resource): Entry => {
  const { id: full, stack, Properties, DeletionPolicy, UpdateReplacePolicy } = resource
  const id = withoutHash(full)
  const own = functions.find((each) => id.startsWith(each)) ?? id
  const properties = Object.entries(Properties).filter(([name]) => !digests.includes(name))
  const policies = { ...(DeletionPolicy && { DeletionPolicy }), ...(UpdateReplacePolicy && { UpdateReplacePolicy }) }
  const area = stack === '' ? id : stack
  const text = JSON.stringify(plain({ ...policies, ...Object.fromEntries(properties) }))
    .replaceAll(`<${own}`, '<*')
    .replaceAll(`:"${own}"`, ':"*"')
    .replaceAll(new RegExp(`<${area}(?=Logs|GatewayRole)`, 'g'), '<@')
  const paths = new Map(pathsOf(simple(JSON.parse(text) as Json) as Members))
  return { id: stack === '' ? id : `${stack}/${id}`, paths }
}

/** The properties that more than half of a type's resources have. */
const usualOf = (entries: readonly Entry[]): Paths => {
  const counts = new Map<string, { path: string; value: Json; count: number }>()
  for (const { paths } of entries)
    for (const [path, value] of paths) {
      const key = JSON.stringify([path, value])
      counts.set(key, { path, value, count: (counts.get(key)?.count ?? 0) + 1 })
    }
  return new Map(
    [...counts.values()]
      .filter(({ count }) => count > 1 && count > entries.length / 2)
      .map(({ path, value }) => [path, value]),
  )
}

/** What differs from the usual properties; `none` where one of them is absent. */
const differences = (paths: Paths, usual: Paths): Paths =>
  new Map([
    ...[...paths].filter(([path, value]) => JSON.stringify(usual.get(path)) !== JSON.stringify(value)),
    ...[...usual.keys()].filter((path) => !paths.has(path)).map((path) => [path, 'none'] as const),
  ])

const entryLines = (id: string, paths: Paths): readonly string[] => {
  const properties = [...withVariables(paths)]
  const line = `  ${id}: ${properties.map(([name, value]) => `${name} ${inline(value)}`).join('; ')}`.trimEnd()
  if (line.length <= columns) return [line]
  return [`  ${id}:`, ...properties.flatMap(([name, value]) => lines(`${name}: `, value, '    '))]
}

const byId = ({ id: one }: Entry, { id: other }: Entry): number => (one < other ? -1 : 1)

/**
 * A template for people who review a change of it: by type, what most resources of it have, and how each one differs.
 * References are `<logical id>`, without hashes.
 */
export const templateText = ({ resources, outputs }: Template): string => {
  const functions = resources
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(({ id }) => withoutHash(id))
    .toSorted((one, other) => other.length - one.length)
  const types = [...Map.groupBy(resources, ({ Type }) => Type)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const sections = types.flatMap(([type, members]) => {
    const entries = members.map((member) => entryOf(functions, member)).toSorted(byId)
    const usual = usualOf(entries)
    return [
      `${type} (${entries.length})`,
      ...(usual.size === 0 ? [] : entryLines('usual', usual)),
      ...entries.flatMap(({ id, paths }) => entryLines(id, differences(paths, usual))),
      '',
    ]
  })
  const output = Object.entries(outputs).map(
    ([name, { Value, Description }]) => `  ${name}: ${inline(plain(Value) ?? null)} (${Description})`,
  )
  return [...sections, 'Outputs', ...output, ''].join('\n')
}
