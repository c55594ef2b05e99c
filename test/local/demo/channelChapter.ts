import { randomInt } from 'node:crypto'
import { discordAddress } from '../sandbox/discord.ts'
import { testOf } from './announcerTest.ts'
import { expectThat } from './expectations.ts'
import type { Chapter } from './story.ts'

export const channel: Chapter = {
  title: 'A channel of Discord, linked by the address of its webhook, where donations are announced',
  needsStandIns: true,
  run: async (call) => {
    const webhookId = String(1_301_000_000_000_000_000n + BigInt(randomInt(2 ** 40)))
    const webhook = discordAddress(webhookId)
    const { id: chat, accountId, chatId } = await call('linkChat', { body: { webhook } })
    await call('linkChat', { body: { webhook }, as: 'another', status: 409 })
    const text = '**{nickname}** gave {amount}: {message}'
    await call('addAnnouncer', { body: { text, accountId, chatId, trigger: 'PAYMENT_COMPLETED' } })
    const { id } = (await call('listAnnouncers')).at(-1)

    expectThat((await testOf(call, id)).outcome === 'posted', 'the example of a donation is posted')
    const said = await call.saidIn?.(webhookId)
    if (said === undefined) call.show('no stand-in of Discord is known here whose channel could be read')
    else expectThat(said[0]?.text === '**Ada** gave 5.00 EUR: Great stream!', 'the channel shows it')

    await call('unlinkChat', { body: { id: chat } })
    const unlinked = await testOf(call, id)
    expectThat(unlinked.outcome === 'refused', 'nothing is posted in a channel that is not linked any more')
    call.show(`refused: ${unlinked.reason}`)
    await call('updateAnnouncers', { body: { deleted: [id] } })
  },
}
