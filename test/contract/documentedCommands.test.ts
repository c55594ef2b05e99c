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
