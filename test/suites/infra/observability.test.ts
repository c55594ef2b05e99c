import { expect, test, vi } from 'vitest'
import { savedQueries } from '../../../infra/observability/savedQueries.ts'
import { messageResponder, type ResponderPorts } from '../../../shared/areas/realtime/messageResponder.ts'
import { socketHandler } from '../../../shared/areas/realtime/socketHandler.ts'
import { Problem } from '../../../shared/contract/problem.ts'
import type { ProblemCode } from '../../../shared/contract/problems.ts'
import { httpHandler } from '../../../shared/mechanisms/http/httpHandler.ts'
import { batchHandler } from '../../../shared/mechanisms/workers/batchHandler.ts'
import { operations } from '../../../shared/operations.ts'
import { log, loggedError } from '../../../shared/runtime/log.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { workers } from '../../../shared/workers.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { type Json, valueAt } from './template.ts'

const template = await defaultTemplate()
const filters = template.all('AWS::Logs::MetricFilter')
const logGroups = template.all('AWS::Logs::LogGroup')

type Line = Readonly<Record<string, Json>>

const linesOf = async (act: () => unknown): Promise<readonly Line[]> => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await act()
    return write.mock.calls.map(([line]) => JSON.parse(String(line)) as Line)
  } finally {
    write.mockRestore()
  }
}

const idOf = <Entry extends { readonly id: string }>(entries: readonly Entry[], id: string): Entry =>
  entries.find((entry) => entry.id === id) ?? expect.fail(`no ${id}`)

const operation = (id: string, answer: () => Promise<object>) => () =>
  httpHandler(
    idOf(operations, id),
    answer as never,
  )({
    pathParameters: { recipientId: 'alice', gatewayId: '0198c5a0-0000-7000-8000-000000000000', playlistId: 'PL' },
    requestContext: { authorizer: { jwt: { claims: { sub: 'alice', token_use: 'access' } } } },
    headers: {},
    body: '{}',
  })
const failing = (code: ProblemCode) => () => Promise.reject(new Problem(code, 'It failed.'))
const batch = (id: string) => () => batchHandler(idOf(workers, id), async () => [])({ Records: [] })

const ports = {
  connections: { find: async () => ({ recipientId: 'alice', overlayId: 'o' }) },
  overlays: { acknowledge: async () => true, attach: async () => ({}) },
  deliveries: { page: async () => ({ messages: [], through: 0, more: false }) },
  configs: { find: async () => undefined },
  totals: { reached: async () => ({}), read: async () => ({}) },
  notifyShown: async () => undefined,
  sender: { send: async () => true },
} as unknown as ResponderPorts
const receiveMessage = idOf(socketRoutes, 'receiveMessage')
const message = (body: object) => () =>
  socketHandler(
    receiveMessage,
    messageResponder(ports),
  )({ requestContext: { connectionId: 'c', connectedAt: 1, requestId: 'r' }, body: JSON.stringify(body) })

/** A metric filter's pattern of the kinds that are in use: comparisons of fields, joined by && and ||. https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html */
const matches = (pattern: string, line: Line): boolean =>
  pattern
    .replace(/^\{ | \}$/g, '')
    .split(' && ')
    .every((either) => either.split(' || ').some((condition) => meets(condition, line)))

const meets = (condition: string, line: Line): boolean => {
  const [, name = '', sign = '', text, number] =
    /^\(*\$\.(\w+) (=|!=|>=) (?:"([^"*]*\*?)"|(\d+))\)*$/.exec(condition) ?? expect.fail(condition)
  const value = line[name]
  if (value === undefined) return false
  if (sign === '>=') return Number(value) >= Number(number)
  const isEqual =
    text === undefined ? value === Number(number) : new RegExp(`^${text.replace('*', '.*')}$`).test(String(value))
  return sign === '=' ? isEqual : !isEqual
}

/** The metrics that count a line of the log of an area. */
const countedBy = (area: string, line: Line): readonly string[] => {
  const { id: logGroup } = template.one('AWS::Logs::LogGroup', area === 'access' ? 'AccessLog' : `${area}Logs`)
  const names = filters.flatMap(({ Properties }) => {
    if (valueAt(Properties['LogGroupName'], 'Ref') !== logGroup) return []
    if (!matches(String(Properties['FilterPattern']), line)) return []
    return [String(valueAt(Properties['MetricTransformations'], 0, 'MetricName'))]
  })
  return names.sort()
}

