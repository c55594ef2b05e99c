import { afterEach, describe, expect, test, vi } from 'vitest'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()
const { handle: listSources } = await import('../../../functions/platforms/listSources.ts')

afterEach(() => void vi.restoreAllMocks())

const caller = { recipientId: 'alice', isAdmin: false, requestId: 'r', params: undefined, headers: {} }

describe('the list of sources', () => {
  const token = (id: string, system: string, enabled: boolean, day: number) => ({
    id,
    system,
    enabled,
    account: { id: `of ${id}`, name: id },
    createdAt: `2026-01-0${day}T00:00:00.000Z`,
  })
  const tokens = [token('1', 'Twitch', true, 1), token('2', 'Kick', false, 3), token('3', 'VKLive', true, 2)]
  const lastEvent = { type: 'STREAM_ENDED', at: 'then' }
  const known = new Map([
    ['twitch#of 1', { subscription: 'active', lastEvent, lastError: null }],
    ['kick#of 2', { subscription: 'failed', lastEvent: null, lastError: { at: 'then', code: 'c', detail: 'd' } }],
  ])

  const list = async (sort: readonly object[] = []) => {
    const asked: unknown[][] = []
    const states = async (...call: unknown[]) => {
      asked.push(call)
      return known
    }
    const read = async (recipientId: string) => (recipientId === 'alice' ? tokens : expect.fail())
    const handle = listSources({ list: read } as never, { states } as never, () => expect.fail('there is one page'))
    const query = { page: undefined, size: 20, sort }
    const { body } = await handle({ ...caller, query } as never, () => expect.fail('nothing is written'))
    return { asked, content: body.content }
  }

  test('tells the state of each linked account, the one that was linked last before the others', async () => {
    const { asked, content } = await list()

    expect(asked).toEqual([['alice', ['twitch#of 1', 'kick#of 2', 'vkLive#of 3']]])
    expect(content).toEqual([
      {
        id: '2',
        system: 'Kick',
        account: { id: 'of 2', name: '2' },
        enabled: false,
        linkedAt: '2026-01-03T00:00:00.000Z',
        ...known.get('kick#of 2'),
      },
      {
        id: '3',
        system: 'VKLive',
        account: { id: 'of 3', name: '3' },
        enabled: true,
        linkedAt: '2026-01-02T00:00:00.000Z',
        subscription: 'pending',
        lastEvent: null,
        lastError: null,
      },
      {
        id: '1',
        system: 'Twitch',
        account: { id: 'of 1', name: '1' },
        enabled: true,
        linkedAt: '2026-01-01T00:00:00.000Z',
        ...known.get('twitch#of 1'),
      },
    ])
  })

  test.each([
    ['linkedAt', ['1', '3', '2']],
    ['system', ['2', '1', '3']],
    ['subscription', ['1', '2', '3']],
    ['enabled', ['2', '1', '3']],
  ])('is sorted by %s where that is asked', async (property, ids) => {
    expect((await list([{ property, ascending: true }])).content.map(({ id }) => id)).toEqual(ids)
  })
})
