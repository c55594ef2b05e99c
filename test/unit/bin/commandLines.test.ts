import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }

/** Every program of ours behind a script. */
const programs = [
  ...new Set(Object.values(manifest.scripts).flatMap((script) => /\bnode (bin\/\w+\.ts)/.exec(script)?.[1] ?? [])),
]

const run = async (program: string, args: readonly string[]) => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status, stdout, stderr }
}

test('there are programs', () => {
  expect(programs).toEqual(expect.arrayContaining(['bin/local.ts', 'bin/donate.ts', 'bin/where.ts']))
})

test.each(programs)(
  '%s explains itself with 0, and refuses an option that it does not have with 2',
  async (program) => {
    const [help, mistake] = await Promise.all([run(program, ['--help']), run(program, ['--hepl'])])

    expect({ status: help.status, stderr: help.stderr }).toEqual({ status: 0, stderr: '' })
    expect(help.stdout).toMatch(/^Usage: /)
    expect(mistake).toMatchObject({ status: 2, stdout: '' })
    expect(mistake.stderr).toMatch(
      /^error: (?:unknown option '--hepl'\n\(Did you mean --help\?\)|required option .*)\n$/,
    )
  },
)

test.each([
  [
    'bin/donate.ts',
    ['--recipient', 'x', '--amount', '1.234'],
    '1.234 EUR is not an amount: expected one such as 12.34',
  ],
  [
    'bin/donate.ts',
    ['--recipient', 'x', '--amount', '1.5', '--currency', 'jpy'],
    '1.5 JPY is not an amount: expected one such as 12\n',
  ],
  ['bin/donate.ts', ['--recipient', 'x', '--currency', 'xxz'], 'XXZ is not a currency'],
  ['bin/link.ts', ['--recipient', 'x', '--chat', 'mine'], 'mine is not the id of a chat: expected an integer\n'],
  ['bin/stream.ts', [], "error: required option '--recipient <id>' not specified"],
  ['bin/kills.ts', ['many'], "'many' is invalid"],
  ['bin/where.ts', ['addNews', '17'], 'Expected line and column'],
  ['bin/bench.ts', ['--only', 'speed'], 'no figure speed; there are '],
])('%s %j is refused with 2 and the reason', async (program, args, reason) => {
  const { status, stderr } = await run(program, args)

  expect(stderr).toContain(reason)
  expect(status).toBe(2)
})
