import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { withSections } from '../../../infra/documents/tables.ts'
import { assemblyResources, deployedFacts } from '../../proofs/capacity/deployedFacts.ts'
import { idleParts } from '../../proofs/capacity/month.ts'
import { capacityTables } from '../../proofs/capacity/sections.ts'
import { defaultAssembly, defaultTemplate } from './defaultTemplate.ts'

await defaultTemplate()
const documentOf = (name: string): string => readFileSync(resolve(import.meta.dirname, '../../..', name), 'utf8')

test.each(Object.entries(capacityTables(defaultAssembly)))(
  '%s has the tables of the present template; npm run capacity -- --write renews them',
  (file, tables) => {
    expect(withSections(documentOf(file), tables)).toBe(documentOf(file))
  },
)

test('a deployment that nobody calls costs four dollars a month at most', () => {
  const facts = deployedFacts(assemblyResources(defaultAssembly))
  const idleDollars = Object.values(idleParts(facts)).reduce((sum, part) => sum + part, 0)

  expect(idleDollars).toBeLessThanOrEqual(4)
})
