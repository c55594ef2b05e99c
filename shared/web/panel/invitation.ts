import type { SuccessOf } from '../client/answer.ts'
import type { paths } from '../client/generated/api.ts'
import { addressOf } from './session.ts'
import { translate } from './translate.ts'

export type Invitation = SuccessOf<paths['/members/commands/read-invitation']['post']>

/** The tab keeps the secret over the sign-in. */
const storageKey = 'panel:invitation'

/** Takes an invitation's secret from the address, where the browser's history would keep it; says if there is one. */
export const arriveByInvitation = (): boolean => {
  const secret = new URLSearchParams(location.hash.slice(1)).get('invitation')
  if (secret === null) return false
  sessionStorage.setItem(storageKey, secret)
  history.replaceState(null, '', location.pathname + location.search)
  return true
}

export const presentInvitation = (): string | null => sessionStorage.getItem(storageKey)

export const forgetInvitation = (): void => sessionStorage.removeItem(storageKey)

/** What an invitation grants, for somebody who need not be signed in. */
export const readInvitation = async (invitation: string): Promise<Invitation> => {
  const body = JSON.stringify({ invitation })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(
    new Request(addressOf('members/commands/read-invitation'), { method: 'POST', headers, body }),
  ).catch(() => {
    throw new Error(translate('lost'))
  })
  if (answer.ok) return answer.json()
  throw new Error(answer.status === 404 ? translate('invitationGone') : translate('failed', { reason: answer.status }))
}
