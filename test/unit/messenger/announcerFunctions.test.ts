import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Write } from '../../../shared/contract/write.ts'
import { announcerDetails } from '../../../shared/messenger/announcerDetails.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { storedTables } from '../../support/storedTables.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { announcer, chat, fresh, now } from './announcementScene.ts'

stubEnvironment()
const addAnnouncer = await import('../../../functions/messenger/addAnnouncer.ts')
const getAnnouncer = await import('../../../functions/messenger/getAnnouncer.ts')
const listAnnouncers = await import('../../../functions/messenger/listAnnouncers.ts')
const testAnnouncement = await import('../../../functions/messenger/testAnnouncement.ts')
const updateAnnouncers = await import('../../../functions/messenger/updateAnnouncers.ts')

afterEach(() => void vi.restoreAllMocks())

const caller = {
  recipientId: 'alice',
  isAdmin: false,
  requestId: 'r',
  params: undefined,
  query: undefined,
  headers: {},
}
const notWritten = () => expect.fail('nothing is written')
const { trigger, ...listed } = announcer
const blockedReason = 'the chat is not linked'

/** Ports whose writes say how they were made, and a commit that keeps them. */
const openStore = () => {
  const committed: unknown[][] = []
  const writer =
    (name: string) =>
    (...made: readonly unknown[]) =>
      ({ name, made }) as unknown as Write
  const commit = async <Answer>(writes: readonly Write[], answer: Answer): Promise<Answer> => {
    for (const { name, made } of writes as unknown as readonly { name: string; made: unknown[] }[])
      committed.push([name, ...made])
    return answer
  }
  return {
    committed,
    commit,
    announcers: { addition: writer('add'), change: writer('change'), removal: writer('remove') },
    quotas: { growth: (...made: readonly unknown[]) => [writer('growth')(...made)] },
    rates: { spending: writer('spend') },
  }
}

describe('adding', () => {
  test('an announcer counts it', async () => {
    const { committed, commit, announcers, quotas } = openStore()
    const body = { text: 'Hi' }

    expect(await addAnnouncer.handle(announcers, quotas)({ ...caller, body } as never, commit)).toEqual({})
    expect(committed).toEqual([
      ['add', 'alice', body],
      ['growth', 'alice', 'announcers', { items: 1 }],
    ])
  })

  test('an announcer is written to its tables', async () => {
    const { names } = storedTables({})
    const body = { text: 'Hi', accountId: 'main', chatId: 1, buttons: [] }

    const { statusCode } = await addAnnouncer.handler(httpEvent('POST', '/messenger/commands/add-announcer', { body }))

    expect(statusCode).toBe(200)
    expect(names).toEqual(['Put announcers', 'Update quotas'])
  })
})

describe('several changes', () => {
  const update = async (body: { added: object[]; updated: object[]; deleted: string[] }) => {
    const { committed, commit, announcers, quotas, rates } = openStore()
    const handle = updateAnnouncers.handle(announcers, quotas, rates)
    expect(await handle({ ...caller, body } as never, commit)).toEqual({})
    return committed
  }

  test('are written together with what they count and cost, each refused at its own place', async () => {
    const [added, updated] = [
      [{ text: 'a' }, { text: 'b' }, { text: 'c' }],
      [{ id: 'u' }, { id: 'v' }],
    ]

    expect(await update({ added, updated, deleted: ['d', 'e'] })).toEqual([
      ...added.map((each) => ['add', 'alice', each]),
      ['change', 'alice', { id: 'u' }, '/updated/0/id'],
      ['change', 'alice', { id: 'v' }, '/updated/1/id'],
      ['remove', 'alice', 'd', '/deleted/0'],
      ['remove', 'alice', 'e', '/deleted/1'],
      ['growth', 'alice', 'announcers', { items: 1 }],
      ['spend', 'alice', 'announcers', 7],
    ])
  })

  test('that are a single one cost what one costs', async () => {
    const change = { added: [], updated: [], deleted: ['d'] }

    expect((await update(change)).map(([name]) => name)).toEqual(['remove', 'growth'])
    expect((await update({ ...change, deleted: ['d', 'e'] })).at(-1)).toEqual(['spend', 'alice', 'announcers', 2])
  })

  test('are written to their tables', async () => {
    const { names } = storedTables({})
    const body = { added: [], updated: [{ id: 'u', text: 'Hi' }], deleted: ['d'] }

    await updateAnnouncers.handler(httpEvent('POST', '/messenger/commands/update-announcers', { body }))

    expect(names).toEqual(['Update announcers', 'Delete announcers', 'Update quotas', 'Update rates'])
  })
})

