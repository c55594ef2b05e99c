import { expect, test, vi } from 'vitest'
import type { Commit } from '../../../../shared/contract/handle.ts'
import {
  commitChange,
  entityTag,
  preconditionFromHeader,
  revisionAmong,
} from '../../../../shared/mechanisms/store/precondition.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { anId } from '../../../support/expected.ts'

const [a, b] = ['01936a3e-7d5f-7c3a-8f5e-0d1c2b3a4f5a', '01936a3e-7d5f-7c3a-8f5e-0d1c2b3a4f5b']

test.each([
  ['*', 'exists'],
  [' * ', 'exists'],
  [`"${a}"`, [a]],
  [`"${a}", "${b}"`, [a, b]],
  [`W/"${a}", "${b}"`, [b]],
  [Array.from({ length: 300 }, () => '"x"').join(), []],
  ['a', []],
])('If-Match: %s asks for %j', (header, precondition) => {
  expect(preconditionFromHeader(header)).toEqual(precondition)
})

test('a tag is read as the revision that it was made of', () => {
  expect(preconditionFromHeader(entityTag(a))).toEqual([a])
})

test('a write of one of the revisions is repeatable: it accepts its own revision too', () => {
  expect(revisionAmong([a, b], 'new')).toEqual({
    if: 'revision IN (:revision0, :revision1, :revision2)',
    values: { revision0: a, revision1: b, revision2: 'new' },
  })
})

/** Changes an item that another caller changes first, as often as told. */
const changing = (ifMatch: string | undefined, conflicts = 0) => {
  const found = [a, b].map((revision) => ({ revision }))
  const find = vi.fn(async () => found[find.mock.calls.length - 1] as { readonly revision: string })
  const change = vi.fn((entry: object, revision: string) => ({ entry: { ...entry, revision }, writes: [] }))
  const commit = vi.fn(async (_writes: unknown, answer: unknown) => {
    if (commit.mock.calls.length <= conflicts) throw new Conflict()
    return answer
  })
  return { find, change, commit, outcome: commitChange({ ifMatch, find, change }, commit as unknown as Commit) }
}

test.each([undefined, '*', `"${a}"`, `"x", "${a}"`])(
  'If-Match: %s lets the first revision be changed',
  async (ifMatch) => {
    const { change, outcome } = changing(ifMatch)

    const { body, headers } = await outcome
    expect(change).toHaveBeenCalledWith({ revision: a }, body.revision)
    expect(body.revision).toEqual(anId)
    expect(headers).toEqual({ etag: `"${body.revision}"` })
  },
)

test('a change that lost a race is made again from the stored state', async () => {
  const { change, outcome } = changing(undefined, 1)

  await outcome
  expect(change.mock.calls.map(([entry]) => entry)).toEqual([{ revision: a }, { revision: b }])
})

test.each([
  ['of another revision', `"${b}"`, 0],
  ['of none', 'x', 0],
  ['of the one that was changed meanwhile', `"${a}"`, 1],
])('a change %s is refused and not written', async (_name, ifMatch, conflicts) => {
  const { commit, outcome } = changing(ifMatch, conflicts)

  await expect(outcome).rejects.toMatchObject({
    code: 'precondition_failed',
    message: 'The record does not match If-Match or If-None-Match; read it again.',
  })
  expect(commit).toHaveBeenCalledTimes(conflicts)
})
