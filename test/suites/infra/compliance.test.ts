import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, test } from 'vitest'
import { appWith } from './synthesize.ts'

interface Report {
  readonly pluginReports: readonly {
    readonly pluginName: string
    readonly violations: readonly { readonly ruleName: string }[]
    readonly suppressedViolations?: readonly { readonly ruleName: string; readonly reason: string }[]
  }[]
}

/** Rules that the deployment may depart from; the reasons stand in `infra/acknowledgements.ts`. */
const acknowledgeable = ['APIG1', 'APIG4', 'COG2', 'COG8', 'IAM5'].map((rule) => `AwsSolutions-${rule}`)

test('CloudFormation’s schemas and cdk-nag find nothing but departures that are acknowledged with their reasons', () => {
  const { app, outdir } = appWith({ validated: true })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))

  app.synth()

  const { pluginReports } = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as Report
  const [report] = pluginReports.filter(({ pluginName }) => pluginName === 'AwsSolutions')
  expect(pluginReports.flatMap(({ violations }) => violations)).toEqual([])
  const acknowledged = report?.suppressedViolations ?? []
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(acknowledgeable).toEqual(
    expect.arrayContaining(acknowledged.map(({ ruleName }) => ruleName.replace(/\[.*/, ''))),
  )
  for (const { reason } of acknowledged) expect(reason.length).toBeGreaterThan(40)
})
