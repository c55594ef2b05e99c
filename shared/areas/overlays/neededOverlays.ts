import { caps } from '../../mechanisms/limits/limits.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { isConnected } from './listedOverlay.ts'
import type { Overlay } from './overlay.ts'
import type { OverlayRepository } from './overlayRepository.ts'
import { isProgram } from './program.ts'

const isAwaited = ({ lastSeenAt }: Overlay): boolean => lastSeenAt === undefined

const lives = (now: Date): ((overlay: Overlay) => boolean) => {
  const second = epochSeconds(now)
  return ({ expiresAt, endsAt = second + 1 }) => expiresAt > second && endsAt > second
}

const idsOf = (overlays: readonly Overlay[]): readonly string[] => overlays.map(({ overlayId }) => overlayId)

/** Overlays that still need their slot: they wait for their first connection, can come back, or are connected. */
export const neededOverlays =
  (overlays: Pick<OverlayRepository, 'list'>, recipientId: string, clock = systemClock) =>
  async (): Promise<readonly string[]> => {
    const now = new Date(clock())
    const all = (await overlays.list(recipientId)).filter(lives(now))
    return idsOf(all.filter((each) => isAwaited(each) || each.keyHash !== undefined || isConnected(each, now)))
  }

const lastSign = ({ lastSeenAt, createdAt }: Overlay): string => lastSeenAt ?? createdAt

/** The listeners that keep their slot when another one comes: all that are connected, and the latest of the rest. */
const keptFrom = (all: readonly Overlay[], most: number, now: Date): readonly string[] => {
  const present = all.filter((each) => isConnected(each, now))
  const absent = all.filter((each) => !isConnected(each, now))
  const latest = absent.toSorted((left, right) => (lastSign(left) < lastSign(right) ? 1 : -1))
  return idsOf([...present, ...latest.slice(0, Math.max(0, most - 1 - present.length))])
}

/** Programs that keep their slot: the one that has been absent longest gives way. */
export const keptPrograms =
  (overlays: Pick<OverlayRepository, 'listeners'>, recipientId: string, clock = systemClock) =>
  async (): Promise<readonly string[]> => {
    const now = new Date(clock())
    const all = await overlays.listeners(recipientId)
    return keptFrom(all.filter(isProgram).filter(lives(now)), caps.programs.items, now)
  }

/** Pages with a session that keep their slot, as programs do: the recipient's own, or those of its members. */
export const keptSessions =
  (
    overlays: Pick<OverlayRepository, 'sessions'>,
    recipientId: string,
    collection: 'sessions' | 'memberSessions',
    clock = systemClock,
  ) =>
  async (): Promise<readonly string[]> => {
    const now = new Date(clock())
    const isOwn = collection === 'sessions'
    const all = (await overlays.sessions(recipientId)).filter(({ memberId }) => (memberId === undefined) === isOwn)
    return keptFrom(all.filter(lives(now)), caps[collection].items, now)
  }
