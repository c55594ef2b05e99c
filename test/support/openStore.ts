import { vi } from 'vitest'
import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Write, WriteOperation } from '../../shared/contract/write.ts'
import { Conflict } from '../../shared/store/retryOnConflict.ts'

/** What every request of a caller has. */
export const caller = {
  ...{ recipientId: 'alice', groups: [], requestId: 'r', params: {}, query: undefined, headers: {} },
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
