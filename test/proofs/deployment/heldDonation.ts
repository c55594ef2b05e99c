import { randomBytes } from 'node:crypto'
import { eventually, expectThat } from '../../local/demo/expectations.ts'
import { send } from './donors.ts'
import { another, plays } from './keptData.ts'
import type { Life } from './trial.ts'

/** A word that the second user blocks, in the name of a donor. */
const word = 'blocked'

const listed = ({ content }: { readonly content: readonly { readonly nickname: string }[] }) =>
  content.map(({ nickname }) => nickname)

/** A donation is held, and named by nobody, until it is decided. */
export const expectHeld = ({ service }: Life, donor: string): Promise<void> =>
  plays(service, async (call) => {
    const held = () => call('listAlerts', { ...another, query: { held: 'true' } })
    await eventually(held, (list) => listed(list).includes(donor), `the alert of ${donor} is held`)
  })

/** The second user blocks a word, and gets a donation that has it. */
export const holdDonation = async (life: Life): Promise<string> => {
  const { service, kept } = life
  const [sender] = kept.senders
  expectThat(sender !== undefined, 'there is a gateway')
  const value = { moderation: { words: [word] } }
  await plays(service, (call) => call('putConfig', { ...another, body: { name: 'alerts', value } }))
  const donor = `${word} ${randomBytes(4).toString('hex')}`
  await send(sender as NonNullable<typeof sender>, { sent: kept.sent }, donor)
  await expectHeld(life, donor)
  return donor
}

/** The held donation is shown: from now on the overlay waits for it. */
export const showHeld = ({ service, kept }: Life, donor: string): Promise<void> =>
  plays(service, async (call) => {
    const { content } = await call('listAlerts', { ...another, query: { held: 'true' } })
    const { historyItemId } = content.find(({ nickname }: { readonly nickname: string }) => nickname === donor)
    await call('decideAlert', { ...another, body: { historyItemId, show: true } })
    kept.unseen.add(donor)
  })
