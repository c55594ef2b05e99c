import { setEndpoint } from '../../shared/areas/endpoints/contract.ts'
import {
  type EndpointRepository,
  endpointFromItem,
  endpointRepository,
} from '../../shared/areas/endpoints/endpointRepository.ts'
import { withSubscription } from '../../shared/areas/endpoints/subscriptions.ts'
import { totalsWrites } from '../../shared/areas/totals/totals.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type SlotRepository, slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'
import { withSlot } from '../../shared/mechanisms/limits/withSlot.ts'
import { type Cipher, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { newWebhookSecret } from '../../shared/mechanisms/webhooks/standardWebhooks.ts'
import { refusalOfAddress } from '../../shared/providers/endpointAddress.ts'
import { providerUrl, tableName } from '../../shared/runtime/env.ts'
import { newId } from '../../shared/runtime/ids.ts'

interface Ports {
  readonly endpoints: Pick<EndpointRepository, 'creation' | 'change' | 'list'>
  readonly totals: Pick<TotalsRepository, 'read'>
  readonly slots: SlotRepository
  readonly rates: Pick<RateRepository, 'spend'>
  readonly cipher: Pick<Cipher, 'encrypt'>
  /** A URL of the host that may be anywhere. */
  readonly trusted: string
}

const refuseUrl = (detail: string | undefined): void => {
  if (detail === undefined) return
  const errors = [{ in: 'body', pointer: '/url', code: 'not_allowed', detail }] as const
  throw new Problem('invalid_request', 'The service cannot send to this address.', { errors })
}

/** The types of enabled endpoints are in the recipient's item too, which is changed along. */
export const handle =
  ({ endpoints, totals, slots, rates, cipher, trusted }: Ports, recipients: string): Handle<typeof setEndpoint> =>
  async ({ recipientId, body: { id: given, url, types: asked, enabled } }, commit) => {
    refuseUrl(refusalOfAddress(url, trusted))
    const isNew = !given
    const id = given || newId()
    const types = [...new Set(asked)]
    await rates.spend(recipientId, 'endpointChanges')
    const secret = newWebhookSecret()
    const sealed = isNew
      ? await cipher.encrypt(secret, { recipientId, endpointId: id, field: 'endpoints.secret' })
      : undefined
    return retryOnConflict(async () => {
      const { endpoints: from } = await totals.read(recipientId)
      const to = withSubscription(from, id, enabled ? types : [])
      const writes = [
        sealed
          ? endpoints.creation(recipientId, { id, url, types, enabled, secret: sealed })
          : endpoints.change(recipientId, id, { url, types, enabled }),
        ...totalsWrites(recipients, recipientId, { endpoints: { from, to } }),
      ]
      const answer = endpointFromItem({ id, url, types, enabled })
      if (!isNew) return commit(writes, answer)
      const living = async () => (await endpoints.list(recipientId)).map((each) => each.id)
      return withSlot(slots, { recipientId, collection: 'endpoints', id, living }, (slot) =>
        commit([...writes, slot], { ...answer, secret }),
      )
    })
  }

export const handler = httpHandler(
  setEndpoint,
  handle(
    {
      endpoints: endpointRepository(documentClient),
      totals: totalsRepository(documentClient),
      slots: slotRepository(),
      rates: rateRepository(documentClient),
      cipher: kmsCipher(kmsClient),
      trusted: providerUrl('endpoints', 'trusted'),
    },
    tableName('recipients'),
  ),
  commitTo(documentClient),
)
