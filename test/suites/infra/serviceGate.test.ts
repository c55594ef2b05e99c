import { expect, test } from 'vitest'
import { serviceGate } from '../../../infra/operators/restore/serviceGate.ts'
import { recordSleeps } from '../../support/recordSleeps.ts'

const filtered = { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] }

const resource = (type: string, logicalId: string, declared: object = {}) => ({
  type: `AWS::${type}`,
  logicalId,
  physicalId: `physical-${logicalId}`,
  declared: { ...declared },
})

const resources = [
  resource('Lambda::EventSourceMapping', 'alertsStream', { FilterCriteria: filtered }),
  resource('Lambda::EventSourceMapping', 'printsStream'),
  resource('Lambda::EventSourceMapping', 'dueStream', { FilterCriteria: filtered }),
  resource('Lambda::EventSourceMapping', 'wakeUps', { ScalingConfig: {} }),
  resource('Events::Rule', 'minutely', { State: 'ENABLED' }),
  resource('Lambda::Function', 'webhook', { ReservedConcurrentExecutions: 20 }),
  resource('Lambda::Function', 'other'),
]

/** What each mapping of the account reads; another service has one too. */
const sources = {
  alertsStream: 'arn:aws:dynamodb:eu-west-1:1:table/tools-alerts/stream/2026-01-01T00:00:00.000',
  printsStream: 'arn:aws:dynamodb:eu-west-1:1:table/tools-prints/stream/2026-01-01T00:00:00.000',
  dueStream: 'arn:aws:dynamodb:eu-west-1:1:table/tools-prints2/stream/2026-01-01T00:00:00.000',
  wakeUps: 'arn:aws:sqs:eu-west-1:1:tools-wakeUps',
  foreign: 'arn:aws:dynamodb:eu-west-1:1:table/tools-alerts/stream/2026-01-01T00:00:00.000',
}

/** The functions behind some of the mappings. */
const readers: Readonly<Record<string, string>> = { alertsStream: 'other' }

/** The service as its template declares it: the mappings' filters, what is on, and the concurrency of functions. */
const declared = {
  'physical-webhook': 20,
  'physical-alertsStream': filtered,
  'physical-printsStream': {},
  'physical-wakeUps': true,
  'physical-minutely': true,
}

/**
 * AWS, as far as it has concurrency, mappings and rules; a changed mapping is updating until it is looked at again.
 * Its state is by physical ids, and no concurrency is that of the account.
 */
const aws = () => {
  const state: Record<string, unknown> = { ...declared }
  const updating = new Set<unknown>()
  const operations: Readonly<Record<string, (input: Readonly<Record<string, string>>) => object>> = {
    'update-event-source-mapping': ({ UUID, FilterCriteria, Enabled }) => {
      state[String(UUID)] = FilterCriteria ?? Enabled
      return updating.add(UUID)
    },
    'get-event-source-mapping': ({ UUID }) => {
      if (updating.delete(UUID)) return { State: 'Updating' }
      return { State: state[String(UUID)] === false ? 'Disabled' : 'Enabled' }
    },
    'list-event-source-mappings': () => ({
      EventSourceMappings: Object.entries(sources).map(([id, EventSourceArn]) => ({
        UUID: `physical-${id}`,
        EventSourceArn,
        FunctionArn: `arn:aws:lambda:eu-west-1:1:function:physical-${readers[id] ?? 'reader'}`,
      })),
    }),
    'enable-rule': ({ Name }) => Object.assign(state, { [String(Name)]: true }),
    'disable-rule': ({ Name }) => Object.assign(state, { [String(Name)]: false }),
    'put-function-concurrency': ({ FunctionName, ReservedConcurrentExecutions }) => {
      state[String(FunctionName)] = ReservedConcurrentExecutions
      return {}
    },
    'delete-function-concurrency': ({ FunctionName }) => {
      delete state[String(FunctionName)]
      return {}
    },
  }
  const asked: string[] = []
  const call = async (service: string, operation: string, input: object) => {
    asked.push(`${service} ${operation}`)
    return operations[operation]?.(input as Readonly<Record<string, string>>) as Record<string, unknown>
  }
  return { state, updating, asked, call }
}

const gateOf = (
  call: ReturnType<typeof aws>['call'],
  tables: readonly string[] | 'all' = ['tools-alerts', 'tools-prints'],
) => serviceGate(call, { resources, tables }, { pollingMs: 1, settlingMs: 0 })

const nothing = { Filters: [{ Pattern: '{"eventName":["NOTHING"]}' }] }

