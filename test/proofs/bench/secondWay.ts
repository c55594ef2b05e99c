import { startDynamoDb } from '../../local/runner/engines/dynamodb.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { deployedBundles } from './bundles.ts'
import { donorTo } from './donation.ts'
import type { Figure } from './figure.ts'
import { bareFile } from './firstCalls.ts'
import { shared } from './shared.ts'
import { megabytes } from './statistics.ts'
import { hasGnuTime, timedCalls } from './timedCalls.ts'
import { startTracedApi } from './tracedApi.ts'
import { startWireCounter } from './wireCounter.ts'

const donations = 10
const processes = 20
/** The share by which two ways may differ. */
const goal = 0.05

/** One figure by two ways. */
interface Pair {
  readonly name: string
  readonly first: number
  readonly second: number
  readonly ways: readonly [string, string]
  readonly shown: (value: number) => string
}

const wiredApi = shared(async (onEnd) => {
  const engine = await startDynamoDb({ dataFolder: 'memory', engine: 'dynoxide' })
  onEnd(engine.stop)
  const wire = await startWireCounter(engine.endpoint)
  onEnd(wire.stop)
  return { wire, api: await startTracedApi({ runsEventSources: true, engine: wire.url }, onEnd) }
})

/** The calls to the store that `donation` counts, and the requests that reach the engine meanwhile. */
const storeCalls = async (): Promise<Pair> => {
  const { api, wire } = await wiredApi()
  const donor = await donorTo(api, 'second-way', 'Great stream!')
  // The first one also fetches what each process keeps.
  await donor.give('first')
  const before = { requests: wire.requests(), charged: wire.charged() }
  let traced = 0
  for (let donation = 0; donation < donations; donation++) {
    const traces = await donor.give(`donation-${donation}`)
    traced += traces.flatMap(({ calls }) => calls).filter(({ service }) => service === 'dynamodb').length
  }
  const charged = wire.charged() - before.charged
  const own = wire.requests() - before.requests - charged
  await donor.leave()
  return {
    name: `calls to the store of ${donations} donations (\`donation\`)`,
    first: traced,
    second: charged,
    shown: String,
    ways: ['traced', `on the wire, beside ${own} reads of the local API itself`],
  }
}

/** Processor time and memory of a function's first call, as the process tells them (`coldStart`, `memory`) and as GNU time does. */
const firstCallPairs = async (): Promise<readonly Pair[]> => {
  const { outputs } = await deployedBundles()
  const event = JSON.stringify(httpEvent('GET', '/messenger/announcers'))
  const bare = await timedCalls(await bareFile(), event, processes)
  const { processor, memory } = await timedCalls(outputs['listAnnouncers'] ?? '', event, processes)
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`
  return [
    {
      name: `processor time of ${processes} imports and first calls, over bare processes (\`coldStart\`)`,
      first: processor.own - bare.processor.own,
      second: processor.timed - bare.processor.timed,
      ways: ['process.cpuUsage', '/usr/bin/time'],
      shown: seconds,
    },
    {
      name: 'resident memory after a first call (`memory`)',
      first: memory.own,
      second: memory.timed,
      ways: ['rss', 'peak by /usr/bin/time'],
      shown: megabytes,
    },
  ]
}

const differenceOf = ({ first, second }: Pair): number => Math.abs(second / first - 1)

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

export const secondWay: Figure = {
  name: 'secondWay',
  title: 'Three figures by a second way: a counter on the wire, and GNU time',
  goal: `≤ ${percent(goal)} apart`,
  field: 'figures of one way, if any',
  before: { on: '2026-11-21', found: 'none: the outside measurement was itself the second way' },
  measure: async () => {
    const isTimed = hasGnuTime()
    const pairs = [await storeCalls(), ...(isTimed ? await firstCallPairs() : [])]
    return {
      measured: pairs.map((pair) => `${pair.name}: ${percent(differenceOf(pair))}`).join('; '),
      met: isTimed ? pairs.every((pair) => differenceOf(pair) <= goal) : undefined,
      values: { pairs: pairs.map(({ shown: _, ...pair }) => pair) },
      details: {
        columns: ['figure', 'one way', 'another way', 'apart'],
        rows: pairs.map((pair) => {
          const { name, first, second, ways, shown } = pair
          return [name, `${shown(first)} (${ways[0]})`, `${shown(second)} (${ways[1]})`, percent(differenceOf(pair))]
        }),
      },
      ...(!isTimed && { notes: ['two are skipped: GNU time is not installed (apt-get install time)'] }),
    }
  },
}
