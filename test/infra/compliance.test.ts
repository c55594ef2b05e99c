import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, test } from 'vitest'
import { appWith, synthesize } from './synthesize.ts'

interface Report {
  readonly pluginReports: readonly {
    readonly pluginName: string
    readonly violations: readonly { readonly ruleName: string }[]
    readonly suppressedViolations?: readonly { readonly ruleName: string; readonly reason: string }[]
  }[]
}

/** Rules that the deployment may depart from; the reasons stand in `infra/acknowledgements.ts`. */
const acknowledgeable = ['APIG4', 'COG2', 'COG8', 'IAM5', 'S1'].map((rule) => `AwsSolutions-${rule}`)

test('cdk-nag finds nothing but what is acknowledged with its reason', () => {
  const { app, outdir } = appWith()
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))

  app.synth()

  const { pluginReports } = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as Report
  const [report] = pluginReports.filter(({ pluginName }) => pluginName === 'AwsSolutions')
  const acknowledged = report?.suppressedViolations ?? []
  expect(report?.violations).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(acknowledgeable).toEqual(
    expect.arrayContaining(acknowledged.map(({ ruleName }) => ruleName.replace(/\[.*/, ''))),
  )
  for (const { reason } of acknowledged) expect(reason.length).toBeGreaterThan(40)
})

const variants = [
  {},
  { removeData: 'true', alarmEmail: 'ops@example.com', monthlyBudget: '20' },
  { callbackUrls: 'https://app.example.com/' },
]

test.each(variants)(
  'every property is one of its resource type, and none that is required is missing: %j',
  (context) => {
    const specification = loadAwsServiceSpecSync()
    const { resources } = synthesize(context)

    const mistakes = resources
      .filter(({ Type }) => !Type.startsWith('Custom::'))
      .flatMap(({ id, Type, Properties = {} }) => {
        const { properties } = specification.lookup('resource', 'cloudFormationType', 'equals', Type).only()
        const unknown = Object.keys(Properties).filter((name) => !(name in properties))
        const missing = Object.keys(properties).filter((name) => properties[name]?.required && !(name in Properties))
        return [...unknown.map((name) => `${id}: unknown ${name}`), ...missing.map((name) => `${id}: no ${name}`)]
      })

    expect(mistakes).toEqual([])
  },
)
