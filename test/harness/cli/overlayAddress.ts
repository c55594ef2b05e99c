import type { LocalApi } from '../localApi.ts'

const path = '/overlays/commands/create-ticket'

/** The address of a new overlay of the recipient, its ticket included; undefined when the deployment makes none. */
export async function overlayAddress(
  { api, deployment }: Pick<LocalApi, 'api' | 'deployment'>,
  token: string,
): Promise<string | undefined> {
  if (!deployment.httpApi.routes.some(({ routeKey }) => routeKey === `POST ${path}`)) return undefined
  const response = await fetch(`${api}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { overlayUrl } = (await response.json()) as { readonly overlayUrl?: string }
  return overlayUrl
}
