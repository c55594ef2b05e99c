import type { ServiceClient } from '../../../shared/client/serviceClient.ts'
import type { NewItem } from './donationReader.ts'

/** Adds items by the API. Over the rate it waits as long as the service says; whatever else goes wrong ends the import. */
export const itemSender =
  (
    service: Pick<ServiceClient, 'POST'>,
    wait: (milliseconds: number) => Promise<void>,
    progress: (line: string) => void,
  ) =>
  async (items: readonly NewItem[]): Promise<number> => {
    for (;;) {
      const { data, error, response } = await service.POST('/history/commands/add-items', {
        body: { items },
      })
      if (error === undefined) return data.added.length
      if (response.status !== 429) throw new Error(`The service answered ${response.status}: ${error.detail}`)
      const seconds = Number(response.headers.get('retry-after')) || 1
      progress(`the rate is used up: goes on in ${seconds} s`)
      await wait(seconds * 1000)
    }
  }
