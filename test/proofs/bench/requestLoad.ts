import { Agent, request } from 'node:http'

export interface Load {
  readonly requestsPerSecond: number
  readonly requests: number
  /** Milliseconds of each request. */
  readonly times: readonly number[]
}

/** The status of the answer to a GET request, once all of it has come. */
export const answerStatus = (url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })

/**
 * Sends GET requests over so many connections, one after the other on each.
 *
 * @throws Error when one is not answered by 200
 */
export const requestLoad = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  { connections, milliseconds }: { readonly connections: number; readonly milliseconds: number },
): Promise<Load> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const startedAt = performance.now()
  const work = async (): Promise<void> => {
    for (let begun = performance.now(); begun - startedAt < milliseconds; begun = performance.now()) {
      const status = await answerStatus(url, agent, headers)
      if (status !== 200) throw new Error(`${url} was answered ${status}`)
      times.push(performance.now() - begun)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, work))
  } finally {
    agent.destroy()
  }
  const seconds = (performance.now() - startedAt) / 1000
  return { requestsPerSecond: times.length / seconds, requests: times.length, times }
}
