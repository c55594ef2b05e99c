import { httpEvent, type TestRequest } from '../../support/httpEvent.ts'
import {
  type Answer,
  answerFromResult,
  loadHandler,
  operationNamed,
  verifyAnswer,
} from '../../support/operationCaller.ts'

/** Calls an operation in the function modules that are loaded at the moment, in an invocation of the given time. */
export const callInTime = async (id: string, request: TestRequest, milliseconds: number): Promise<Answer> => {
  const operation = operationNamed(id)
  const handler = await loadHandler(operation)
  const endsAt = Date.now() + milliseconds
  const context = { getRemainingTimeInMillis: () => endsAt - Date.now() }
  const answer = answerFromResult(await handler(httpEvent(operation.method, operation.path, request), context))
  verifyAnswer(operation, answer)
  return answer
}
