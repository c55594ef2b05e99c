import type { ServiceClient } from '../../../shared/web/client/serviceClient.ts'
import type { NewItem } from '../../../shared/web/import/donationReader.ts'

/** A failure that ends an import; items sent before are remembered. */
const failure = (what: string, cause?: unknown): Error =>
  new Error(`${what}. The same command goes on behind what was sent`, { cause })

/** Adds items by the API. Over the rate it waits as long as the service says; any other failure ends the import. */
export const itemSender = (
  { POST }: Pick<ServiceClient, 'POST'>,
  wait: (milliseconds: number) => Promise<void>,
  progress: (line: string) => void,
) => {
  const attempt = (items: readonly NewItem[]) =>
    POST('/history/commands/add-items', { body: { items } }).catch((error: unknown) => {
      throw failure(`The service does not answer: ${(error as Error).message}`, error)
    })
  return async (items: readonly NewItem[]): Promise<number> => {
    for (;;) {
      const { data, error, response } = await attempt(items)
      if (error === undefined) return data.added.length
      if (response.status !== 429) throw failure(`The service answered ${response.status}: ${error.detail}`)
      const seconds = Number(response.headers.get('retry-after')) || 1
      progress(`the rate is used up: goes on in ${seconds} s`)
      await wait(seconds * 1000)
    }
  }
}
