import { afterAll, beforeAll, expect, test } from 'vitest'
import { Feed } from '../../../shared/overlays/page/feed.ts'
import { type LiveApi, startLiveApi } from '../../support/liveApi.ts'
import { ack, clientOf, resume, type SocketClient } from '../../support/socketClient.ts'

const count = 400
const seed = 20_260_301

let live: LiveApi

beforeAll(async () => {
  live = await startLiveApi()
})
afterAll(() => live.stop())

/** Mulberry32: the same numbers at every run. */
const randomOf = (state: number) => () => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** An overlay as the page is one, without a screen: it shows at once, loses connections, and dies. */
const unsteadyOverlay = (random: () => number) => {
  const shown: number[] = []
  /** What a reload leaves: the last delivery that was shown. */
  let kept: number | undefined
  let feed = new Feed()
  let client: SocketClient | undefined
  let connections = 0
  let isOver = false

  const connect = async (): Promise<void> => {
    const authorization = `Bearer ${await live.token('alice')}`
    client = await clientOf(`${live.url}?name=unsteady`, { authorization })
    connections += 1
    if (kept !== undefined) client.send(ack(kept))
    ask()
  }
  const ask = (): void => {
    feed.resuming()
    client?.send(resume(feed.after))
  }
  const drop = async (): Promise<void> => {
    // A reload forgets what was taken and not shown; a lost connection does not.
    if (random() < 0.5) feed = new Feed(kept)
    const dropped = client
    client = undefined
    await dropped?.close()
    await connect()
  }
  const take = async (): Promise<void> => {
    const message = client?.inbox.shift()
    if (message === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      if (random() < 0.02) ask()
      return
    }
    if (message.type === 'welcome') feed.welcome(message)
    if ('sequence' in message) feed.take(message)
    if (feed.needsResume) ask()
    for (let next = feed.next(); next !== undefined; next = feed.next()) {
      shown.push(next.sequence)
      kept = next.sequence
      if (random() < 0.8) client?.send(ack(next.sequence))
    }
  }
  const run = async (): Promise<void> => {
    await connect()
    while (!isOver) {
      await take()
      if (random() < 0.02) await drop()
    }
    await client?.close()
  }
  return { run, shown, end: () => (isOver = true), connections: () => connections }
}

test(`${count} deliveries, half of them pushed twice and some never, to an overlay that keeps dropping`, async () => {
  const random = randomOf(seed)
  const overlay = unsteadyOverlay(random)
  const running = overlay.run()
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
  await expect.poll(() => overlay.shown.length, { timeout: 20_000 }).toBe(count)
  overlay.end()
  await running

  expect(overlay.shown).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  expect(pushes).toBeGreaterThan(count)
  expect(overlay.connections()).toBeGreaterThan(5)
}, 60_000)
