import { expect, test } from 'vitest'
import { serviceGate } from '../../infra/operators/restore/serviceGate.ts'

const filtered = { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] }

const mapping = (table: string, rest: object = {}) => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { EventSourceArn: { 'Fn::GetAtt': [`${table}Table0A1B2C3D`, 'StreamArn'] }, ...rest },
})

const template = {
  alertsStream: mapping('alerts', { FilterCriteria: filtered }),
  printsStream: mapping('prints'),
  dueStream: mapping('announcements', { FilterCriteria: filtered }),
  webhook: { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: 20 } },
  other: { Type: 'AWS::Lambda::Function', Properties: {} },
}

/** Lambda, as far as it has concurrency and mappings; a changed mapping is updating until it is looked at again. */
const lambda = () => {
  const state: Record<string, unknown> = {}
  const updating = new Set<unknown>()
  const operations: Readonly<Record<string, (input: Readonly<Record<string, string>>) => object>> = {
    'update-event-source-mapping': ({ UUID, FilterCriteria }) => {
      state[String(UUID)] = FilterCriteria
      return updating.add(UUID)
    },
    'get-event-source-mapping': ({ UUID }) => ({ State: updating.delete(UUID) ? 'Updating' : 'Enabled' }),
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

const gateOf = (call: ReturnType<typeof lambda>['call']) => {
  const resources = Object.entries(template).map(([logicalId, { Type: type }]) => ({
    type,
    logicalId,
    physicalId: `physical-${logicalId}`,
  }))
  return serviceGate(call, { resources, template, tables: ['alerts', 'prints'] }, 1)
}

test('a closed service runs no function, and its streams are read past; opened, it is as its template says', async () => {
  const { state, updating, asked, call } = lambda()
  const gate = gateOf(call)

  await gate.close()
  const closed = { ...state }
  const looks = asked.filter((each) => each === 'lambda get-event-source-mapping')
  await gate.open()

  expect([gate.functions, gate.mappings]).toEqual([2, 2])
  expect([looks.length, updating.size]).toEqual([4, 0])
  expect(asked.filter((each) => !each.startsWith('lambda '))).toEqual([])
  const nothing = { Filters: [{ Pattern: '{"eventName":["NOTHING"]}' }] }
  expect(closed).toEqual({
    'physical-webhook': 0,
    'physical-other': 0,
    'physical-alertsStream': nothing,
    'physical-printsStream': nothing,
  })
  expect(state).toStrictEqual({
    'physical-webhook': 20,
    'physical-alertsStream': filtered,
    'physical-printsStream': {},
  })
})

test('at no step does a function run while a stream is read past, and a gate that died at any call opens', async () => {
  const declared = { 'physical-webhook': 20, 'physical-alertsStream': filtered, 'physical-printsStream': {} }
  const isPast = (criteria: unknown) => JSON.stringify(criteria ?? {}).includes('NOTHING')
  for (let fatal = 1; ; fatal++) {
    const { state, call } = lambda()
    let calls = 0
    const watched = async (...given: Parameters<typeof call>) => {
      if (++calls === fatal) throw new Error('killed')
      const answer = await call(...given)
      const isAnyPast = ['alertsStream', 'printsStream'].some((id) => isPast(state[`physical-${id}`]))
      const doRun = ['webhook', 'other'].filter((id) => state[`physical-${id}`] !== 0)
      if (isAnyPast) expect(doRun, `after call ${calls}`).toEqual([])
      return answer
    }
    const gate = gateOf(watched)
    const outcome = await gate
      .close()
      .then(() => gate.open())
      .catch(({ message }: Error) => message)

    if (outcome === undefined) {
      expect(calls).toBeGreaterThan(8)
      break
    }
    expect(outcome).toBe('killed')
    await gateOf(call).open()
    expect(state).toStrictEqual(declared)
  }
})

test('a refusal of Lambda is an error', async () => {
  const gate = gateOf(async () => {
    throw new Error('AccessDeniedException')
  })

  await expect(gate.close()).rejects.toThrow('AccessDeniedException')
})
