import { randomBytes } from 'node:crypto'
import { streamEndedTrigger, streamStartedTrigger } from '../../../shared/areas/platforms/triggers.ts'
import { eventually, expectThat } from '../../local/demo/expectations.ts'
import type { Call } from '../../local/demo/story.ts'
import { manualWebhook } from '../../local/sandbox/eventSenders.ts'
import { hasMembers } from './deployedOperations.ts'
import { serviceFor } from './deployedService.ts'
import { another, plays } from './keptData.ts'
import type { Life } from './trial.ts'

/** A busy machine takes its time, beyond the two minutes too. */
const patienceMinutes = 10

/** The deployer's bot reports a stream of the second user. */
const report = async ({ service }: Life, trigger: string, streamId: string): Promise<void> => {
  const { recipientId } = serviceFor({ ...service, token: service.anotherToken })
  const { headers, body } = manualWebhook(trigger, { recipientId, streamId })
  const answer = await fetch(`${service.api}/platforms/webhooks/manual`, { method: 'POST', headers, body })
  expectThat(answer.status === 200, `the report of ${trigger} is taken, not ${answer.status}`)
}

const lastOf = (call: Call, id: string) => async () =>
  (await call('getAnnouncer', { ...another, params: { id } })).lastAnnouncement

/** Adds an announcer to the linked chat. */
const announcerOf = async (call: Call, linkedId: string, trigger: string): Promise<string> => {
  const { accountId, chatId } = await call('getAnnouncer', { ...another, params: { id: linkedId } })
  const text = `Our stream ${randomBytes(4).toString('hex')}`
  await call('addAnnouncer', { ...another, body: { accountId, chatId, text, buttons: [], trigger } })
  return (await call('listAnnouncers', another)).find((each: { readonly text: string }) => each.text === text).id
}

const deleteAnnouncer = (call: Call, id: string) =>
  call('updateAnnouncers', { ...another, body: { added: [], updated: [], deleted: [id] } })

/**
 * A stream of the second user starts and ends. In 1.0.0 its end is final at once, and since then after two minutes.
 *
 * @returns the announcer that waits for the end
 */
export const endStream = async (life: Life): Promise<string> => {
  const { service, kept } = life
  const isPatient = await hasMembers(service)
  const linkedId = kept.links?.announcerId ?? ''
  const streamId = randomBytes(4).toString('hex')
  let endId = ''
  await plays(service, async (call) => {
    // The linked announcer has a spelling of the trigger that 1.0.0 takes for another one.
    const startId = await announcerOf(call, linkedId, streamStartedTrigger)
    endId = await announcerOf(call, linkedId, streamEndedTrigger)
    await report(life, streamStartedTrigger, streamId)
    await eventually(
      lastOf(call, startId),
      (last) => last?.outcome === 'posted',
      'the start is announced',
      patienceMinutes,
    )
    await report(life, streamEndedTrigger, streamId)
    if (isPatient) expectThat((await lastOf(call, endId)()) === null, 'the end is not final yet')
    await deleteAnnouncer(call, startId)
  })
  return endId
}

/** The end has become final: it is announced. The next stream has another announcer. */
export const expectEnded = ({ service }: Life, announcerId: string): Promise<void> =>
  plays(service, async (call) => {
    const isPosted = (last: { readonly outcome: string } | null) => last?.outcome === 'posted'
    await eventually(lastOf(call, announcerId), isPosted, 'the end of the stream is announced', patienceMinutes)
    await deleteAnnouncer(call, announcerId)
  })
