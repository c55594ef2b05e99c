import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { importProgress } from '../../../../../infra/operators/import/importProgress.ts'

let folder: string
beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'progress-'))
  folder = join(parent, 'not', 'there')
  return () => rmSync(parent, { recursive: true })
})

test('what was saved is read by the same import until it ends, and by no other', () => {
  importProgress(folder, ['a', 1]).save(90)
  importProgress(folder, ['a', 1]).save(180)
  importProgress(folder, ['b', 1]).save(7)

  expect([importProgress(folder, ['a', 1]).read(), importProgress(folder, ['a', 2]).read()]).toEqual([180, 0])
  importProgress(folder, ['a', 1]).end()
  importProgress(folder, ['a', 1]).end()
  expect([importProgress(folder, ['a', 1]).read(), importProgress(folder, ['b', 1]).read()]).toEqual([0, 7])
  expect(readdirSync(folder)).toHaveLength(1)
})

test.each(['{"sent":"90"}', '{"sent":1.5}', '{', '{}'])('what somebody else wrote there is nothing: %s', (content) => {
  const progress = importProgress(folder, ['a'])
  progress.save(90)
  const [name = ''] = readdirSync(folder)
  writeFileSync(join(folder, name), content)

  expect(name).toMatch(/^[\w-]+\.json$/)
  expect(progress.read()).toBe(0)
})
