import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { enlargedApp, enlargedOperations } from './enlargedApp.ts'
import { everySetting } from './settingCases.ts'
import { appWith } from './synthesize.ts'

const templatesIn = (outdir: string) =>
  readdirSync(outdir)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => {
      const text = readFileSync(join(outdir, file), 'utf8')
      const { Resources, Outputs = {}, Parameters = {} } = JSON.parse(text)
      return { bytes: Buffer.byteLength(text), ...lengthsOf({ Resources, Outputs, Parameters }) }
    })

const lengthsOf = <Sections extends Readonly<Record<string, object>>>(sections: Sections) =>
  Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [name, Object.keys(section).length]),
  ) as Readonly<Record<keyof Sections, number>>

test('no stack has more than 200 resources with every setting', () => {
  const { app, outdir } = appWith({ context: everySetting })
  app.synth()

  expect(Math.max(...templatesIn(outdir).map(({ Resources }) => Resources))).toBeLessThanOrEqual(200)
})

test('with a hundred more operations and twelve workers, every stack stays below its limits', () => {
  const templates = templatesIn(enlargedApp(everySetting))

  expect(templates.reduce((sum, { Resources }) => sum + Resources, 0)).toBeGreaterThan(900)
  for (const section of ['Resources', 'Outputs', 'Parameters'] as const)
    expect(Math.max(...templates.map((template) => template[section])), section).toBeLessThanOrEqual(200)
  expect(Math.max(...templates.map(({ bytes }) => bytes))).toBeLessThan(1_000_000)
})

test('the role that invokes an area’s functions has room in its policy, whatever their names in whatever region', () => {
  const name = 'arn:aws-us-gov:lambda:us-gov-east-1:123456789012:function:'.padEnd(58 + 64, 'f')
  const served = Object.values(Object.groupBy(enlargedOperations, ({ area }) => area))
  const statement = {
    Action: 'lambda:InvokeFunction',
    Effect: 'Allow',
    Resource: Array(Math.max(...served.map((area) => area?.length ?? 0))).fill(name),
  }
  expect(JSON.stringify({ Statement: [statement], Version: '2012-10-17' }).length).toBeLessThanOrEqual(10_240)
})
