import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { alertSequence } from '../../../shared/areas/alerts/sequences.ts'
import { isReplayable } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'
import { startFunctions } from '../../support/functionsUnderTest.ts'
import { runs } from '../../support/runs.ts'
import { sharedByTests } from '../../support/sharedByTests.ts'
import { actions } from './actions.ts'
import { announcers } from './announcers.ts'
import type { Action, Area, Client } from './area.ts'
import { configs } from './configs.ts'
import { gateways } from './gateways.ts'
import { history } from './history.ts'
import { tokens } from './tokens.ts'

/** Sequences of actions of two tenants: half of them over all areas, the rest over one each. */
const sequences = runs(108, 504)

// biome-ignore lint/suspicious/noExplicitAny: the states of areas are their own
const areasByName: Readonly<Record<string, Area<any>>> = { announcers, actions, configs, gateways, tokens, history }
const areas = Object.values(areasByName)
const replayable = new Set(operations.filter(isReplayable).map(({ id }) => id))

const functions = await sharedByTests(startFunctions())
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))

interface Tenant {
  readonly client: Client
  readonly states: readonly unknown[]
}
type Model = readonly [Tenant, Tenant]

const itemsOf = async (table: 'alerts' | 'deliveries', recipient: string) => {
  const { Items = [] } = await functions.aws.client.send(
    new QueryCommand({
      TableName: functions.aws.table(table),
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipient },
    }),
  )
  return Items
}

/** The sequences of alerts and other deliveries; each has to name the one before it. */
const deliveriesOf = async (recipient: string): Promise<readonly number[]> => {
  const alerts = (await itemsOf('alerts', recipient)).map(({ position, after }) => [alertSequence(position), after])
  const others = (await itemsOf('deliveries', recipient)).map(({ sequence, after }) => [sequence, after])
  const showings = [...alerts, ...others].toSorted(([left], [right]) => left - right)
  const sequences = showings.map(([sequence]) => sequence)
  expect(showings.map(([, after]) => after)).toEqual([0, ...sequences].slice(0, showings.length))
  return sequences
}

/** A tenant who sends every request twice, with the same key: the second must change nothing and be answered alike. */
const tenant = (recipient: string): Tenant => {
  let requests = 0
  const ask: Client['ask'] = async (operation, request = {}) => {
    const headers = replayable.has(operation) ? { 'idempotency-key': `${++requests}` } : {}
    const keyed = { recipient, ...request, headers: { ...headers, ...request.headers } }
    const first = await functions.call(operation, keyed)
    if (first.status !== 200 || !replayable.has(operation)) return first
    const second = await functions.call(operation, keyed)
    expect(second.body).toEqual(first.body)
    expect(second.headers).toMatchObject({ ...first.headers, 'idempotent-replayed': 'true' })
    return first
  }
  return {
    client: { recipient, ask, deliveries: () => deliveriesOf(recipient), offers: [] },
    states: areas.map((area) => area.begin() as unknown),
  }
}

/** An action of one of the tenants, as a command of the model. */
const commandOf = (area: number, who: 0 | 1, { name, run }: Action<unknown>): fc.AsyncCommand<Model, unknown> => ({
  check: () => true,
  run: async (model) => {
    const [own, other] = [model[who], model[who === 0 ? 1 : 0]]
    await run(own.client, own.states[area], other.states[area])
  },
  toString: () => `${who === 0 ? 'alice' : 'bob'}: ${name}`,
})

const commandsOf = (index: number): fc.Arbitrary<fc.AsyncCommand<Model, unknown>>[] =>
  (areas[index]?.actions ?? []).map((action) =>
    fc
      .tuple(fc.constantFrom(0 as const, 1 as const), action as fc.Arbitrary<Action<unknown>>)
      .map(([who, chosenAction]) => commandOf(index, who, chosenAction)),
  )

let pairs = 0
const assertModel = (meant: readonly number[], numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.commands(meant.flatMap(commandsOf), { maxCommands: 25, size: 'max' }), async (sequence) => {
      const pair = `model${++pairs}`
      const model: Model = [tenant(`${pair}-alice`), tenant(`${pair}-bob`)]
      await fc.asyncModelRun(() => ({ model, real: undefined }), sequence)
      for (const { client, states } of model)
        for (const index of meant) await areas[index]?.verify(client, states[index])
    }),
    { numRuns, endOnFailure: false },
  )

test(`${sequences / 2} interleaved sequences of two tenants match a simple model`, async () => {
  await assertModel([...areas.keys()], sequences / 2)
})

test.each(Object.keys(areasByName).map((name, index) => [name, index] as const))(
  `${sequences / 12} sequences of %s match it too`,
  async (_name, index) => {
    await assertModel([index], sequences / 12)
  },
)
