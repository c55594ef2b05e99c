import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, expectThat } from '../../local/demo/expectations.ts'
import { plays } from './keptData.ts'
import type { Operator } from './operator.ts'
import { change, type Life } from './trial.ts'

/** The time of the guide's examples. */
export const exampleTime = '2026-11-22T08:00:00Z'

const secondsOf = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`

/** The first user deletes the playlists and stores another theme. */
const mistake = ({ service }: Life): Promise<void> =>
  plays(service, async (call) => {
    const { content } = await call('listPlaylists')
    for (const { id } of content) await call('deletePlaylist', { body: { id } })
    await call('putConfig', { body: { name: 'theme', value: { color: 'none' } } })
    const { content: left } = await call('listPlaylists')
    expectThat(content.length > 0 && left.length === 0, 'the playlists are gone')
  })

/**
 * The first user comes back to a time, while donors give to the second one, who keeps everything. The copies are made
 * before the mistake: the imitation's are of the present.
 */
export const restoreRecipient = async (life: Life, operator: Operator): Promise<void> => {
  const { trial, step, service } = life
  // A second that is over, so that all before it is in it.
  await sleep(2_000)
  const at = Date.now() - 1_000
  const values = { [exampleTime]: secondsOf(at), '<id>': service.recipientId }
  await sleep(trial.recoveryDelayMs)
  await operator.follow('Restoring', values, (command) => command.includes('--dry-run'))
  await step('a user deletes playlists by mistake', () => mistake(life))
  await change(life, '"Restoring": one recipient', async () => {
    const [report = ''] = await operator.follow('Restoring', values, (command) => command.includes('--recipient'))
    expectThat(/^playlists +[1-9]\d* put, /m.test(report), `playlists were put back:\n${report}`)
    expectThat(/^payments +0 put, 0 deleted, /m.test(report), `payments stayed:\n${report}`)
  })
  await plays(service, async (call) => {
    const look = () => call('listConfigs')
    await eventually(
      look,
      ({ content }) =>
        content.some(({ value }: { readonly value: { readonly color?: string } }) => value.color === 'teal'),
      'the theme is as before',
    )
  })
}