test('a closed service runs no function, and its streams are read past; opened, it is as its template says', async () => {
  const { state, updating, asked, call } = aws()
  const gate = await gateOf(call)

  await gate.close()
  const closed = { ...state }
  const looks = asked.filter((each) => each === 'lambda get-event-source-mapping')
  await gate.open()

  expect([gate.functions, gate.mappings]).toEqual([2, 2])
  expect([looks.length, updating.size]).toEqual([6, 0])
  expect(new Set(asked.filter((each) => !each.startsWith('lambda ')))).toEqual(
    new Set(['events disable-rule', 'events enable-rule']),
  )
  expect(closed).toEqual({
    'physical-webhook': 0,
    'physical-other': 0,
    'physical-alertsStream': nothing,
    'physical-printsStream': nothing,
    'physical-wakeUps': false,
    'physical-minutely': false,
  })
  expect(state).toStrictEqual(declared)
})

test('for one recipient, records of others go on to a worker that stays open, and no record of that one does', async () => {
  const { state, call } = aws()
  const partitions = new Map([['tools-alerts', { key: 'recipientId', value: 'alice' }]])
  const deployed = { resources, tables: ['tools-alerts', 'tools-prints'], partitions }
  const gate = await serviceGate(call, deployed, { pollingMs: 1, settlingMs: 0 })

  await gate.close()
  const closed = { ...state }
  await gate.open()

  const pattern = { eventName: ['INSERT'], dynamodb: { Keys: { recipientId: { S: [{ 'anything-but': ['alice'] }] } } } }
  expect(gate.functions).toBe(1)
  expect(closed).toEqual({
    'physical-webhook': 0,
    'physical-alertsStream': { Filters: [{ Pattern: JSON.stringify(pattern) }] },
    'physical-printsStream': nothing,
    'physical-wakeUps': false,
    'physical-minutely': false,
  })
  expect(state).toStrictEqual(declared)
})

test('no function is closed before the streams have had the time to be read past', async () => {
  const slept = recordSleeps()
  const { call } = aws()
  const late = new Set<string>()
  const watched: typeof call = (service, operation, input) => {
    if (slept.includes(777)) late.add(operation)
    return call(service, operation, input)
  }

  const gate = await serviceGate(watched, { resources, tables: ['tools-alerts'] }, { pollingMs: 1, settlingMs: 777 })
  await gate.close()

  expect([...late]).toEqual(['put-function-concurrency'])
})

test('at no step does a run, a message or a batch meet a closed function, and a gate that died at any call opens', async () => {
  const triggers = ['physical-wakeUps', 'physical-minutely']
  const streams = ['physical-alertsStream', 'physical-printsStream']
  for (let fatal = 1; ; fatal++) {
    const { state, call } = aws()
    let calls = 0
    let isOpening = false
    const watched = async (...given: Parameters<typeof call>) => {
      if (++calls === fatal) throw new Error('killed')
      const answer = await call(...given)
      const isPast = (id: string) => JSON.stringify(state[id]) === JSON.stringify(nothing)
      const isClosed = (id: string) => state[`physical-${id}`] === 0
      if (['webhook', 'other'].some(isClosed)) {
        expect(triggers.map((id) => state[id])).toEqual([false, false])
        if (!isOpening) expect(streams.filter(isPast)).toEqual(streams)
      }
      if (isOpening && streams.some(isPast)) expect(['webhook', 'other'].filter(isClosed)).toHaveLength(2)
      return answer
    }
    const outcome = await gateOf(watched)
      .then(async (gate) => {
        await gate.close()
        isOpening = true
        await gate.open()
      })
      .catch(({ message }: Error) => message)

    if (outcome === undefined) {
      expect(calls).toBeGreaterThan(12)
      break
    }
    expect(outcome).toBe('killed')
    await (await gateOf(call)).open()
    expect(state).toStrictEqual(declared)
  }
})

test('a refusal of Lambda is an error', async () => {
  const gate = gateOf(async () => {
    throw new Error('AccessDeniedException')
  })

  await expect(gate).rejects.toThrow('AccessDeniedException')
})

test('a gate for all tables has every stream of the service, and no queue', async () => {
  expect((await gateOf(aws().call, 'all')).mappings).toBe(3)
})

test('a gate changes four functions at a time, because Lambda refuses many changes at once', async () => {
  const many = Array.from({ length: 9 }, (_, index) => resource('Lambda::Function', `f${index}`))
  let [running, most] = [0, 0]
  const call = async () => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    return {}
  }
  const gate = await serviceGate(call, { resources: many, tables: 'all' }, { pollingMs: 1, settlingMs: 0 })

  await gate.close()

  expect(most).toBe(4)
})
