import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Outcome } from '../../support/runScripts.ts'
import { scriptOutcomes } from '../../support/scriptOutcomes.ts'

const header = 'donation_id,created_at,name,message,amount,currency'

const newFile = (...rows: readonly string[]): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'donations-')), 'donations.csv')
  writeFileSync(file, `${[header, ...rows].join('\n')}\n`)
  return file
}

const run = (...runs: readonly (readonly string[])[]): Promise<readonly Outcome[]> =>
  scriptOutcomes(runs.map((args) => ({ program: 'bin/import.ts', args })))

test('a dry run shows what it understands and what it does not, for people and for programs', async () => {
  const whole = newFile('1,1438576556,Thomas,Hi,"1,234.50",EUR', `2,2026-01-01 10:00,Ann,${'a'.repeat(1001)},2,EUR`)
  const broken = newFile('1,1438576556,Thomas,,\u001b[2Jfree,EUR', '2,1438576556,Thomas,,1,JPY')

  const [text, json, refused] = await run([whole, '--dry-run'], [whole, '--dry-run', '--json'], [broken, '--dry-run'])

  expect(text).toMatchObject({ status: 0, stderr: '' })
  const lines = text?.stdout.trimEnd().split('\n') ?? []
  expect(JSON.parse(lines[0]?.replace('line 2: ', '') ?? '')).toMatchObject({ originId: '1', nickname: 'Thomas' })
  expect(lines[1]).toBe('line 3: cut, because it is too long: message')
  expect(lines.slice(3)).toEqual([
    'donations.csv (Streamlabs): 2 understood',
    'from 2015-08-03T04:35:56Z to 2026-01-01T10:00:00Z',
    '1236.50 EUR in all',
    '1 times name no zone, and are read as UTC (--time-zone)',
    '1 texts were cut',
    'requests: 1, minutes at the rate of a recipient: 1, USD on AWS: 0.00',
  ])
  expect(json?.status).toBe(0)
  expect(JSON.parse(json?.stdout ?? '')).toMatchObject({
    dryRun: true,
    system: 'Streamlabs',
    timeZone: 'UTC',
    refused: [],
    report: { rows: { understood: 2, refused: 0 }, amounts: { EUR: '1236.50' }, cut: 1, withoutZone: 1, requests: 1 },
  })
  expect(refused?.status).toBe(1)
  expect(refused?.stdout).toContain('line 2: not imported: amount: " [2Jfree" is no amount\n')
  expect(refused?.stdout).toContain('donations.csv (Streamlabs): 1 understood, 1 not imported\n')
})
