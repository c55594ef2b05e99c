import { setTimeout as sleep } from 'node:timers/promises'
import { donationSecret } from '../../local/demo/donation.ts'
import { standardWebhook } from '../../support/gatewayWebhooks.ts'
import type { Figure } from './figure.ts'
import { hourGoal, overlayHourPrice, toldHour } from './overlayHour.ts'
import { openScreen, type Screen } from './screen.ts'
import { median, milliseconds, percentile, times } from './statistics.ts'
import { apiWithWorkers, type TracedApi } from './tracedApi.ts'

const size = { recipients: 200, overlays: 10, donations: 10 }
/** Donations of each recipient while the overlays of another one stall, and how many of those there are for one of the others. */
const besideStalled = { donations: 2, stalled: 0.25 }
/** Donations to all recipients, so many at a time, the last of which tell what the machine bears; times at all of that rate would be those of a queue. */
const bursts = { count: 2, together: 16, share: 0.5 }
/** What a gateway does with a webhook that is answered 503. */
const webhook = { attempts: 10, pauseMs: 1000 }
/** Milliseconds for what has been donated to be shown everywhere. */
const patience = 120_000
/** Times their p99 that others may wait while one recipient's overlays stall. */
const goal = 1.5

/** In the body of each post to the stalled overlays, and in no other. */
const stalledDonor = 'donor to stalled overlays'
const stall = {
  rules: [{ match: { service: 'execute-api', contains: stalledDonor }, fault: { delayMilliseconds: 5000 } }],
}

/** A recipient, where its gateway sends webhooks, and its overlays. */
interface Stage {
  readonly webhookUrl: string
  readonly screens: readonly Screen[]
}

const openStage = async (api: TracedApi, recipient: string): Promise<Stage> => {
  const body = { gateway: 'manual', type: 'fiat', secret: donationSecret }
  const { webhookUrl } = (await api.call('setGateway', { recipient, body })).body
  const token = await api.token(recipient)
  const names = Array.from({ length: size.overlays }, (_, index) => `overlay-${index}`)
  const screens = await Promise.all(names.map((name) => openScreen(`${api.websocket}?name=${name}`, token)))
  return { webhookUrl, screens }
}

/** A donation to a recipient, by a donor who gives no other one. */
interface Donation {
  readonly stage: Stage
  readonly donor: string
}

const give = async ({ stage, donor }: Donation, attempt = 1): Promise<void> => {
  const amount = { major: 12, minor: 34, currency: 'EUR' }
  const data = { gatewayId: donor, nickname: donor, message: 'Great stream!', amount }
  const payload = { type: 'payment.completed', timestamp: new Date().toISOString(), data }
  const { body, headers } = standardWebhook(donationSecret, payload, { id: donor })
  const { status } = await fetch(stage.webhookUrl, { method: 'POST', headers, body: String(body) })
  if (status === 503 && attempt < webhook.attempts) {
    await sleep(webhook.pauseMs)
    return give({ stage, donor }, attempt + 1)
  }
  if (status !== 200) throw new Error(`the webhook of ${donor} was answered ${status}`)
}

const isShown = ({ stage, donor }: Donation): boolean =>
  stage.screens.every(({ shown }) => shown.some((alert) => alert.donor === donor))

const untilShown = async (donations: readonly Donation[]): Promise<void> => {
  const endsAt = performance.now() + patience
  let missing = donations
  while (missing.length > 0 && performance.now() < endsAt) {
    await sleep(20)
    missing = missing.filter((donation) => !isShown(donation))
  }
}

/** A share of the donations a second that the machine bears when all recipients get one, which also starts every process that is needed. */
const bearableRate = async (stages: readonly Stage[]): Promise<number> => {
  let milliseconds = 0
  for (let burst = 0; burst < bursts.count; burst++) {
    const donations = stages.map((stage) => ({ stage, donor: `burst ${burst}` }))
    const startedAt = performance.now()
    const rest = donations.values()
    const giveRest = async (): Promise<void> => {
      for (const donation of rest) await give(donation)
    }
    await Promise.all(Array.from({ length: bursts.together }, giveRest))
    await untilShown(donations)
    milliseconds = performance.now() - startedAt
  }
  return (bursts.share * stages.length * 1000) / milliseconds
}

/** Gives one donation after the other at a rate, whether or not the ones before have been shown. The time at which each was given. */
const giveAll = async (donations: readonly Donation[], perSecond: number): Promise<readonly number[]> => {
  const startedAt = performance.now()
  const times: number[] = []
  const given: Promise<void>[] = []
  for (const [index, donation] of donations.entries()) {
    await sleep(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()))
    times.push(performance.now())
    given.push(give(donation))
  }
  await Promise.all(given)
  return times
}

interface Waits {
  /** Milliseconds from each webhook to each screen. */
  readonly waits: readonly number[]
  readonly lost: number
  readonly doubled: number
}

