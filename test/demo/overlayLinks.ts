import type { Link } from '../harness/cli/toolchain.ts'
import type { LocalApi } from '../harness/localApi.ts'

const path = '/overlays/commands/create-ticket'

/** Creates an overlay for the token's recipient, if the deployment has overlays. The ticket in its address works once. */
export const overlayLinks = async (
  { api, deployment }: Pick<LocalApi, 'api' | 'deployment'>,
  token: string,
): Promise<readonly Link[]> => {
  if (!deployment.httpApi.routes.some(({ routeKey }) => routeKey === `POST ${path}`)) return []
  const response = await fetch(`${api}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { overlayUrl } = (await response.json()) as { readonly overlayUrl: string }
  return [{ name: 'overlay', title: 'The overlay of that recipient, for a browser', url: overlayUrl }]
}