describe('the list', () => {
  const list = (areOpen: boolean, keys: readonly string[]) => {
    const other = { ...listed, id: 'b', chatId: 5 }
    const read = async (recipientId: string) => (recipientId === 'alice' ? [listed, other] : expect.fail())
    const chats = { keys: async (recipientId: string) => (areOpen || recipientId !== 'alice' ? expect.fail() : keys) }
    return listAnnouncers.handle({ list: read }, chats, areOpen)(caller as never, notWritten)
  }

  test('says of which announcers nothing is sent, because their chats are not linked', async () => {
    expect(await list(false, ['main#-7'])).toEqual([listed, { ...listed, id: 'b', chatId: 5, blockedReason }])
  })

  test('says so of none where chats are open', async () => {
    expect(await list(true, [])).toEqual([listed, { ...listed, id: 'b', chatId: 5 }])
  })

  test('is made of announcers and chats', async () => {
    const { names } = storedTables({ announcers: announcer, chats: { chat: 'main#-7' } })

    const answer = await listAnnouncers.handler(httpEvent('GET', '/messenger/announcers'))

    expect(names).toEqual(['Query announcers', 'Query chats byRecipient'])
    expect(JSON.parse(String(answer.body))).toEqual([listed])
  })
})

describe('one announcer', () => {
  const get = (found: object | undefined, isOwn = true, areOpen = false) => {
    const asked: unknown[][] = []
    const ask =
      (name: string, answer: unknown) =>
      async (...call: unknown[]) => {
        asked.push([name, ...call])
        return answer as never
      }
    const handle = getAnnouncer.handle(
      { find: ask('find', found) },
      { lastOf: ask('lastOf', undefined) },
      { isOwn: ask('isOwn', isOwn) },
      areOpen,
    )
    return { asked, answer: handle({ ...caller, params: { id: 'a' } } as never, notWritten) }
  }
  const details = { ...announcer, lastAnnouncement: null }

  test('has its trigger, and says whether something is sent', async () => {
    const { asked, answer } = get(announcer)

    expect(await answer).toEqual(details)
    expect(asked).toEqual([
      ['find', 'alice', 'a'],
      ['lastOf', 'alice', 'a'],
      ['isOwn', 'alice', announcer],
    ])
    expect(await get(announcer, false).answer).toEqual({ ...details, blockedReason })
  })

  test('asks for no chat where chats are open', async () => {
    const { asked, answer } = get(announcer, false, true)

    expect(await answer).toEqual(details)
    expect(asked).toHaveLength(2)
  })

  test('that is not there is not found', async () => {
    await expect(get(undefined).answer).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such announcer.',
    })
  })

  test('is looked for in its tables', async () => {
    const { names } = storedTables({ announcers: announcer, chats: { recipientId: 'alice' } })

    await getAnnouncer.handler(httpEvent('GET', '/messenger/announcers/a', { params: { id: 'a' } }))

    expect(names).toEqual(['Get announcers', 'Query announcements byAnnouncer', 'Get chats'])
  })

  test.each<[string, object | undefined, unknown]>([
    ['no announcement', undefined, null],
    ['one that is under way', fresh('GOAL'), null],
    [
      'one whose message was posted and is deleted later',
      { ...fresh('GOAL'), settledAt: 'then' },
      { at: 'then', trigger: 'GOAL', test: false, outcome: 'posted' },
    ],
    [
      'a test that was refused',
      { ...fresh('GOAL'), settledAt: 'then', test: true, ending: 'refused', reason: 'no' },
      { at: 'then', trigger: 'GOAL', test: true, outcome: 'refused', reason: 'no' },
    ],
  ])('tells of its last announcement: %s', (_name, last, expected) => {
    expect(announcerDetails(announcer, last as never)).toStrictEqual({ ...listed, trigger, lastAnnouncement: expected })
  })
})

describe('a test of an announcer', () => {
  const run = async (found: object | undefined) => {
    const { committed, commit, announcers, rates } = openStore()
    const find = async (...key: readonly string[]) => (key.join() === 'alice,a' ? (found as never) : expect.fail())
    const handle = testAnnouncement.handle({ find }, { addition: announcers.addition }, rates, () => now)
    const answer = await handle({ ...caller, body: { id: 'a' } } as never, commit)
    return { answer, committed }
  }

  test('is an announcement, counted for its limit', async () => {
    const { answer, committed } = await run(announcer)

    expect(answer).toEqual({})
    const announcement = {
      announcerId: 'a',
      ...chat,
      trigger,
      test: true,
      channel: 'test',
      giveUpAt: now + 60 * 60_000,
    }
    expect(committed).toMatchObject([
      ['add', 'alice', announcement],
      ['spend', 'alice', 'testAnnouncements'],
    ])
  })

  test('that is not there is refused', async () => {
    await expect(run(undefined)).rejects.toMatchObject({ code: 'not_found', errors: [{ pointer: '/id' }] })
  })

  test('is written to its tables', async () => {
    const { names } = storedTables({ announcers: announcer })

    await testAnnouncement.handler(httpEvent('POST', '/messenger/commands/test-announcement', { body: { id: 'a' } }))

    expect(names).toEqual(['Get announcers', 'Put announcements', 'Update rates'])
  })
})
