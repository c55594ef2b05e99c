import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** The options without which a command does not reach what its document is about. */
const needed: Readonly<Record<string, readonly string[]>> = {
  setup: ['--aws'],
  doctor: ['--aws'],
  replay: ['--aws', '--stack'],
  restore: ['--stack', '--at'],
  stream: ['--recipient', '--platform'],
}

test.each(['infra/RUNBOOK.md', 'infra/README.md'])(
  'every command in %s has the options that it needs on a deployed stack',
  (path) => {
    const text = read(path).replaceAll(/(?<=`npm run [^`\n]*)\n *(?=[^`\n]*`)/g, ' ')
    const commands = [...text.matchAll(/npm run (\w+)([^`\n#]*)/g)].filter(([, script = '']) => needed[script])
    const lacking = commands.filter(([, script = '', options = '']) =>
      needed[script]?.some((option) => !options.includes(` ${option}`)),
    )

    expect(commands.length).toBeGreaterThan(0)
    expect(lacking.map(([command]) => command)).toEqual([])
  },
)

test('the runbook filters log lines by messages that functions log', () => {
  const sources = globSync('{functions,shared}/**/*.ts').map(read).join('\n')
  const named = [...read('infra/RUNBOOK.md').matchAll(/filter message = "([^"]+)"/g)].map(([, message]) => message)

  expect(named.length).toBeGreaterThan(1)
  expect(named.filter((message) => !sources.includes(`'${message}'`))).toEqual([])
})
