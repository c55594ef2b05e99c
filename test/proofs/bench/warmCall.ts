import { listAnnouncers } from '../../../shared/areas/messenger/contract.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { defaultBundles, deployedBundles } from './bundles.ts'
import { startDirectCaller } from './directCaller.ts'
import type { Figure } from './figure.ts'
import { functionEnvironment } from './functionEnvironment.ts'
import { median, times } from './statistics.ts'
import { tlsStore } from './tlsStore.ts'

const rounds = 30
const callsOfRound = 200
const goal = 0.9

const { id, method, path } = listAnnouncers

/** Judged by the processor time of the process that calls, which neither the store nor a busy machine is part of. */
export const warmCall: Figure = {
  name: 'warmCall',
  title: 'Processor time of a warm call over TLS, against the same handler built with esbuild defaults',
  goal: '< 0.90 ×',
  field: '1.00 ×: `esbuild --bundle --platform=node --minify` with the SDK of npm',
  before: { on: '2026-11-21', found: '1.00 × to 1.10 ×' },
  measure: async () => {
    const { endpoint, certificateFile } = await tlsStore()
    const environment = {
      ...functionEnvironment,
      AWS_ENDPOINT_URL: endpoint,
      NODE_EXTRA_CA_CERTS: certificateFile,
    }
    const files = [(await deployedBundles()).outputs[id] ?? '', (await defaultBundles())[id] ?? '']
    const callers = files.map((file) => startDirectCaller(file, httpEvent(method, path), environment))
    try {
      const pairs: { ours: number; usual: number }[] = []
      for (let round = 0; round < rounds; round++) {
        const used: number[] = []
        for (const caller of callers) used.push((await caller.call(callsOfRound)).processorMicroseconds / callsOfRound)
        pairs.push({ ours: used[0] ?? Number.NaN, usual: used[1] ?? Number.NaN })
      }
      // V8 still compiles in the first ones.
      const warm = pairs.slice(rounds / 3)
      const ratio = median(warm.map(({ ours, usual }) => ours / usual))
      const [ours, usual] = [median(warm.map((pair) => pair.ours)), median(warm.map((pair) => pair.usual))]
      return {
        measured: `${times(ratio)} (${ours.toFixed(0)} against ${usual.toFixed(0)} µs)`,
        met: ratio < goal,
        values: { ratio, microseconds: { ours, usual } },
      }
    } finally {
      for (const caller of callers) caller.stop()
    }
  },
}
