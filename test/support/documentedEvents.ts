import { readFileSync } from 'node:fs'

/** What the page of a platform says that an event becomes: the event of the history, and whether it has a `count`. */
export const documentedEvent = (platform: 'kick' | 'twitch', type: string) => {
  const page = readFileSync(new URL(`../../shared/providers/${platform}.md`, import.meta.url), 'utf8')
  const row = page.split('\n').find((line) => line.startsWith('| `') && line.includes(`\`${type}\``)) ?? ''
  const [, event, isCounted] = /\| `([\w-]+)`(, `count`)?[^|]*\|$/.exec(row) ?? []
  return { event, isCounted: isCounted !== undefined }
}
