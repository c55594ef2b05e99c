import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import type { GatewayCredential } from './gatewayRepository.ts'
import type { GivenKey } from './keyCheck.ts'

/** Opens the key of a stored credential. */
export const storedKey = async (
  cipher: Pick<Cipher, 'decrypt'>,
  recipientId: string,
  { id: credentialId, settings }: Pick<GatewayCredential, 'id' | 'settings'>,
  sealed: Uint8Array,
): Promise<GivenKey> => ({
  token: await cipher.decrypt(sealed, { recipientId, credentialId, field: 'gateways.token' }),
  settings,
})
