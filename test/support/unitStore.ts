import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, vi } from 'vitest'
import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Write, WriteOperation } from '../../shared/contract/write.ts'
import { Conflict } from '../../shared/store/retryOnConflict.ts'

/** What every request of a caller has. */
export const caller = {
  recipientId: 'alice',
  isAdmin: false,
  requestId: 'r',
  params: {},
  query: undefined,
  headers: {},
  body: undefined,
}

/** Takes writes, the first of them only once they were refused so often. */
export const openStore = (conflicts = 0) => {
  const committed: (readonly Write[])[] = []
  let refused = 0
  const commit = async <Answer>(writes: readonly Write[], answer: Answer): Promise<Answer> => {
    if (refused++ < conflicts) throw new Conflict()
    committed.push(writes)
    return answer
  }
  const operations = (): readonly (readonly WriteOperation[])[] =>
    committed.map((writes) => writes.map(({ operation }) => operation))
  return { committed, commit, operations }
}

/** A client of DynamoDB whose calls are all answered so, and what they ask. */
export const clientAnswering = (answer: object) => {
  const inputs: object[] = []
  const send = async ({ input }: { readonly input: object }) => {
    inputs.push(input)
    return answer
  }
  return { inputs, client: { send } as unknown as DynamoDBDocumentClient }
}

/** What a write asks of the store, whose refusal is a conflict with what was found. */
export const conflicting = ({ operation, repeatable, refusal }: Write) => {
  const error = refusal?.({ id: 'found' })
  expect(error).toBeInstanceOf(Conflict)
  expect(error).toMatchObject({ found: { id: 'found' } })
  return { operation, repeatable }
}

/** What functions ask of their tables, which answer by their names; `several` answers what is asked of more than one. */
export const observeTables = (
  answers: Readonly<Record<string, object | ((input: object) => object)>> = {},
): readonly object[] => {
  const inputs: object[] = []
  vi.spyOn(documentClient, 'send').mockImplementation(async ({ input }: { readonly input: object }) => {
    inputs.push(input)
    const answer = answers['TableName' in input ? String(input.TableName) : 'several'] ?? {}
    return typeof answer === 'function' ? answer(input) : answer
  })
  return inputs
}
