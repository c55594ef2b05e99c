import { expect, test } from 'vitest'
import { parseSettings } from '../../../infra/settings.ts'
import { operations } from '../../../shared/operations.ts'
import { readDeployment } from '../../local/runner/template/readDeployment.ts'
import { oneOf } from '../../support/runs.ts'
import { readTemplate } from './readTemplate.ts'
import { areCompatible, contextOf, settingCases, settingValues } from './settingCases.ts'
import { appWith, mistakesOf } from './synthesize.ts'
import type { Json } from './template.ts'

const cases = settingCases()
const names = Object.keys(settingValues)

test('every setting is among the cases, with a value that is not its default', () => {
  const defaults = parseSettings({}) as Readonly<Record<string, unknown>>
  const known = parseSettings(
    contextOf(names.filter((name) => !/^(issuer|admin.+|panelClientId|removeData)$/.test(name))),
  )
  expect(Object.keys(defaults).filter((name) => !Object.values(settingValues).some((value) => name in value))).toEqual(
    [],
  )
  for (const name of Object.keys(known).filter((each) => each in defaults && each !== 'removeData'))
    expect(known[name as keyof typeof known], name).not.toEqual(defaults[name])
})

test('the cases hold each pair of settings that may be set together, and each setting without each other one', () => {
  for (const first of names)
    for (const second of names.filter((name) => name !== first)) {
      if (areCompatible([first, second]))
        expect(
          cases.some((on) => on.includes(first) && on.includes(second)),
          `${first}, ${second}`,
        ).toBe(true)
      expect(
        cases.some((on) => on.includes(first) && !on.includes(second)),
        `${first}, not ${second}`,
      ).toBe(true)
    }
})

/** Logical ids that a value refers to. */
const referencesOf = (value: Json): readonly string[] => {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(referencesOf)
  return Object.entries(value).flatMap(([key, below]) => {
    if (key === 'Ref') return String(below).startsWith('AWS::') ? [] : [String(below)]
    return key === 'Fn::GetAtt' ? [String((below as readonly Json[])[0])] : referencesOf(below)
  })
}

// A synthesis takes seconds: each run has some of the cases, `npm run test:full` all.
test.each(oneOf(5, cases).map((on) => [on.join(' ') || 'none', on] as const))('synthesis with %s', (_title, on) => {
  const context = contextOf(on)
  const { app, outdir } = appWith({ context })
  app.synth()

  const template = readTemplate(outdir, String(context['stackName'] ?? 'streaming-support'))
  const known = template.resources.filter(({ Type }) => !Type.startsWith('Custom::'))
  expect(known.flatMap(mistakesOf)).toEqual([])
  const ids = new Set([...template.resources.map(({ id }) => id), 'BootstrapVersion'])
  const used = template.resources.flatMap(({ Properties = {}, DependsOn = [] }) => [
    ...referencesOf(Properties),
    ...[DependsOn].flat(),
  ])
  expect(used.filter((id) => !ids.has(id))).toEqual([])
  const sizes = Object.values(Object.groupBy(template.resources, ({ stack }) => stack)).map((all) => all?.length)
  expect(Math.max(...sizes.map(Number))).toBeLessThanOrEqual(200)
})

test('the local API takes a deployment with every setting that has a local effect', () => {
  const { app, outdir } = appWith({
    context: contextOf(names.filter((name) => !/issuer|admin|panel|donationPage|deletionProtection/.test(name))),
  })
  app.synth()

  const local = { httpApi: 'http://127.0.0.1:3000', webSocketApi: 'ws://127.0.0.1:3001' }
  const { httpApi, functions } = readDeployment(outdir, { issuer: 'http://issuer', audience: 'a', logicalUrls: local })

  const aliased = operations.filter(({ path }) => path.startsWith('/messenger/'))
  expect(httpApi.routes).toHaveLength(operations.length + aliased.length)
  const addresses = functions.flatMap(({ environment }) => [environment['PUBLIC_URL'], environment['WEBSOCKET_URL']])
  expect(new Set(addresses.filter((address) => address !== undefined))).toEqual(
    new Set(['http://127.0.0.1:3000', 'ws://127.0.0.1:3001/live']),
  )
})
