import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../shared/operations.ts'
import type { Example } from './rule.ts'
import { boundaryRules } from './rules/boundaries.ts'
import { clockRules } from './rules/clocks.ts'
import { dependencyRules } from './rules/dependencies.ts'
import { layerRules } from './rules/layers.ts'
import { declarationsIn, operationRules } from './rules/operations.ts'
import { proseRules } from './rules/prose.ts'
import { repositoryRules } from './rules/repositories.ts'
import { styleRules } from './rules/style.ts'
import { readSourceFiles, type SourceFile } from './sourceFile.ts'

const rules = [
  ...layerRules,
  ...boundaryRules,
  ...clockRules,
  ...repositoryRules,
  ...operationRules,
  ...dependencyRules,
  ...proseRules,
  ...styleRules,
]
const files = readSourceFiles(process.cwd())

const filesOf = (example: Example): readonly SourceFile[] =>
  Object.entries(example).map(([path, text]) => ({ path, text }))

describe.each(rules)('$name', ({ reason, check, bad, good = [] }) => {
  test('the rule holds', () => {
    const breaches = check(files).map(({ path, line, what }) => `${path}:${line} ${what} (${reason})`)

    expect(breaches).toEqual([])
  })

  test.each(bad)('the rule is broken by example %#', (example) => {
    expect(check(filesOf(example))).not.toEqual([])
  })

  test.each(good)('the rule is kept by example %#', (example) => {
    expect(check(filesOf(example))).toEqual([])
  })
})

test('a breach names its line', () => {
  const example = filesOf({
    'shared/areas/news/rules.ts': '// a\n\nconst x = 1\nimport {\n  env,\n} from "../../infra/x.ts"\n',
  })

  const [breach] = layerRules.flatMap(({ check }) => check(example))

  expect(breach).toEqual({ path: 'shared/areas/news/rules.ts', line: 6, what: 'imports ../../infra/x.ts' })
})

test('the rules have seen the project', () => {
  const folders = new Set(files.map(({ path }) => path.split('/')[0]))

  expect([...folders]).toEqual(expect.arrayContaining(['bin', 'functions', 'infra', 'shared', 'test']))
})

test('every file of bin is an entry point that a script or the CDK starts, or belongs to their command line', () => {
  const starts = ['package.json', 'cdk.json'].map((name) =>
    readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'),
  )
  const bins = files.map(({ path }) => path).filter((path) => /^bin\/[^/]+$/.test(path))

  expect(bins.filter((path) => !starts.join('').includes(` ${path}`))).toEqual([])
})

test('every declared operation is registered, and no other', () => {
  const declared = declarationsIn(files).map(({ id }) => id)

  expect(declared.toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
})
