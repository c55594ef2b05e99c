import fc from 'fast-check'
import { expect } from 'vitest'
import { choices, labels } from './arbitraries.ts'
import { type Area, type Choice, type Client, chosen, chosenId } from './area.ts'

interface Announcer {
  id: string
  text: string
  accountId: string
  chatId: number
  buttons: readonly { text: string; url: string }[]
  enabled: boolean
}

/** Oldest first. */
type State = Announcer[]

type New = Pick<Announcer, 'text' | 'accountId' | 'chatId'>

const news: fc.Arbitrary<New> = fc.record({ text: labels, accountId: fc.constant('main'), chatId: fc.integer() })

/** The ids of new announcers are known from the list alone. */
const learn = async ({ ask }: Client, own: State, added: readonly New[]): Promise<void> => {
  const { body } = await ask('listAnnouncers')
  const ids: readonly string[] = body.slice(own.length).map(({ id }: Announcer) => id)
  expect(ids).toHaveLength(added.length)
  own.push(...added.map((announcer, index) => ({ ...announcer, id: ids[index] ?? '', buttons: [], enabled: true })))
}

const addition = news.map((announcer) => ({
  name: `addAnnouncer ${announcer.text}`,
  run: async (client: Client, own: State) => {
    expect(await client.ask('addAnnouncer', { body: announcer })).toMatchObject({ status: 200, body: {} })
    await learn(client, own, [announcer])
  },
}))

type Fields = Partial<Pick<Announcer, 'text' | 'accountId' | 'chatId' | 'enabled'>>

interface Changes {
  readonly added: readonly New[]
  readonly updated: readonly { readonly choice: Choice; readonly fields: Fields }[]
  readonly deleted: readonly Choice[]
}

const changes: fc.Arbitrary<Changes> = fc.record({
  added: fc.array(news, { maxLength: 2 }),
  updated: fc.array(
    fc.record({
      choice: choices,
      fields: fc.record(
        { text: labels, accountId: labels, chatId: fc.integer(), enabled: fc.boolean() },
        { requiredKeys: [] },
      ),
    }),
    { maxLength: 2 },
  ),
  deleted: fc.array(choices, { maxLength: 2 }),
})

/** An id is updated once and not deleted too; one that is deleted may be anything, and occur twice. */
const expectedStatus = (
  own: State,
  updated: Changes['updated'],
  changed: readonly string[],
  deleted: readonly string[],
): number => {
  if (new Set(changed).size < changed.length || changed.some((id) => deleted.includes(id))) return 400
  return updated.every(({ choice }) => chosen(choice, own) !== undefined) ? 200 : 404
}

const change = changes.map((given) => ({
  name: `updateAnnouncers ${JSON.stringify(given)}`,
  run: async (client: Client, own: State, other: State) => {
    const { added, updated, deleted } = given
    const idOf = (choice: Choice) => chosenId(choice, own, other)
    const [changed, removed] = [updated.map(({ choice }) => idOf(choice)), deleted.map(idOf)]
    const status = expectedStatus(own, updated, changed, removed)
    const body = {
      added,
      updated: updated.map(({ fields }, index) => ({ id: changed[index], ...fields })),
      deleted: removed,
    }

    expect((await client.ask('updateAnnouncers', { body })).status).toBe(status)

    if (status !== 200) return
    for (const { id, accountId: _accountId, chatId: _chatId, ...fields } of body.updated)
      Object.assign(own.find((announcer) => announcer.id === id) ?? {}, fields)
    own.splice(0, own.length, ...own.filter(({ id }) => !removed.includes(id)))
    await learn(client, own, added)
  },
}))

export const announcers: Area<State> = {
  begin: () => [],
  actions: [addition, change],
  verify: async ({ ask, recipient }, own) => {
    const announcerType = 'ANNOUNCE_STREAM_AND_DELETE'
    const blockedReason = 'the chat is not linked'
    expect((await ask('listAnnouncers')).body).toEqual(
      own.map((announcer) => ({ ...announcer, recipientId: recipient, announcerType, blockedReason })),
    )
  },
}
