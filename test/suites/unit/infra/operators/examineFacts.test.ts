import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { examineFacts } from '../../../../../infra/operators/examineFacts.ts'

const folder = mkdtempSync(join(tmpdir(), 'facts-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('pages of providers whose facts are a year old, or have no date, are named', () => {
  const pages = {
    'README.md': 'no facts of a provider',
    'fresh.md': '# Fresh\n\nFacts, read on 2026-11-27: [here](https://example.com).\n',
    'old.md': '# Old\n\nFacts, read on 2025-11-26: [here](https://example.com).\n',
    'undated.md': '# Undated\n\nFacts: [here](https://example.com).\n',
  }
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text)
  const now = new Date('2026-11-27T12:00:00Z')

  const finding = examineFacts(folder, now)

  expect(finding).toMatchObject({ state: 'optional', text: expect.stringMatching(/: old\.md, undated\.md$/) })
})

test('the facts of every provider have a date', () => {
  const finding = examineFacts('shared/providers', new Date('2026-11-27T12:00:00Z'))

  expect(finding.state).toBe('good')
})
