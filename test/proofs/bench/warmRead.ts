import { Agent } from 'node:http'
import { join } from 'node:path'
import { listAnnouncers } from '../../../shared/areas/messenger/contract.ts'
import { readDeployment } from '../../local/runner/template/readDeployment.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { startDirectCaller } from './directCaller.ts'
import type { Figure } from './figure.ts'
import { functionEnvironment } from './functionEnvironment.ts'
import { projectCopy } from './projectCopy.ts'
import { answerStatus } from './requestLoad.ts'
import { type StartedApi, startApi } from './startedApi.ts'
import { median, milliseconds, times } from './statistics.ts'

const rounds = 15
const callsOfRound = 60
const goal = { ratio: 3, milliseconds: 5 }

const { id, method, path } = listAnnouncers

/** A client with one connection that it keeps. */
const httpCaller = ({ api, token }: StartedApi) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}` }
  return {
    callTimes: async (count: number): Promise<readonly number[]> => {
      const found: number[] = []
      for (let made = 0; made < count; made++) {
        const startedAt = performance.now()
        const status = await answerStatus(`${api}${path}`, agent, headers)
        if (status !== 200) throw new Error(`${path}: ${status}`)
        found.push(performance.now() - startedAt)
      }
      return found
    },
    stop: () => agent.destroy(),
  }
}

/** The same bundle with the same tables, in a process of its own, straight at the engine. */
const directCaller = async ({ issuer, audience, dynamodb, recipientId }: StartedApi) => {
  const { functions } = readDeployment(join(await projectCopy(), 'cdk.out'), { issuer, audience })
  const resource = functions.find((candidate) => candidate.id === id)
  if (resource === undefined) throw new Error(`${id} is not deployed`)
  return startDirectCaller(
    join(resource.codeFolder, 'index.cjs'),
    httpEvent(method, path, { recipient: recipientId }),
    { ...functionEnvironment, ...resource.environment, AWS_ENDPOINT_URL_DYNAMODB: dynamodb },
  )
}

export const warmRead: Figure = {
  name: 'warmRead',
  title: 'Local API: warm p50 of a read through HTTP, against calling the same handler directly',
  goal: '≤ 3 ×, and < 5 ms',
  field:
    'serverless-offline: 3 ms, 4.1 ms of processor time a request; Architect sandbox, a process for each request: 100 ms',
  before: { on: '2026-11-21', found: '4.6 × to 5.0 ×, 3 ms, 4.7 ms of processor time a request' },
  measure: async () => {
    const api = await startApi()
    const [http, direct] = [httpCaller(api), await directCaller(api)]
    try {
      const pairs: { http: number; direct: number }[] = []
      const processor: number[] = []
      for (let round = 0; round < rounds; round++) {
        const before = api.use()?.processorMilliseconds ?? Number.NaN
        const through = await http.callTimes(callsOfRound)
        if (round > 2) processor.push(((api.use()?.processorMilliseconds ?? Number.NaN) - before) / callsOfRound)
        const straight = (await direct.call(callsOfRound)).milliseconds
        if (round > 2) pairs.push({ http: median(through), direct: median(straight) })
      }
      const ratio = median(pairs.map((pair) => pair.http / pair.direct))
      const [p50, directP50] = [median(pairs.map((pair) => pair.http)), median(pairs.map((pair) => pair.direct))]
      return {
        measured: `${times(ratio)} (${milliseconds(p50)} against ${milliseconds(directP50)}), ${milliseconds(median(processor))} of processor time a request`,
        met: ratio <= goal.ratio && p50 < goal.milliseconds,
        values: { ratio, milliseconds: { http: p50, direct: directP50, processor: median(processor) } },
        notes: [
          'against: the same bundle, called in a process that does nothing else. The processor time is that of gateway, engine and function together, which a busy machine does not stretch',
        ],
      }
    } finally {
      http.stop()
      direct.stop()
      await api.stop()
    }
  },
}
