import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { withSection } from '../../../infra/documents/tables.ts'
import { benchCounts } from '../../proofs/growth/counts.ts'
import { assemblyResources, deployedFacts } from '../../proofs/growth/deployedFacts.ts'
import { standingParts } from '../../proofs/growth/month.ts'
import { growthSections } from '../../proofs/growth/sections.ts'
import { defaultAssembly, defaultTemplate } from './defaultTemplate.ts'

await defaultTemplate()
const facts = deployedFacts(assemblyResources(defaultAssembly))
const documentOf = (name: string): string => readFileSync(resolve(import.meta.dirname, '../../..', name), 'utf8')
const idleDollars = Object.values(standingParts(facts)).reduce((sum, part) => sum + part, 0)

test('the guide has the bill and the limits of the present template; npm run growth -- --write renews them', () => {
  const guide = documentOf('infra/README.md')
  const sections = Object.entries(growthSections(facts, benchCounts))

  expect(sections.reduce((text, [name, content]) => withSection(text, name, content), guide)).toBe(guide)
})

test('a deployment that nobody calls costs four dollars a month at most', () => {
  expect(idleDollars).toBeLessThanOrEqual(4)
})
