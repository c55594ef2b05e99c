import type { AlertMessage } from '../client/generated/events.ts'
import type { DeliveryMessage } from '../client/live/messages.ts'

/** What viewers do without paying. */
const freeEvents: ReadonlySet<string> = new Set(['follow', 'raid'])

/** More follows than these, within this time of the first, are one card. */
const mostFollows = 5
const togetherMs = 10_000

/** A hidden alert takes no time of the screen, and its owner wants to see a repeated one. */
const isFree = (message: DeliveryMessage): boolean =>
  message.type === 'alert' && !message.force && !message.alert.hidden && freeEvents.has(message.alert.event)

const isFollow = (message: DeliveryMessage): message is AlertMessage =>
  isFree(message) && message.type === 'alert' && message.alert.event === 'follow'

/** Waiting follows that came together with the one at that time. */
const near = (waiting: readonly DeliveryMessage[], { alert, test }: AlertMessage): readonly AlertMessage[] =>
  waiting.filter(
    (message): message is AlertMessage =>
      isFollow(message) &&
      message.test === test &&
      Math.abs(Date.parse(message.alert.createdAt) - Date.parse(alert.createdAt)) <= togetherMs,
  )

/**
 * Chooses what is shown next: what viewers have paid for comes before what is free, and many follows that came together
 * are one card.
 */
export const showOrder = () => {
  /** Follows that were shown by themselves. */
  let shown: readonly AlertMessage[] = []

  return {
    next: (waiting: readonly DeliveryMessage[]): readonly DeliveryMessage[] => {
      const next = waiting.find((message) => !isFree(message)) ?? waiting[0]
      if (next === undefined) return []
      if (!isFollow(next)) return [next]
      const together = near(waiting, next)
      shown = near(shown, next)
      if (together.length > 1 && together.length + shown.length > mostFollows) return together
      shown = [...shown, next]
      return [next]
    },
    /** Waiting follows that become part of the card on the screen. */
    joining: (
      [first, ...others]: readonly AlertMessage[],
      waiting: readonly DeliveryMessage[],
    ): readonly AlertMessage[] => {
      if (first === undefined || !isFollow(first)) return []
      const together = near(waiting, first)
      return others.length > 0 || together.length + near(shown, first).length > mostFollows ? together : []
    },
  }
}