test('a number that an alarm subtracts is 0 where there are other lines, not missing', () => {
  const filled = filters.flatMap(({ Properties }) => {
    const [transformation] = Properties['MetricTransformations'] as readonly Json[]
    const { MetricName, DefaultValue } = Object(transformation)
    return DefaultValue === undefined ? [] : [[MetricName, DefaultValue]]
  })

  const areas = new Set(operations.map(({ area }) => area))
  expect(filled).toEqual([...areas].map(() => ['NotConfigured', 0]))
})

test.each([
  ['a webhook that was taken', 'payments', operation('receiveWebhook', async () => ({})), ['WebhooksTaken']],
  ['a webhook that was refused', 'payments', operation('receiveWebhook', failing('signature_rejected')), []],
  ['a batch of payments', 'workers', batch('projectPayments'), ['PaymentsProjected']],
  ['a batch of alerts', 'workers', batch('pushAlerts'), ['AlertsPushed']],
  ['an acknowledgement', 'realtime', message({ version: 1, type: 'ack', sequence: 3 }), ['Acknowledgements']],
  ['a sign of life', 'realtime', message({ version: 1, type: 'resume' }), []],
  ['a socket that fails', 'realtime', () => socketHandler(receiveMessage, Promise.reject)({}), ['LiveFailures']],
  [
    'a provider that is out',
    'media',
    operation('getExternalPlaylist', failing('provider_timeout')),
    ['ProviderFailures'],
  ],
  [
    'a provider that nobody has configured',
    'media',
    operation('getExternalPlaylist', failing('provider_not_configured')),
    ['NotConfigured'],
  ],
  [
    'a worker whose provider has no quota left',
    'workers',
    () => log('WARN', 'videos without titles', { worker: 'readyVideos', code: 'provider_quota_exceeded', count: 2 }),
    ['ProviderFailures'],
  ],
  [
    'work that is postponed for the fifth time',
    'workers',
    () => log('ERROR', 'postponed', { worker: 'projectPayments', attempts: 5, error: loggedError(new Error('x')) }),
    ['Postponed'],
  ],
])('%s is counted by what it is', async (_case, area, act, expected) => {
  const lines = await linesOf(act)

  expect(lines).toHaveLength(1)
  expect(countedBy(area, lines[0] as Line)).toEqual(expected)
})

test.each([
  [
    'of a payment',
    { route: 'POST /payments/webhooks/{recipientId}/{gatewayId}', status: '429' },
    ['Refusals', 'ThrottledWebhooks'],
  ],
  ['of a platform', { route: 'POST /platforms/webhooks/{platform}', status: '429' }, ['Refusals', 'ThrottledWebhooks']],
  [
    'of a messenger',
    { route: 'POST /messenger/webhooks/{accountId}', status: '429' },
    ['Refusals', 'ThrottledWebhooks'],
  ],
  ['of a donor', { route: 'POST /donors/{recipientId}/payments', status: '429' }, ['Refusals', 'ThrottledWebhooks']],
  ['that was refused', { route: 'POST /platforms/webhooks/{platform}', status: '401' }, ['Refusals']],
  ['that is none', { route: 'GET /news', status: '429' }, ['Refusals']],
])(
  'the gateway’s line of a request %s counts as a refusal, and as lost money if it may have been money',
  (_case, line, expected) => {
    expect(countedBy('access', line)).toEqual(expected)
  },
)

test('a metric that is summed is a number of its log lines', async () => {
  const fields = filters.map(({ Properties }) => String(valueAt(Properties['MetricTransformations'], 0, 'MetricValue')))
  const [line] = await linesOf(batch('pushAlerts'))
  for (const field of fields.filter((value) => value !== '1'))
    expect(line?.[field.slice(2)], field).toBeTypeOf('number')
})

test('batches count as many payments and alerts as they have, and every other line counts once', () => {
  const summed = filters.flatMap(({ Properties }) => {
    const { MetricName, MetricValue } = Object(valueAt(Properties['MetricTransformations'], 0))
    return MetricValue === '1' ? [] : [[MetricName, MetricValue]]
  })

  expect(Object.fromEntries(summed)).toEqual({ PaymentsProjected: '$.count', AlertsPushed: '$.count' })
})

