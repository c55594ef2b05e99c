import type { StreamingPlatform } from '../areas/recipients/streamingPlatform.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import { revokeBoth } from './revokeBoth.ts'

/**
 * Revokes Kick's tokens. Kick does not follow RFC 7009: it reads the token from the query and asks for no client
 * credentials, so this needs none. https://docs.kick.com
 *
 * @param identityUrl base URL of `id.kick.com`, without a trailing slash
 */
export const kickRevocation = (identityUrl: string): Pick<StreamingPlatform, 'revoke'> => {
  const http = providerHttp('Kick')

  const revokeOne = async (token: string, hint: string): Promise<void> => {
    const query = new URLSearchParams({ token, token_hint_type: hint })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await http.send({ method: 'POST', url: `${identityUrl}/oauth/revoke?${query}`, headers })
    // 400: the token is not valid, which is all that was wanted.
    if (answer.status > 400) throw http.problemFrom(answer)
  }

  return { revoke: (tokens) => revokeBoth(tokens, revokeOne) }
}
