import { type Language, phraseOf } from '../overlay/phrases.ts'
import { type TextName, textOfCode, translate } from './translate.ts'

/** Events with a size, such as the months of a subscription or the viewers of a raid. */
export const sizedEvents: readonly string[] = ['subscription', 'subscription-gift', 'cheer', 'raid', 'kick-gift']

/** The names of the events that raise alerts. */
export const alertEvents = Object.fromEntries(
  ['payment', 'follow', ...sizedEvents].map((event) => [event, translate(`event_${event}` as TextName)]),
)

/** An event by its name, or in the words of the overlay where it has a size. */
export const eventText = (event: string, count: number | null | undefined): string =>
  sizedEvents.includes(event) && Number(count) > 1
    ? phraseOf(event, Number(count), document.documentElement.lang as Language)
    : textOfCode('event', event)
