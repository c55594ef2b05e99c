import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './awsCli.ts'

/** Providers change their formats without telling us; what is older than this is read again. */
const staleMs = 365 * 24 * 60 * 60 * 1000

/** The pages of providers without a format that anybody else decides. */
const own: ReadonlySet<string> = new Set(['README.md', 'manual.md'])

/** Names the pages of providers whose facts were last read more than a year ago, or at an unknown time. */
export const examineFacts = (folder: string, now: Date): Finding => {
  const subject = 'Provider facts'
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && !own.has(name))
  const old = pages.filter((name) => {
    const [, read = ''] = /^Facts, read on (\d{4}-\d{2}-\d{2}):/m.exec(readFileSync(join(folder, name), 'utf8')) ?? []
    return !(now.getTime() - Date.parse(read) <= staleMs)
  })
  return old.length === 0
    ? { subject, state: 'good', text: `those of ${pages.length} pages were read within a year` }
    : { subject, state: 'optional', text: `read them again, and date them: ${old.toSorted().join(', ')}` }
}
