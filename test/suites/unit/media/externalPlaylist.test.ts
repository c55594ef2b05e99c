import { beforeEach, expect, test, vi } from 'vitest'
import {
  type HostedPlaylist,
  type PlaylistHost,
  type PlaylistMemory,
  type Remembered,
  rememberedPlaylists,
} from '../../../../shared/areas/media/externalPlaylist.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'
import { recordSleeps } from '../../../support/recordSleeps.ts'

let slept: readonly number[]
beforeEach(() => {
  slept = recordSleeps()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.useFakeTimers({ toFake: ['Date'] })
})

const playlist: HostedPlaylist = { title: 'A', items: [] }

/** A memory that gives the answers in turn, the last one again and again, and notes what it is told. */
const memoryThat = (...answers: readonly Remembered[]) => {
  const told: string[] = []
  const memory: PlaylistMemory = {
    find: async () => {
      told.push('find')
      const recalled = told.filter((each) => each === 'find').length
      return answers[Math.min(recalled, answers.length) - 1] ?? { state: 'unknown' }
    },
    claim: async () => {
      told.push('claim')
      return true
    },
    save: async () => void told.push('save'),
    release: async () => void told.push('release'),
    fail: async (_playlistId, _holder, { code }) => void told.push(code),
  }
  return { told, memory }
}
const admitted = async () => {}
const hostThat = (read: () => Promise<HostedPlaylist>): PlaylistHost => ({
  playlist: async (_playlistId, spend) => {
    await spend(3)
    return read()
  },
})
const host = hostThat(async () => playlist)
const failingHost = (error: Error) => hostThat(() => Promise.reject(error))
const within = <Result>(milliseconds: number, run: () => Promise<Result>) =>
  invocation.run({ endsAt: Date.now() + milliseconds }, run)

test('who is not admitted leaves the claim to others, and the host is not asked', async () => {
  const { told, memory } = memoryThat({ state: 'unknown' })
  const refusal = new Problem('rate_limited', 'Too many.')

  const asked = rememberedPlaylists(memory, failingHost(new Error('asked'))).playlist('PL', () =>
    Promise.reject(refusal),
  )

  await expect(asked).rejects.toBe(refusal)
  expect(told).toEqual(['find', 'claim', 'release'])
})

test('who waits looks again after a random part of a delay that doubles up to a second', async () => {
  const { memory } = memoryThat(...Array(6).fill({ state: 'reading' }), { state: 'read', playlist })

  await rememberedPlaylists(memory, host).playlist('PL', admitted)

  expect(slept).toEqual([50, 100, 200, 400, 500, 500])
})

test('who has no time left to wait says so', async () => {
  const { memory } = memoryThat({ state: 'reading' }, { state: 'read', playlist })
  const waiting = (milliseconds: number) =>
    within(250 + milliseconds, () => rememberedPlaylists(memory, host).playlist('PL', admitted))

  await expect(waiting(50)).rejects.toMatchObject({
    code: 'provider_timeout',
    retryAfter: 1,
    message: 'The playlist is still being read; the request can be repeated.',
  })
  expect(slept).toEqual([])
})

test('who has just enough time waits', async () => {
  const { memory } = memoryThat({ state: 'reading' }, { state: 'read', playlist })

  expect(await within(301, () => rememberedPlaylists(memory, host).playlist('PL', admitted))).toBe(playlist)
})

test('an error of ours is not kept as the host’s failure', async () => {
  const error = new TypeError('ours')
  const { told, memory } = memoryThat({ state: 'unknown' })

  await expect(rememberedPlaylists(memory, failingHost(error)).playlist('PL', admitted)).rejects.toBe(error)
  expect(told).toEqual(['find', 'claim'])
})

test('a memory that cannot keep takes nothing from the answer, and is logged', async () => {
  const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const unavailable = () => Promise.reject(new Problem('store_unavailable', 'No.'))
  const problem = new Problem('not_found', 'No.')
  const refusal = new Problem('rate_limited', 'Too many.')
  const { memory } = memoryThat({ state: 'unknown' })
  const forgetful = { ...memory, save: unavailable, fail: unavailable, release: unavailable }
  const refuse = () => Promise.reject(refusal)

  expect(await rememberedPlaylists(forgetful, host).playlist('PL', admitted)).toBe(playlist)
  await expect(rememberedPlaylists(forgetful, failingHost(problem)).playlist('PL', admitted)).rejects.toBe(problem)
  await expect(rememberedPlaylists(forgetful, host).playlist('PL', refuse)).rejects.toBe(refusal)

  const line = { level: 'WARN', message: 'playlist not remembered', error: { message: 'No.' } }
  expect(logged.mock.calls.map(([text]) => JSON.parse(String(text)))).toMatchObject([line, line, line])
})
