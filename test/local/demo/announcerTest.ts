import { eventually } from './expectations.ts'
import type { Call } from './story.ts'

/** What becomes of a test of an announcer. */
export const testOf = async (call: Call, id: string) => {
  const look = () => call('getAnnouncer', { params: { id } })
  const before = (await look()).lastAnnouncement?.at
  await call('testAnnouncement', { body: { id } })
  const isNew = ({ lastAnnouncement }: Awaited<ReturnType<Call>>) =>
    lastAnnouncement !== null && lastAnnouncement.at !== before
  return (await eventually(look, isNew, 'the test has an outcome')).lastAnnouncement
}
