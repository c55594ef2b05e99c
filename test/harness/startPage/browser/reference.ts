import type { Overview } from '../overview.ts'
import { byId } from './dom.ts'
import { ask, read } from './server.ts'

/** The parts of Swagger UI that are used: https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/ */
interface SwaggerUi {
  preauthorizeApiKey(scheme: string, key: string): unknown
}

interface SwaggerOptions {
  readonly spec: ApiDocument
  readonly domNode: HTMLElement
  readonly onComplete: () => void
  readonly [option: string]: unknown
}

interface ApiDocument {
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, { readonly scheme?: string }>> }
}

declare const SwaggerUIBundle: (options: SwaggerOptions) => SwaggerUi

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = (): void => void document.documentElement.classList.toggle('dark-mode', dark.matches)

/** The reference of the API that runs, with a token of its default recipient in every scheme that takes a bearer's. */
const show = async (): Promise<void> => {
  const [{ recipientId }, spec] = await Promise.all([
    read<Overview>('overview.json'),
    read<ApiDocument>('openapi.json'),
  ])
  const { token } = await ask<{ readonly token: string }>('token', { recipient: recipientId })
  const schemes = Object.entries(spec.components?.securitySchemes ?? {}).filter(([, { scheme }]) => scheme === 'bearer')
  const ui = SwaggerUIBundle({
    spec,
    domNode: byId('reference'),
    deepLinking: true,
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    validatorUrl: null,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    onComplete: () => {
      for (const [name] of schemes) ui.preauthorizeApiKey(name, token)
      byId('signed-in').textContent = `signed in as ${recipientId}, for an hour`
    },
  })
}

dark.addEventListener('change', follow)
follow()
show().catch((error: unknown) => {
  byId('signed-in').textContent = error instanceof Error ? error.message : String(error)
})
