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

  const reads = ['GetItem', 'BatchGetItem', 'Query', 'Scan']
  const writes = ['PutItem', 'UpdateItem', 'DeleteItem']
  const transactions = ['TransactGetItems', 'TransactWriteItems']
  const actions = [...reads, ...writes, 'BatchWriteItem', ...transactions]

  it.each([
    ['throttle', actions],
    ['unprocessed-items', ['BatchGetItem', 'BatchWriteItem']],
    ['stale-read', reads],
    ['transaction-conflict', [...writes, ...transactions]],
    ['transaction-throttled', transactions],
  ] as const)('%s fires on %j', (fault, expected) => {
    const fired = actions.filter((action) => faultsOf({ rules: [{ fault }] }, [{ ...put, action }])[0]?.[0] === fault)

    expect(fired).toEqual(expected)
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

  it('draws the chances of two rules apart', () => {
    const match = { probability: 0.5 }
    const rules: FaultPlan['rules'] = [
      { match, fault: 'throttle' },
      { match, fault: { delayMilliseconds: 1 } },
    ]

    const drawn = faultsOf(
      { seed: 7, rules },
      Array.from({ length: 100 }, () => put),
    )

    expect(new Set(drawn.map((faults) => faults.length))).toEqual(new Set([0, 1, 2]))
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
