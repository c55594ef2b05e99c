import { type Announcement, newAnnouncement, posted } from '../../../../shared/areas/messenger/announcement.ts'
import { announcementStep, type StepPorts } from '../../../../shared/areas/messenger/announcementStep.ts'
import type { StoredAnnouncer } from '../../../../shared/areas/messenger/announcerRepository.ts'
import type { DeleteOutcome, MessengerBot, PostOutcome } from '../../../../shared/areas/messenger/messengerBot.ts'
import type { Reservation } from '../../../../shared/areas/messenger/rateLimits.ts'
import { withinInvocation } from '../../../../shared/runtime/invocation.ts'

export const now = Date.parse('2026-01-31T12:00:00Z')
export const chat = { accountId: 'main', chatId: -7 }
const started = { trigger: 'STREAM_STARTED', channel: 'kick#1', sessionId: 's', eventId: '' }

export const announcer: StoredAnnouncer = {
  ...chat,
  id: 'a',
  recipientId: 'alice',
  text: 'Hi',
  buttons: [],
  enabled: true,
  announcerType: 'ANNOUNCE_STREAM_AND_DELETE',
  trigger: 'STREAM_STARTED',
}

/** A new announcement of the announcer, and one whose message is in the chat. */
export const fresh = (trigger = 'STREAM_STARTED', { announcerType } = announcer): Announcement =>
  newAnnouncement('alice', { ...announcer, announcerType }, { ...started, trigger }, now)
export const postedOne = posted(fresh(), { ...chat, messenger: 'telegram', messageId: '7' }, now)

/** What a worker finds. By default, all is as it should be, and a message is posted. */
export interface Scene {
  readonly outcomes?: readonly (PostOutcome | DeleteOutcome)[]
  readonly found?: StoredAnnouncer | undefined
  readonly isOver?: boolean
  readonly mayPost?: boolean
  readonly disables?: boolean
  /** Whether a refusal that a person can mend disables the announcer. */
  readonly isLastRefusal?: boolean
  readonly mayFollow?: boolean
  readonly hasBot?: boolean
  /** Whether there is something to say. */
  readonly hasText?: boolean
  readonly turn?: Reservation
  /** What another worker has stored before. */
  readonly current?: Announcement
  /** What another worker stores while the messenger is called. */
  readonly meanwhile?: Announcement
  /** Whether another worker claims the announcement first. */
  readonly isTaken?: boolean
  /** The time, by default that of the announcement. */
  readonly at?: number
  /** Milliseconds that are left of the invocation. */
  readonly leftMs?: number
}

type Recorder = (...call: unknown[]) => void

const surroundings = (
  scene: Scene,
  record: Recorder,
): Pick<StepPorts, 'announcers' | 'chats' | 'rights' | 'textOf' | 'isOver' | 'limiter'> => ({
  announcers: {
    find: async () => ('found' in scene ? scene.found : announcer),
    follow: async (...call) => record('follow', ...call),
    disable: async (...call) => record('disable', ...call),
    block: async (_recipientId, { id }, ...call) => {
      record('block', id, ...call)
      return scene.isLastRefusal !== true
    },
    unblock: async (...call) => record('unblock', ...call),
  },
  chats: {
    claim: async (...call) => {
      record('claim', ...call)
      return scene.mayFollow ?? true
    },
    release: async (...call) => record('release', ...call),
  },
  rights: { mayPost: async () => scene.mayPost ?? true, reason: 'not yours', disables: scene.disables ?? false },
  textOf: async (_announcement, text) => ((scene.hasText ?? true) ? text : undefined),
  isOver: async (...call) => {
    record('isOver', ...call)
    return scene.isOver ?? false
  },
  limiter: {
    reserve: async ({ name, order }, at) => {
      record('reserve', order === 'first' ? `${name} first` : name)
      return scene.turn ?? { at, isReserved: true }
    },
    // Nobody may ask whether a turn is overtaken that cannot be.
    isOvertaken: async ({ order }) => order !== 'behind',
  },
})

/** Lets a worker do one step, and returns what is stored afterwards, which calls it made, and when it is woken again. */
export const workOn = async (seen: Announcement, scene: Scene = {}) => {
  const next = (scene.outcomes ?? [{ kind: 'posted', messageId: '7' }]).values()
  const calls: unknown[][] = []
  const record: Recorder = (...call) => void calls.push(call)
  const woken: number[] = []
  let current = scene.current ?? seen
  const answer = async (...call: unknown[]) => {
    record(...call)
    current = scene.meanwhile ?? current
    return next.next().value as never
  }
  const bot: MessengerBot = {
    messenger: 'telegram',
    post: (chatId, { text }) => answer('post', chatId, text),
    delete: (...call) => answer('delete', ...call),
  }
  const work = announcementStep({
    ...surroundings(scene, record),
    worker: 'tester',
    wakeUps: { send: async (_table, _key, at) => void woken.push(at) },
    announcements: {
      replace: async (_recipientId, _seen, changed) => {
        if (scene.isTaken) return false
        current = changed
        return true
      },
      change: async (_recipientId, _seen, change) => {
        current = change(current) ?? current
      },
    },
    bots: async () => ((scene.hasBot ?? true) ? bot : undefined),
    clock: () => scene.at ?? now,
  })
  const { leftMs } = scene
  if (leftMs === undefined) await work(seen)
  else await withinInvocation({ getRemainingTimeInMillis: () => leftMs }, () => work(seen))
  return { current, calls, woken, done: calls.map(([name]) => name) }
}
