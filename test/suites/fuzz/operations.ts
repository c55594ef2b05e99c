import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '../../../shared/contract/operation.ts'
import { type FunctionsUnderTest, startFunctions } from '../../support/functionsUnderTest.ts'
import { type Answer, answerFromResult, loadHandler, verifyAnswer } from '../../support/operationCaller.ts'
import { generatedRuns } from '../../support/runs.ts'
import { canary } from './canary.ts'
import { candidates } from './candidates.ts'
import { type LogLines, takeLogLines } from './logLines.ts'
import { scenesOf } from './scenes.ts'

/** The number of requests for each operation. */
const count = generatedRuns(120, 2000)

/** The texts of an error answer that the service writes. Pointers are left out, because they hold names of the client. */
const textsOf = ({ body }: Answer): string =>
  JSON.stringify([body.title, body.detail, ...(body.errors ?? []).map(({ detail }: { detail: string }) => detail)])

/**
 * Tests operations with generated, mutated and raw events: no answer is a 500, each is as declared, and nothing of the request
 * is in the log or in the text of an error. A rejected promise that is not handled fails the run.
 */
export const testWithAnyEvent = (operations: readonly Operation[]): void => {
  let functions: FunctionsUnderTest
  let log: LogLines

  beforeAll(async () => {
    functions = await startFunctions()
    log = takeLogLines()
  })
  afterAll(async () => {
    log.stop()
    await functions.stop()
  })

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    `%s answers ${count} events of any kind as it declares`,
    async (_id, operation) => {
      const handler = await loadHandler(operation)
      const scenes = scenesOf(functions, operation)

      await fc.assert(
        fc.asyncProperty(candidates(operation), async (candidate) => {
          const event = await candidate(scenes())
          log.take()

          const answer = answerFromResult(await handler(event))

          const lines = log.take().join('')
          if (answer.status >= 500) expect.fail(`${answer.status} to ${JSON.stringify(event)}: ${lines}`)
          if (lines.includes(canary)) expect.fail(`logged of ${JSON.stringify(event)}: ${lines}`)
          if (answer.status !== 200 && textsOf(answer).includes(canary))
            expect.fail(`told of ${JSON.stringify(event)}: ${textsOf(answer)}`)
          verifyAnswer(operation, answer)
        }),
        { numRuns: count, endOnFailure: false, interruptAfterTimeLimit: 500_000 },
      )
    },
  )
}
