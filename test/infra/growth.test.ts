import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../shared/contract/operation.ts'
import { operations } from '../../shared/operations.ts'
import { workers } from '../../shared/workerRegistry.ts'
import { contextOf, settingValues } from './settingCases.ts'
import { appWith } from './synthesize.ts'

/** Every setting that fits those of a user pool, with which there are the most resources. */
const everySetting = contextOf(
  Object.keys(settingValues).filter((name) => !/^(issuer|admin|alarms|deletionProtection|stackName)/.test(name)),
)

const templatesOf = (registries: Parameters<typeof appWith>[0]) => {
  const { app, outdir } = appWith({ context: everySetting, ...registries })
  app.synth()
  const files = readdirSync(outdir).filter((file) => file.endsWith('.template.json'))
  return files.map((file) => {
    const text = readFileSync(join(outdir, file), 'utf8')
    const { Resources, Outputs = {}, Parameters = {} } = JSON.parse(text)
    return { file, bytes: Buffer.byteLength(text), Resources: Object.keys(Resources), Outputs, Parameters }
  })
}

const longest = <Value>(values: readonly Value[], lengthOf: (value: Value) => number): number =>
  Math.max(...values.map(lengthOf))

/** Copies of the first entries of a registry, which is begun again as often as necessary. */
const copies = <Entry extends { readonly id: string }>(registry: readonly Entry[], count: number) =>
  Array.from({ length: count }, (_, index) => {
    const entry = registry[index % registry.length] as Entry
    return { ...entry, id: `${entry.id}Copy${index}` }
  })

test('no stack has more than 200 resources with every setting', () => {
  expect(longest(templatesOf({}), ({ Resources }) => Resources.length)).toBeLessThanOrEqual(200)
})

describe('with a hundred operations and twelve workers more', () => {
  const added = copies(operations as readonly Operation[], 100).map((operation, index) => ({
    ...operation,
    path: `/copies/${index}${operation.path}`,
  }))
  const templates = templatesOf({
    operations: [...operations, ...added],
    workers: [...workers, ...copies(workers, 12)],
  })

  test('no stack has more than 200 resources, outputs or parameters, or a megabyte', () => {
    expect(templates.length).toBeGreaterThan(15)
    expect(templates.flatMap(({ Resources }) => Resources).length).toBeGreaterThan(900)
    expect(longest(templates, ({ Resources }) => Resources.length)).toBeLessThanOrEqual(200)
    expect(longest(templates, ({ Outputs }) => Object.keys(Outputs).length)).toBeLessThanOrEqual(200)
    expect(longest(templates, ({ Parameters }) => Object.keys(Parameters).length)).toBeLessThanOrEqual(200)
    expect(longest(templates, ({ bytes }) => bytes)).toBeLessThan(1_000_000)
  })

  test('the role that invokes an area’s functions has room in its policy, whatever their names in whatever region', () => {
    const name = 'arn:aws-us-gov:lambda:us-gov-east-1:123456789012:function:'.padEnd(58 + 64, 'f')
    const served = Object.values(Object.groupBy([...operations, ...added], ({ area }) => area))
    const statement = {
      Action: 'lambda:InvokeFunction',
      Effect: 'Allow',
      Resource: Array(longest(served, (area) => area?.length ?? 0)).fill(name),
    }
    expect(JSON.stringify({ Statement: [statement], Version: '2012-10-17' }).length).toBeLessThanOrEqual(10_240)
  })
})
