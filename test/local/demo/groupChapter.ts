import { randomInt } from 'node:crypto'
import { linkByCode } from './chatChapter.ts'
import { eventually, expectThat } from './expectations.ts'
import type { Chapter } from './story.ts'

interface Listed {
  readonly id: string
  readonly chatId: number
}

const names = ['news', 'goals', 'giveaways', 'raids', 'records']

/** A group takes a message each three seconds: five messages at once come one after another, and none waits for a minute. */
export const group: Chapter = {
  title: 'Five announcers of one group',
  needsStandIns: true,
  run: async (call) => {
    const chat = { accountId: 'main', chatId: -1_000_000_000_000 - randomInt(2 ** 40) }
    const added = names.map((name) => ({ ...chat, text: `Our ${name}!`, trigger: name }))
    await call('updateAnnouncers', { body: { added } })
    await linkByCode(call, chat)
    const all: readonly Listed[] = await call('listAnnouncers')
    const listed = all.filter(({ chatId }) => chatId === chat.chatId)
    const startedAt = Date.now()
    for (const { id } of listed) await call('testAnnouncement', { body: { id } })
    for (const { id } of listed)
      await eventually(
        () => call('getAnnouncer', { params: { id } }),
        ({ lastAnnouncement }) => lastAnnouncement?.outcome === 'posted',
        'the test is posted',
      )
    const seconds = (Date.now() - startedAt) / 1000
    call.show(`five messages to one group within ${seconds.toFixed(1)} seconds`)
    expectThat(seconds < 20, 'five announcers of one group are posted within 20 seconds')
    await call('updateAnnouncers', { body: { deleted: listed.map(({ id }) => id) } })
    await call('unlinkChat', { body: { id: `${chat.accountId}#${chat.chatId}` } })
  },
}
