import { describe, expect, it } from 'vitest'
import { createFaultSource, type FaultPlan, parseFaultPlan } from '../../aws/faults.ts'

const put = { service: 'dynamodb', action: 'PutItem', functionId: 'addNews', body: '{"Item":"one"}' }
const get = { ...put, action: 'GetItem' }

describe('a fault plan', () => {
  const faultsOf = (plan: FaultPlan, calls: readonly (typeof put)[]) => calls.map(createFaultSource(plan))

  it('fires on the nth fitting call only', () => {
    const plan: FaultPlan = { rules: [{ match: { action: 'PutItem', nth: 2 }, fault: 'throttle' }] }

    expect(faultsOf(plan, [put, get, put, put])).toEqual([[], [], ['throttle'], []])
  })

  it('counts its calls before it draws, and fires no more than once for the nth', () => {
    const plan: FaultPlan = { rules: [{ match: { nth: 1, probability: 0 }, fault: 'throttle' }] }

    expect(faultsOf(plan, [put, put])).toEqual([[], []])
    expect(faultsOf({ rules: [{ match: { probability: 1 }, fault: 'throttle' }] }, [put])).toEqual([['throttle']])
  })

  it.each([
    [{ service: 'dynamodb' }, true],
    [{ service: 'dynamo' }, false],
    [{ action: 'putItem' }, false],
    [{ functionId: 'addNews' }, true],
    [{ functionId: 'addNew' }, false],
    [{ contains: '"one"' }, true],
    [{ contains: '"On' }, false],
    [{ service: 'dynamodb', action: 'GetItem' }, false],
  ])('matches a call by all of %j: %s', (match, fires) => {
    expect(faultsOf({ rules: [{ match, fault: 'throttle' }] }, [put])).toEqual([fires ? ['throttle'] : []])
    const unnamed = createFaultSource({ rules: [{ match, fault: 'throttle' }] })
    expect(unnamed({ ...put, functionId: undefined, body: Buffer.from(put.body) })).toHaveLength(
      fires && !('functionId' in match) ? 1 : 0,
    )
  })

  it('fires at most as often as it says', () => {
    const plan: FaultPlan = { rules: [{ match: { service: 'dynamodb' }, fault: 'reset-before', times: 2 }] }

    expect(faultsOf(plan, [put, get, put])).toEqual([['reset-before'], ['reset-before'], []])
  })

  it('leaves other functions and services alone', () => {
    const plan: FaultPlan = { rules: [{ match: { service: 's3', functionId: 'printCsv' }, fault: 'throttle' }] }

    expect(faultsOf(plan, [put, { ...put, service: 's3' }])).toEqual([[], []])
  })

  it('leaves calls alone whose body lacks its text', () => {
    const plan: FaultPlan = { rules: [{ match: { contains: 'two' }, fault: 'throttle' }] }

    expect(faultsOf(plan, [put, { ...put, body: '{"Item":"two"}' }])).toEqual([[], ['throttle']])
  })

  it('adds delays to the first other fault', () => {
    const plan: FaultPlan = {
      rules: [{ fault: 'ack-lost' }, { fault: { delayMilliseconds: 5 } }, { fault: 'throttle' }],
    }

    expect(faultsOf(plan, [put])).toEqual([[{ delayMilliseconds: 5 }, 'ack-lost']])
  })

  it.each([
    ['unprocessed-items', 'PutItem', false],
    ['unprocessed-items', 'BatchWriteItem', true],
    ['stale-read', 'UpdateItem', false],
    ['stale-read', 'Query', true],
    ['transaction-conflict', 'TransactWriteItems', true],
    ['transaction-conflict', 'Query', false],
    ['transaction-throttled', 'PutItem', false],
    ['transaction-throttled', 'TransactGetItems', true],
    ['transaction-conflict', 'UpdateItem', true],
    ['transaction-conflict', 'BatchWriteItem', false],
    ['stale-read', 'TransactGetItems', false],
    ['unprocessed-items', 'BatchGetItem', true],
    ['throttle', 'ListTables', true],
  ] as const)('%s on %s: %s', (fault, action, fires) => {
    expect(faultsOf({ rules: [{ fault }] }, [{ ...put, action }])).toEqual([fires ? [fault] : []])
  })

  it('stale reads are of DynamoDB alone', () => {
    const plan: FaultPlan = { rules: [{ fault: 'stale-read' }] }

    expect(faultsOf(plan, [{ ...get, service: 's3' }, get])).toEqual([[], ['stale-read']])
  })

  it('draws the same chances from the same seed, about as many as asked', () => {
    const plan = (seed: number): FaultPlan => ({ seed, rules: [{ match: { probability: 0.25 }, fault: 'throttle' }] })
    const calls = Array.from({ length: 1000 }, () => put)

    const [first, second, other] = [faultsOf(plan(7), calls), faultsOf(plan(7), calls), faultsOf(plan(8), calls)]

    expect(first).toEqual(second)
    expect(first).not.toEqual(other)
    expect(first.filter((faults) => faults.length > 0).length).toBeGreaterThan(200)
    expect(first.filter((faults) => faults.length > 0).length).toBeLessThan(300)
  })
})

describe('a fault plan in a file', () => {
  it('is read', () => {
    const plan = { seed: 1, rules: [{ match: { action: 'PutItem' }, fault: { delayMilliseconds: 20 }, times: 3 }] }

    expect(parseFaultPlan(JSON.stringify(plan))).toEqual(plan)
  })

  it.each([
    ['{', 'The fault plan is not JSON'],
    ['{"rules":[{"fault":"sabotage"}]}', 'The fault plan is malformed at rules.0.fault'],
    ['{"rules":[{"fault":"throttle","match":{"table":"A"}}]}', 'The fault plan is malformed at rules.0.match'],
    ['{"rules":[{"fault":"throttle","match":{"probability":2}}]}', 'rules.0.match.probability'],
    ['{"rules":[{"fault":"throttle","match":{"nth":0}}]}', 'rules.0.match.nth'],
    ['{"rules":[{"fault":"throttle","times":0}]}', 'rules.0.times'],
    ['{"rules":[{"fault":{"delayMilliseconds":-1}}]}', 'rules.0.fault'],
    ['{}', 'rules'],
  ])('%s is refused', (text, problem) => {
    expect(() => parseFaultPlan(text)).toThrow(problem)
  })
})
