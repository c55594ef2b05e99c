import type { Endpoint } from './apiDocument.ts'

const deeds = ['create', 'read', 'list', 'change', 'remove'] as const
type Deed = (typeof deeds)[number]

/** The first word of an operation's id says what it does to a resource. */
const deedsOf: Readonly<Record<string, readonly Deed[]>> = {
  add: ['create'],
  create: ['create'],
  print: ['create'],
  export: ['create'],
  erase: ['create'],
  link: ['create'],
  put: ['create', 'change'],
  set: ['create', 'change'],
  update: ['create', 'change', 'remove'],
  receive: ['create', 'change'],
  get: ['read'],
  list: ['list'],
  change: ['change'],
  rename: ['change'],
  toggle: ['change'],
  rotate: ['change'],
  restore: ['change'],
  complete: ['change'],
  mark: ['change'],
  skip: ['change'],
  delete: ['remove'],
  unlink: ['remove'],
  revoke: ['remove'],
}

/** What the other words of an id name, where that is not the resource's own name or its plural. */
const resourcesByName: Readonly<Record<string, string>> = {
  history: 'historyItem',
  csv: 'print',
  ticket: 'overlay',
  webhook: 'payment',
  webhookUrl: 'gateway',
  kick: 'token',
  twitch: 'token',
}

/** Operations whose ids say what they do in other words. */
const otherWords: Readonly<Record<string, readonly [string, readonly Deed[]]>> = {
  exportData: ['export', ['create']],
  eraseData: ['erasure', ['create']],
  getVkLiveToken: ['token', ['create']],
  completeAction: ['historyItem', ['change']],
  markAllListened: ['video', ['change']],
  getOverlay: ['the page that overlays load', []],
  getPanel: ['the page that streamers load', []],
  getPanelPart: ['a script that the panel loads', []],
  getDonationPage: ['the page that donors load', []],
}

/** The resources of the table; what other operations are about is no collection of the recipient. */
const resources = [
  'announcer',
  'bot',
  'chat',
  'action',
  'config',
  'news',
  'historyItem',
  'print',
  'overlay',
  'payment',
  'gateway',
  'token',
  'video',
  'playlist',
  'export',
  'erasure',
] as const
type Resource = (typeof resources)[number]

/** Why there is no operation for it. */
export const reasons: Readonly<Partial<Record<`${Resource} ${Deed}`, string>>> = {
  'bot create': 'the deployer stores its token',
  'bot read': 'its list has all of it',
  'bot change': 'the deployer stores another token',
  'bot remove': 'the deployer deletes its token',
  'chat change': 'its title is the messenger’s',
  'print change': 'it shows one moment; another one is made',
  'payment remove': 'moved money is kept until everything is erased',
  'video create': 'comes with a payment',
  'video remove': 'kept with its payment',
  'export list': 'one job at a time, known by its id',
  'export change': 'it shows one moment',
  'export remove': 'expires after a week',
  'erasure list': 'its receipt names nobody',
  'erasure change': 'cannot be undone',
  'erasure remove': 'its receipt expires after a year',
}

type Described = Pick<Endpoint, 'id' | 'takesId'>

const named = (words: string): string | undefined => {
  const name = words.charAt(0).toLowerCase() + words.slice(1)
  const known = [name, resourcesByName[name], name.replace(/s$/, '')]
  return known.find((each) => resources.some((resource) => resource === each))
}

/** What an operation does to which resource; nothing where it is about none of them. */
const effectOf = ({ id, takesId }: Described): { readonly resource: string; readonly does: readonly Deed[] } => {
  const [resource, does] = otherWords[id] ?? []
  if (resource !== undefined && does !== undefined) return { resource, does }
  const [, verb = '', words = ''] = /^([a-z]+)(.*)$/.exec(id) ?? []
  const own = deedsOf[verb] ?? []
  return { resource: named(words) ?? '', does: verb === 'list' && takesId ? ['list', 'read'] : own }
}

export interface ResourceRow {
  readonly resource: string
  /** The ids of the operations of each column. */
  readonly operations: Readonly<Record<Deed, readonly string[]>>
}

/** Which operations create, read, list, change and remove each resource, as their ids say it. */
export const resourceTable = (endpoints: readonly Described[]): readonly ResourceRow[] => {
  const effects = endpoints.map((endpoint) => ({ id: endpoint.id, ...effectOf(endpoint) }))
  return resources.map((resource) => {
    const doing = (deed: Deed) =>
      effects.filter((each) => each.resource === resource && each.does.includes(deed)).map(({ id }) => id)
    const [create, read, list] = [doing('create'), doing('read'), doing('list')]
    return { resource, operations: { create, read, list, change: doing('change'), remove: doing('remove') } }
  })
}

/** Cells without an operation and without a reason, and reasons of cells that have one. */
export const faultsOf = (
  rows: readonly ResourceRow[],
): { readonly gaps: readonly string[]; readonly idle: readonly string[] } => {
  const cells = rows.flatMap(({ resource, operations }) =>
    deeds.map((deed) => ({ name: `${resource} ${deed}`, isServed: operations[deed].length > 0 })),
  )
  const hasReason = (name: string) => Object.hasOwn(reasons, name)
  return {
    gaps: cells.filter(({ name, isServed }) => !isServed && !hasReason(name)).map(({ name }) => name),
    idle: cells.filter(({ name, isServed }) => isServed && hasReason(name)).map(({ name }) => name),
  }
}

/** The table as lines of text. */
export const tableLines = (rows: readonly ResourceRow[]): readonly string[] => {
  const reasonOf = (name: string) => reasons[name as keyof typeof reasons] ?? 'MISSING'
  const cell = ({ resource, operations }: ResourceRow, deed: Deed) =>
    operations[deed].length > 0 ? operations[deed].join(', ') : `– (${reasonOf(`${resource} ${deed}`)})`
  return [
    `| resource | ${deeds.join(' | ')} |`,
    `|${' --- |'.repeat(deeds.length + 1)}`,
    ...rows.map((row) => `| ${[row.resource, ...deeds.map((deed) => cell(row, deed))].join(' | ')} |`),
  ]
}
