import type { EventType } from './eventTypes.ts'

/** The types of each enabled endpoint, by its id. They are kept in the recipient's item, which every event reads. */
type Subscriptions = Readonly<Record<string, readonly EventType[]>>

const stored = (text: string | undefined): Subscriptions => (text === undefined ? {} : JSON.parse(text))

/** The ids of the enabled endpoints that are informed of a type. */
export const endpointsFor = (text: string | undefined, type: EventType): readonly string[] =>
  Object.entries(stored(text)).flatMap(([id, types]) => (types.includes(type) ? [id] : []))

/** The text after an endpoint got other types; without types, it is informed of nothing. */
export const withSubscription = (text: string | undefined, id: string, types: readonly EventType[]): string => {
  const { [id]: _, ...others } = stored(text)
  return JSON.stringify(types.length === 0 ? others : { ...others, [id]: types })
}
