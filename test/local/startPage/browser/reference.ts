import type { Overview } from '../overview.ts'
import { byId } from './dom.ts'
import { ask, read } from './server.ts'

/** https://github.com/Authress-Engineering/openapi-explorer/blob/release/2.4/docs/documentation.md */
interface Explorer extends HTMLElement {
  loadSpec(document: object): Promise<void>
  setAuthenticationConfiguration(scheme: string, credentials: { readonly token: string }): Promise<void>
}

interface ApiDocument {
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, { readonly scheme?: string }>> }
}

/** The reference of the API that runs, with a token of its default recipient in every scheme that takes a bearer's. */
const show = async (): Promise<void> => {
  const [{ recipientId }, document] = await Promise.all([
    read<Overview>('overview.json'),
    read<ApiDocument>('openapi.json'),
  ])
  const { token } = await ask<{ readonly token: string }>('token', { recipient: recipientId })
  const explorer = byId<Explorer>('explorer')
  const loaded = new Promise((resolve) => explorer.addEventListener('spec-loaded', resolve, { once: true }))
  await explorer.loadSpec(document)
  await loaded
  for (const [name, { scheme }] of Object.entries(document.components?.securitySchemes ?? {}))
    if (scheme === 'bearer') await explorer.setAuthenticationConfiguration(name, { token })
  byId('signed-in').textContent = `signed in as ${recipientId}, for an hour`
}

show().catch((error: unknown) => {
  byId('signed-in').textContent = error instanceof Error ? error.message : String(error)
})
