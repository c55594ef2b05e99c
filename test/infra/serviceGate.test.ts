import { expect, test } from 'vitest'
import { serviceGate } from '../../infra/maintenance/restore/serviceGate.ts'

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

/** Lambda, as far as it has concurrency and mappings; a changed mapping is updating for one look. */
const lambda = () => {
  const state: Record<string, unknown> = {}
  const looks = new Map<unknown, number>()
  const call = async (_service: string, operation: string, input: object) => {
    const { UUID, FunctionName, FilterCriteria, ReservedConcurrentExecutions } = input as Record<string, string>
    if (operation === 'update-event-source-mapping') {
      state[String(UUID)] = FilterCriteria
      looks.set(UUID, 0)
    }
    if (operation === 'put-function-concurrency') state[String(FunctionName)] = ReservedConcurrentExecutions
    if (operation === 'delete-function-concurrency') delete state[String(FunctionName)]
    looks.set(UUID, (looks.get(UUID) ?? 0) + 1)
    return { State: (looks.get(UUID) ?? 0) > 2 ? 'Enabled' : 'Updating' }
  }
  return { state, call }
}

const gateOf = (call: ReturnType<typeof lambda>['call']) => {
  const resources = Object.entries(template).map(([logicalId, { Type: type }]) => ({
    type,
    logicalId,
    physicalId: `physical-${logicalId}`,
  }))
  return serviceGate(call, { resources, template, tables: ['alerts', 'prints'] }, 1)
}

test('a closed service runs no function, and reads past what is written to the tables; opened, it is as its template says', async () => {
  const { state, call } = lambda()
  const gate = gateOf(call)

  await gate.close()
  const closed = { ...state }
  await gate.open()

  expect([gate.functions, gate.mappings]).toEqual([2, 2])
  const nothing = { Filters: [{ Pattern: '{"eventName":["NOTHING"]}' }] }
  expect(closed).toEqual({
    'physical-webhook': 0,
    'physical-other': 0,
    'physical-alertsStream': nothing,
    'physical-printsStream': nothing,
  })
  expect(state).toEqual({
    'physical-webhook': 20,
    'physical-alertsStream': filtered,
    'physical-printsStream': {},
  })
})

test('what Lambda refuses is an error', async () => {
  const gate = gateOf(async () => {
    throw new Error('AccessDeniedException')
  })

  await expect(gate.close()).rejects.toThrow('AccessDeniedException')
})
