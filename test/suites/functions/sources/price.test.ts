import { expect, test, vi } from 'vitest'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { recordStoreCalls } from '../../../support/storeCalls.ts'
import { startSources } from './sources.ts'

const service = await sharedByTests(startSources())
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
const calls = recordStoreCalls(documentClient)

/** List prices of us-east-1: a read unit, a write unit, a gigabyte-second of arm64, a request to KMS. */
const [readUnit, writeUnit, gigabyteSecond, kmsRequest] = [0.125e-6, 0.625e-6, 0.0000133334, 3e-6]
/** The source alone in its run of 256 MB, while its service takes half a second to answer. */
const waiting = 0.5 * 0.25 * gigabyteSecond
const [minutesOfHour, hoursOnAir, hoursOfMonth] = [60, 120, 730]
/** The token stays open for so many minutes, and the time of the answer is stored as often. */
const notedEvery = 10

test('a source of a streamer who is on air for 120 hours costs at most 5 cents a month, also if it is the only one', async () => {
  const recipient = service.someone()
  vi.useFakeTimers({ toFake: ['Date'] })
  await service.link(recipient, 'streamElements')
  await service.ask()
  const dollarsOfRun = async () => {
    calls.length = 0
    await service.ask()
    return calls.reduce((sum, { action, units }) => sum + units * (/Query|Get/.test(action) ? readUnit : writeUnit), 0)
  }
  const resting = await dollarsOfRun()
  await service.put('overlays', { recipientId: recipient, overlayId: '1', connectionId: 'connection-1' })
  const quiet = await dollarsOfRun()
  vi.setSystemTime(Date.now() + notedEvery * 60_000)
  const noted = await dollarsOfRun()
  vi.useRealTimers()

  const hourOnAir = minutesOfHour * (quiet + waiting) + (minutesOfHour / notedEvery) * (noted - quiet + kmsRequest)
  const hourOff = minutesOfHour * resting + noted + waiting + kmsRequest
  const month = hoursOnAir * hourOnAir + (hoursOfMonth - hoursOnAir) * hourOff

  expect(noted).toBeGreaterThan(quiet)
  expect(month).toBeLessThanOrEqual(0.05)
})
