import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The options without which a command does not reach what its document is about. */
const needed: Readonly<Record<string, readonly string[]>> = {
  setup: ['--aws'],
  doctor: ['--aws'],
  replay: ['--aws', '--stack'],
  restore: ['--stack', '--at'],
  stream: ['--recipient', '--platform'],
}

test.each([
  ['infra/RUNBOOK.md', ['replay', 'setup']],
  ['infra/README.md', 'doctor doctor setup setup stream setup setup replay restore restore'.split(' ')],
])('every command in %s has the options that it needs on a deployed stack', (path, expected) => {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const commands = [...text.matchAll(/npm run (\w+)([^`\n#]*)/g)].filter(([, script = '']) => needed[script])

  const lacking = commands.filter(([, script = '', options = '']) =>
    needed[script]?.some((option) => !options.includes(` ${option}`)),
  )
  expect(commands.map(([, script]) => script)).toEqual(expected)
  expect(lacking.map(([command]) => command)).toEqual([])
})

test('every message by which the runbook filters log lines is one that is logged', () => {
  const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const loggedBy: Readonly<Record<string, string>> = {
    revocation: 'shared/recipients/revokeTokens.ts',
    postponed: 'shared/workers/postponeFailed.ts',
    'unreadable secret': 'shared/secrets/cipher.ts',
  }

  const named = [...read('infra/RUNBOOK.md').matchAll(/filter message = "([^"]+)"/g)].map(([, message]) => message)

  expect(named).toEqual(Object.keys(loggedBy))
  for (const [message, path] of Object.entries(loggedBy))
    expect(read(path)).toMatch(new RegExp(`log\\('[A-Z]+', '${message}'`))
})
