import type { Json, KeptResource, StoredSchema } from './storedSchema.ts'

/** All that code has in common with what is stored, besides the data stack. */
export interface StoredPromises {
  /** By a sealed field, `<table>.<attribute>`: the members of its encryption context, in the alphabet's order. */
  readonly contexts: Readonly<Record<string, readonly string[]>>
  /** The routes with a rate of their own: senders store their addresses, and by one of them donors begin payments. */
  readonly webhookRoutes: readonly string[]
}

type Changes = readonly string[]

const twoDeployments = 'See "Replace or remove what is kept" in infra/RUNBOOK.md.'
const beside = 'Add another beside it (CONTRIBUTING.md, "Expand, then contract").'

const shown = (value: Json | undefined): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** Compares canonically, because a deployed template may have members in another order. */
const canonical = (value: Json | undefined): string =>
  JSON.stringify(value, (_name, each: Json) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : each,
  )

const isSame = (one: Json | undefined, other: Json | undefined): boolean => canonical(one) === canonical(other)

const fixedChanges = (id: string, before: KeptResource, after: KeptResource): Changes =>
  [...new Set([...Object.keys(before.fixed), ...Object.keys(after.fixed)])].flatMap((name) => {
    const [was, is] = [before.fixed[name], after.fixed[name]]
    return isSame(was, is)
      ? []
      : [`${id}: ${name} was ${shown(was)} and would be ${shown(is)}, so an empty one would replace it. ${beside}`]
  })

type IsRetired = (path: string) => boolean

/** A stream with another view has another ARN, which its workers do not follow. */
const settledChanges = (id: string, before: KeptResource, after: KeptResource, isRetired: IsRetired): Changes =>
  (['timeToLive', 'stream'] as const).flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    return was === undefined || was === is || (is === undefined && isRetired(`${id}.${name}`))
      ? []
      : [`${id}: ${name} was ${was} and would be ${shown(is)}. ${twoDeployments}`]
  })

const indexChanges = (
  id: string,
  { globalIndexes: before = {} }: KeptResource,
  { globalIndexes: after = {} }: KeptResource,
  isRetired: IsRetired,
): Changes => {
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  )
  const lost = differing.flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    if (was === undefined) return []
    if (is !== undefined) return [`${id}.${name}: was ${was} and would be ${is}. ${beside}`]
    return isRetired(`${id}.${name}`)
      ? []
      : [`${id}.${name}: the index would be dropped, and the version before reads it. ${twoDeployments}`]
  })
  const refused =
    differing.length > 1
      ? [
          `${id}: ${differing.join(' and ')} change at once. DynamoDB changes one global index in an update: release one by one.`,
        ]
      : []
  return [...lost, ...refused]
}

/** Whether an export goes because its resource goes, or the resource's stream: that is said once. */
const goesWithResource = (
  id: string,
  { resources: before }: StoredSchema,
  { resources: after }: StoredSchema,
): boolean =>
  Object.keys(before).some(
    (resource) =>
      id.includes(resource) &&
      (after[resource] === undefined || (id.includes('StreamArn') && after[resource].stream === undefined)),
  )

/**
 * The changes of a data stack that would lose something, each as a line that names the way; none for additions.
 * `before` is the schema of the last release, or of the deployed template.
 *
 * @param retired logical ids, and `<logical id>.` with an index, `stream` or `timeToLive`, that a release has given up
 */
export const breakingSchemaChanges = (
  before: StoredSchema,
  after: StoredSchema,
  retired: Readonly<Record<string, string>>,
): Changes => {
  const isRetired: IsRetired = (path) => Object.hasOwn(retired, path)
  const resources = Object.entries(before.resources).flatMap(([id, was]): Changes => {
    const is = after.resources[id]
    if (is === undefined)
      return isRetired(id) ? [] : [`${id}: the ${was.type} is missing or has another logical id. ${twoDeployments}`]
    if (is.type !== was.type) return [`${id}: was ${was.type} and would be ${is.type}. ${beside}`]
    return [
      ...fixedChanges(id, was, is),
      ...settledChanges(id, was, is, isRetired),
      ...indexChanges(id, was, is, isRetired),
    ]
  })
  const exports = before.exports.filter((id) => !(after.exports.includes(id) || goesWithResource(id, before, after)))
  return [
    ...resources,
    ...exports.map(
      (id) => `${id}: the data stack would no longer export it, and the service uses it. ${twoDeployments}`,
    ),
  ]
}

/** The promises of code that would be broken, each as a line that names the way; none for additions. */
export const brokenPromises = (before: StoredPromises, after: StoredPromises): Changes => [
  ...Object.entries(before.contexts).flatMap(([field, was]) => {
    const is = after.contexts[field]
    return isSame(was, is)
      ? []
      : [
          `${field}: its encryption context was of ${was.join(', ')} and would be of ${is?.join(', ') ?? 'nothing'}: stored secrets would not open. Add the one before to \`earlierContexts\` in shared/mechanisms/secrets/encryptionContexts.ts.`,
        ]
  }),
  ...before.webhookRoutes
    .filter((route) => !after.webhookRoutes.includes(route))
    .map((route) => `${route}: others store this address, and the stage its rate. Keep the route beside a new one.`),
]
