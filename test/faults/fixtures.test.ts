import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../shared/operations.ts'
import { fixtures } from '../support/fixtures/fixtures.ts'
import { type FunctionsUnderTest, startFunctions } from '../support/functionsUnderTest.ts'

let functions: FunctionsUnderTest

beforeAll(async () => {
  functions = await startFunctions()
})
afterAll(() => functions.stop())

test('every operation has a fixture, and every fixture an operation', () => {
  const covered = new Set(fixtures.map(({ operation }) => operation))

  expect([...covered].sort()).toEqual(operations.map(({ id }) => id).sort())
})

test.each(fixtures.map((fixture) => [`${fixture.operation}: ${fixture.name}`, fixture] as const))(
  '%s',
  async (_name, { operation, request, status = 200 }) => {
    const scene = functions.newScene()

    const answer = await functions.call(operation, { recipient: scene.recipient, ...(await request(scene)) })

    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status })
  },
)
