import { type GrantedRole, includesRole } from '../../contract/roles.ts'
import type { paths } from '../client/generated/api.ts'
import { leastRoles } from '../client/generated/leastRoles.ts'

/** A recipient for whom the signed-in one acts. */
export interface Channel {
  readonly ownerId: string
  readonly ownerName: string
  readonly role: GrantedRole
}

/** A tab has its own channel, which its reloads keep. */
const storageKey = 'panel:channel'
/** The name of the owner whose membership has just ended. */
const endedKey = 'panel:ended'

/** Undefined for the own channel. */
export const channel = (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Channel | null) ?? undefined

/** Whether the role of this tab's user includes that of a path's operations. */
export const may = (path: keyof paths): boolean =>
  channel === undefined || includesRole(channel.role, leastRoles[path] ?? 'owner')

export const forgetChannel = (): void => sessionStorage.removeItem(storageKey)

/** Loads the page for another channel, or for the own one. */
export const chooseChannel = (next: Channel | undefined): void => {
  if (next === undefined) forgetChannel()
  else sessionStorage.setItem(storageKey, JSON.stringify(next))
  location.reload()
}

/** Goes back to the own channel, because the membership has ended. */
const endMembership = (): void => {
  sessionStorage.setItem(endedKey, channel?.ownerName ?? '')
  chooseChannel(undefined)
}

/** The name of the owner whose membership has ended, once. */
export const takeEnded = (): string | null => {
  const name = sessionStorage.getItem(endedKey)
  sessionStorage.removeItem(endedKey)
  return name
}

/** Has the memberships read anew, after something was refused for the chosen channel. */
export const doubtChannel = (): void => {
  if (channel !== undefined) dispatchEvent(new Event('doubted'))
}

/** Holds this tab to the memberships that there are by now. */
export const confirmChannel = (memberships: readonly Channel[]): void => {
  if (channel === undefined) return
  const present = memberships.find(({ ownerId }) => ownerId === channel.ownerId)
  if (present === undefined) endMembership()
  else if (present.role !== channel.role) chooseChannel(present)
}

/** An id as headers and paths carry it. */
const segmentOf = (id: string): string => {
  if (/^[\w-]+$/.test(id)) return id
  const bytes = String.fromCharCode(...new TextEncoder().encode(id))
  return `~${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** A request for the chosen channel. Memberships are always the caller's own. */
export const forChannel = (request: Request): Request => {
  if (channel !== undefined && !/\/members(?:\/commands\/[\w-]+)?$/.test(new URL(request.url).pathname))
    request.headers.set('x-recipient', segmentOf(channel.ownerId))
  return request
}