interface Widget {
  readonly properties: {
    readonly alarms?: readonly string[]
    readonly metrics?: readonly (readonly unknown[])[]
    readonly query?: string
  }
}

/** The dashboard as CloudWatch gets it, where references are named by the resource. */
const widgets: readonly Widget[] = (() => {
  const body = valueAt(template.one('AWS::CloudWatch::Dashboard').Properties, 'DashboardBody', 'Fn::Join', 1)
  const text = (body as readonly Json[]).map((part) =>
    typeof part === 'string' ? part : String(valueAt(part, 'Ref') ?? valueAt(part, 'Fn::GetAtt', 0)),
  )
  return (JSON.parse(text.join('')) as { readonly widgets: readonly Widget[] }).widgets
})()

/** Each metric of the dashboard as its name and dimensions. */
const shown = widgets
  .flatMap(({ properties }) => properties.metrics ?? [])
  .map((metric) => metric.filter((part) => typeof part === 'string').join(' '))

test('the dashboard is one of those that are free: of at most 50 metrics', () => {
  expect(new Set(shown).size).toBeGreaterThan(20)
  expect(new Set(shown).size).toBeLessThanOrEqual(50)
})

test('the dashboard shows metrics of existing resources and of counted log lines', () => {
  const named = new Set(filters.map(({ Properties }) => valueAt(Properties['MetricTransformations'], 0, 'MetricName')))
  const ids = new Set(template.resources.map(({ id }) => id))
  for (const metric of shown) {
    const [namespace, name, , dimension] = metric.split(' ')
    if (namespace === 'streaming-support') expect(named).toContain(name)
    else if (dimension !== undefined) expect(ids, metric).toContain(dimension)
  }
})

test('the dashboard shows how far each worker of a table stream is behind, except the one of slow receivers', () => {
  const ages = new Set(shown.filter((metric) => metric.startsWith('AWS/Lambda IteratorAge ')))
  const followed = [...ages].map((metric) =>
    metric
      .split(' ')
      .at(-1)
      ?.replace(/[0-9A-F]{8}$/, ''),
  )
  const streamed = workers.filter(({ id, source }) => 'stream' in source && id !== 'sendSlowWebhook')

  expect(followed.toSorted()).toEqual(streamed.map(({ id }) => id).toSorted())
})

test('the dashboard shows every alarm, and asks the logs of all areas', () => {
  const logs = widgets.flatMap(({ properties: { query } }) => query ?? [])

  expect(widgets[0]?.properties.alarms).toHaveLength(template.all('AWS::CloudWatch::Alarm').length)
  expect(logs.length).toBeGreaterThan(0)
  for (const query of logs) expect(query.match(/SOURCE/g)).toHaveLength(logGroups.length - 1)
})

const queries = template.all('AWS::Logs::QueryDefinition')

test('saved queries are named by the stack, and read all log groups of functions; one request also the access log', () => {
  expect(queries).toHaveLength(Object.keys(savedQueries).length)
  for (const { Properties } of queries) {
    const name = JSON.stringify(Properties['Name'])
    const groups = Properties['LogGroupNames'] as readonly Json[]
    expect(groups.length, name).toBe(logGroups.length - (name.includes('/request') ? 0 : 1))
    expect(groups.length, 'the most that a query may read').toBeLessThanOrEqual(50)
  }
})

test('saved queries use fields that lines have', async () => {
  const lines = await linesOf(async () => {
    await operation('getExternalPlaylist', failing('provider_timeout'))()
    await batch('pushAlerts')()
  })
  const known = new Set(lines.flatMap((line) => Object.keys(line)))
  const fields = Object.values(savedQueries)
    .flatMap((query) => [
      ...query.replaceAll(/^#.*$|"[^"]*"|as \w+/gm, '').matchAll(/(?:by|fields|pct\(|max\(|filter) ?([\w@., ]+)/g),
    ])
    .flatMap(([, names = '']) => names.split(/[,\s]+/))
    .map((name) => name.split('.')[0] ?? '')
    .filter((name) => /^[a-z]\w*$/i.test(name))
  const own = ['record', 'function', 'startMs', 'ispresent', 'by', 'latest']
  expect(fields.length).toBeGreaterThan(20)
  expect(fields.filter((name) => !known.has(name) && !own.includes(name))).toEqual([])
})
