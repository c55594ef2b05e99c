import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { expect, test } from 'vitest'
import { keptResources } from '../../../infra/operators/keptResources.ts'
import type { TemplateResource } from '../../../infra/operators/stackResources.ts'
import { contextOf } from './settingCases.ts'
import { appWith } from './synthesize.ts'

const dataTemplate = (): Readonly<Record<string, TemplateResource>> => {
  const { app, outdir } = appWith({ context: contextOf(['callbackUrls', 'domainName']) })
  app.synth()
  return JSON.parse(readFileSync(join(outdir, 'streaming-support-data.template.json'), 'utf8')).Resources
}

test('everything that a deleted data stack leaves is taken up, by the identifiers that CloudFormation asks for', async () => {
  const template = dataTemplate()
  const clients = Object.keys(template).filter((id) => template[id]?.Type === 'AWS::Cognito::UserPoolClient')
  const answers: Readonly<Record<string, object>> = {
    'get-resources': {
      ResourceTagMappingList: Object.keys(template).map((id) => ({
        ResourceARN: `arn:aws:any:::kind/${id}`,
        Tags: [{ Key: 'aws:cloudformation:logical-id', Value: id }],
      })),
    },
    'list-user-pool-clients': { UserPoolClients: clients.map((id) => ({ ClientId: id, ClientName: `${id}-1` })) },
    'describe-user-pool': { UserPool: { Domain: 'streaming' } },
    'describe-stacks': {},
    'get-bucket-policy': {},
    'get-group': {},
  }
  const call = async (_service: string, operation: string) => answers[operation] as Record<string, unknown>

  const mapping = await keptResources(call, { deployment: 'a', stackName: 'a-data', template })

  const specification = loadAwsServiceSpecSync()
  const identifiers = Object.entries(template).map(([id, { Type }]) => {
    const { primaryIdentifier } = specification.lookup('resource', 'cloudFormationType', 'equals', Type).only()
    return [id, primaryIdentifier?.toSorted()]
  })
  expect(Object.entries(mapping).map(([id, names]) => [id, Object.keys(names).sort()])).toEqual(identifiers)
})
