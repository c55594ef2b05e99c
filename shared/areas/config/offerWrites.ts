import type { Write } from '../../contract/write.ts'
import type { QuotaRepository } from '../../mechanisms/limits/quotaRepository.ts'
import { newId } from '../../runtime/ids.ts'
import type { ConfigRepository, Seen } from './configRepository.ts'

/** A gateway credential that is enabled. */
interface Enabled {
  readonly gateway: string
  readonly type: string
}

/**
 * The writes by which the legal offer that donors are shown becomes that of a gateway which is enabled, so that nobody
 * pays at one gateway under the offer of another. A bridge has no offer of its own. The cap of records does not count:
 * a full collection must not keep money out.
 */
export const offerWrites = (
  configs: Pick<ConfigRepository, 'agreement'>,
  quotas: Pick<QuotaRepository, 'growth'>,
  recipientId: string,
  { gateway, type }: Enabled,
  seen: Seen | undefined,
): readonly Write[] => {
  if (type !== 'fiat' || gateway === 'manual') return []
  const { write, growth } = configs.agreement(recipientId, gateway, newId(), seen)
  return [write, ...quotas.growth(recipientId, 'configs', growth, 'uncapped')]
}
