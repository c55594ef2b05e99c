import { listeningClient } from '../client/listeningClient.ts'
import { signInAt } from './signIn.ts'

const meta = document.querySelector<HTMLMetaElement>('meta[name=issuer]')

export const signIn = signInAt({
  issuer: meta?.content ?? '',
  clientId: meta?.dataset['clientId'] ?? '',
  scope: meta?.dataset['scope'] ?? '',
})

/** A page of the service, which the panel is beside. */
export const addressOf = (path: string): string => new URL(path, location.href).href

export const client = listeningClient({ url: addressOf('.').slice(0, -1), token: signIn.token })

/** The place of this browser's listener: each user has another one, so that nobody sees alerts of an earlier user. */
const userOf = (token: string): string => {
  const [, payload = ''] = token.split('.')
  return String(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub)
}

/** A storage in which each user of this browser has a listener of their own. */
export const listenerStorage = async () => {
  const user = userOf(await signIn.token())
  const placeOf = (place: string) => `${place}:${user}`
  return {
    getItem: (place: string) => localStorage.getItem(placeOf(place)),
    setItem: (place: string, value: string) => localStorage.setItem(placeOf(place), value),
    /** Forgets the listeners of the user, at a sign-out. */
    clear: () => {
      for (const place of Object.keys(localStorage)) if (place.endsWith(`:${user}`)) localStorage.removeItem(place)
    },
  }
}
