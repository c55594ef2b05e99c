import { expect, test } from 'vitest'
import { randomOf } from '../../../local/runner/random.ts'
import { startLiveApi } from '../../../support/liveApi.ts'
import { runs } from '../../../support/runs.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { unsteadyOverlay } from '../../../support/unsteadyOverlay.ts'

const count = runs(150, 400)
const messagesBetweenDrops = 25
const seed = 20_260_301

const live = await sharedByTests(startLiveApi())

test(`${count} deliveries, half of them pushed twice and some never, to an overlay that keeps dropping`, async () => {
  const random = randomOf(seed)
  const url = `${live.url}?name=unsteady`
  const overlay = unsteadyOverlay({ url, token: () => live.token('alice'), random, messagesBetweenDrops })
  const running = overlay.run()
  // A new overlay is shown nothing of the past.
  await expect.poll(() => overlay.connections(), { timeout: 120_000 }).toBeGreaterThan(0)
  let pushes = 0

  for (let sequence = 1; sequence <= count; ) {
    const batch = []
    for (let size = 1 + Math.floor(random() * 8); size > 0 && sequence <= count; size--)
      batch.push(await live.store(sequence++))
    const pushed = batch.filter(() => random() < 0.95)
    const times = random() < 0.5 ? 2 : 1
    for (let time = 0; time < times && pushed.length > 0; time++) {
      await live.push(...pushed)
      pushes += pushed.length
    }
  }
  await expect.poll(() => overlay.shown.length, { timeout: 120_000 }).toBe(count)
  overlay.end()
  await running

  expect(overlay.shown.map(({ sequence }) => sequence)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  expect(pushes).toBeGreaterThan(count)
  expect(overlay.connections()).toBeGreaterThan(5)
})
