import { expect } from 'vitest'
import { isForMembers, isReplayable, type Operation } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'
import type { Fixture } from '../../support/fixtures/fixture.ts'
import { fixtures } from '../../support/fixtures/fixtures.ts'
import { memberRequest } from '../../support/fixtures/memberRequest.ts'
import type { DeployedStack } from './deployedStack.ts'

/** Plays the fixtures of every operation, which take every way through it. */
export const runFixtures = async ({ newScene, call }: DeployedStack): Promise<void> => {
  for (const { operation, name, request, status = 200 } of fixtures) {
    const scene = newScene()
    const answer = await call(operation, { recipient: scene.recipient, ...(await request(scene)) })
    expect(answer.status, `${operation}: ${name}: ${JSON.stringify(answer.body)}`).toBe(status)
  }
}

const fixtureOf = ({ id }: Operation, accepts: (fixture: Fixture) => boolean): Fixture | undefined =>
  fixtures.find((fixture) => fixture.operation === id && accepts(fixture))

/** A key that is used twice, for different requests: the record of the first is written, found and read. */
const reuseKey = async ({ newScene, call }: DeployedStack, operation: Operation): Promise<void> => {
  const fixture = fixtureOf(operation, ({ status = 200 }) => status === 200)
  if (fixture === undefined) throw new Error(`${operation.id} has no fixture that succeeds`)
  const scene = newScene()
  const { headers, body, ...prepared } = await fixture.request(scene)
  const keyed = { recipient: scene.recipient, ...prepared, headers: { ...headers, 'idempotency-key': 'key' } }

  const first = await call(operation.id, { ...keyed, body })
  const second = await call(operation.id, { ...keyed, body })
  const other = await call(operation.id, { ...keyed, body: { ...(body as object), another: true } })

  expect([first.status, second.status, other.status], operation.id).toEqual([200, 200, 422])
  expect(second.body).toEqual(first.body)
}

/** A failed request releases the key that it has reserved. */
const freeKey = async ({ newScene, call }: DeployedStack, operation: Operation): Promise<void> => {
  const fixture = fixtureOf(operation, ({ status = 200 }) => status !== 200)
  if (fixture === undefined) throw new Error(`${operation.id} has no fixture that fails`)
  const scene = newScene()
  const { headers, ...prepared } = await fixture.request(scene)
  const answer = await call(operation.id, {
    recipient: scene.recipient,
    ...prepared,
    headers: { ...headers, 'idempotency-key': 'key' },
  })
  expect(answer.status).toBe(fixture.status)
}

/** Plays everything that requests with a key do. */
export const runKeyedRequests = async (stack: DeployedStack): Promise<void> => {
  for (const operation of operations.filter(isReplayable)) {
    await reuseKey(stack, operation)
    if (operation.idempotency === 'reserved') await freeKey(stack, operation)
  }
}

/** Plays a request of a member for every operation that members may call. */
export const runMembers = async ({ newScene, call }: DeployedStack): Promise<void> => {
  for (const { id } of operations.filter(isForMembers)) {
    const answer = await call(id, await memberRequest(newScene(), id, 'editor'))
    expect(answer.status, `${id} of a member: ${JSON.stringify(answer.body)}`).toBe(200)
  }
}
