import { listeningClient } from '../client/listeningClient.ts'
import { forChannel } from './channel.ts'
import { signInAt } from './signIn.ts'

const meta = document.querySelector<HTMLMetaElement>('meta[name=issuer]')

export const signIn = signInAt({
  issuer: meta?.content ?? '',
  clientId: meta?.dataset['clientId'] ?? '',
  scope: meta?.dataset['scope'] ?? '',
})

/** A page of the service, which the panel is beside. */
export const addressOf = (path: string): string => new URL(path, location.href).href

export const client = listeningClient({
  url: addressOf('.').slice(0, -1),
  token: signIn.token,
  send: (request) => fetch(forChannel(request)),
})

/** Forgets the keys by which the panel of earlier versions listened. Overlays have other keys. */
export const forgetFormerKeys = (): void => {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`alerts:${addressOf('.').slice(0, -1)}:panel:`)) localStorage.removeItem(key)
  } catch {
    // The browser has no storage for this page.
  }
}