const waitsOf = (donations: readonly Donation[], givenAt: readonly number[]): Waits => {
  const waits: number[] = []
  let [lost, doubled] = [0, 0]
  for (const [index, { stage, donor }] of donations.entries())
    for (const { shown } of stage.screens) {
      const [first, ...others] = shown.filter((alert) => alert.donor === donor)
      if (first === undefined) lost += 1
      else waits.push(first.at - (givenAt[index] ?? Number.NaN))
      doubled += others.length
    }
  return { waits, lost, doubled }
}

const measureWaits = async (donations: readonly Donation[], watched: readonly Donation[], perSecond: number) => {
  const givenAt = await giveAll(donations, perSecond)
  await untilShown(watched)
  const isWatched = new Set(watched)
  return waitsOf(
    watched,
    givenAt.filter((_, index) => isWatched.has(donations[index] as Donation)),
  )
}

const rounds = (stages: readonly Stage[], count: number, name: string): readonly Donation[] =>
  Array.from({ length: count }, (_, round) =>
    stages.map((stage, index) => ({ stage, donor: `${name} ${round} of ${index}` })),
  ).flat()

const tell = (text: string): void => void process.stderr.write(`  ${text}\n`)

/** All waits while nothing is wrong, and those of the others while the overlays of one recipient stall. */
const measureOverlays = async (api: TracedApi) => {
  const stages: Stage[] = []
  for (let index = 0; index < size.recipients; index++) stages.push(await openStage(api, `overlays-${index}`))
  const [stalled] = stages.splice(0, 1)
  if (stalled === undefined) throw new Error('there is no recipient')
  tell(`${size.recipients * size.overlays} overlays are connected`)
  const perSecond = await bearableRate(stages)
  const minutes = (size.recipients * (size.donations + besideStalled.donations)) / perSecond / 60
  tell(`${perSecond.toFixed(1)} donations a second, which take ${minutes.toFixed(0)} minutes`)
  const calm = rounds([...stages, stalled], size.donations, 'calm')
  const usual = await measureWaits(calm, calm, perSecond)
  api.setFaults(stall)
  const others = rounds(stages, besideStalled.donations, 'beside')
  const mixed = others.flatMap((donation, index) =>
    index % (1 / besideStalled.stalled) === 0
      ? [{ stage: stalled, donor: `${stalledDonor} ${index}` }, donation]
      : [donation],
  )
  const beside = await measureWaits(mixed, others, perSecond)
  api.setFaults({ rules: [] })
  const held = [...mixed.filter(({ stage }) => stage === stalled), { stage: stalled, donor: 'the first one in time' }]
  const recovered = await measureWaits(held.slice(-1), held, perSecond)
  const screens = [...stages, stalled].flatMap((stage) => stage.screens)
  for (const screen of screens) screen.close()
  return { perSecond, usual, beside, recovered, repeated: screens.reduce((sum, { repeated }) => sum + repeated(), 0) }
}

const told = ({ waits, lost, doubled }: Waits): string =>
  `p50 ${milliseconds(median(waits))}, p99 ${milliseconds(percentile(waits, 99))}, ${lost} lost, ${doubled} doubled`

export const overlays: Figure = {
  name: 'overlays',
  title:
    'From the webhook of a donation to the screen of each overlay: 2,000 overlays of 200 recipients, 10 donations each',
  goal: `0 lost, 0 doubled; p99 of the others ≤ ${goal} × while the overlays of one recipient stall; an hour of an open overlay ≤ $${hourGoal.toFixed(6)}`,
  field: 'a browser source that polls, or a socket of a hosted service: no time is published',
  before: {
    on: '2026-11-21',
    found:
      '200 recipients with an overlay each, 67 donations a second: p50 9.6 s, 0 lost; a post that stalled once held another recipient’s alert for 1.3 s',
  },
  measure: async () => {
    const hour = await overlayHourPrice()
    const { perSecond, usual, beside, recovered, repeated } = await measureOverlays(await apiWithWorkers())
    const ratio = percentile(beside.waits, 99) / percentile(usual.waits, 99)
    const isExact = [usual, beside, recovered].every(({ lost, doubled }) => lost === 0 && doubled === 0)
    return {
      measured: `${told(usual)}; others beside a stalled one: ${told(beside)} (p99 ${times(ratio)}); the stalled ones afterwards: ${recovered.lost} lost, ${recovered.doubled} doubled; ${perSecond.toFixed(1)} donations a second; ${toldHour(hour)}`,
      met: isExact && ratio <= goal && hour.open <= hourGoal,
      values: {
        hour,
        ratio,
        perSecond,
        repeated,
        p50: median(usual.waits),
        p99: percentile(usual.waits, 99),
        p50Beside: median(beside.waits),
        p99Beside: percentile(beside.waits, 99),
      },
      notes: [
        `at ${bursts.share} × the donations a second that this machine bears, because the API, its functions and all overlays share its processor; the overlays acknowledge nothing`,
        `${repeated} messages came more than once, and were shown once`,
      ],
    }
  },
}
