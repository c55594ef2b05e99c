import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { socketRoutes } from '../../../shared/sockets.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { appWith, synthesizeSmall } from './synthesize.ts'
import { plain, valueAt } from './template.ts'

const template = await defaultTemplate()

/** The data stack's template and properties, and the texts of all others. */
const synthesized = (options: Parameters<typeof appWith>[0]) => {
  const { app, outdir } = appWith(options)
  const { stacks } = app.synth()
  const [data, service] = stacks
  return { data, service, text: readFileSync(join(outdir, data?.templateFile ?? ''), 'utf8') }
}

test('the stack of data is the same, exports included, whoever uses it', () => {
  const least = socketRoutes.filter(({ id }) => id === 'closeConnection')
  const unused = synthesized({ operations: [], workers: [], socketRoutes: least })

  expect(unused.text).toBe(synthesized({}).text)
})

test('no switch lets CloudFormation replace data that the service uses: references are imports', () => {
  const context = { '@aws-cdk/core:defaultCrossStackReferences': 'weak' }
  const { service } = synthesized({ context, operations: [], workers: [] })

  const text = JSON.stringify(service?.template)
  expect(text).toContain('Fn::ImportValue')
  expect(text).not.toContain('Fn::GetStackOutput')
  expect(service?.dependencies.map(({ id }) => id)).toContain('streaming-support-data')
})

test.each([
  [{}, true],
  [{ removeData: true }, false],
])('with %j, the protection of data from termination is %s', (context, isProtected) => {
  const { data, service } = synthesized({ context, operations: [], workers: [] })

  expect([data?.terminationProtection, service?.terminationProtection ?? false]).toEqual([isProtected, false])
})

test('all that others store outlives its stack: data, the client’s id, administrators, and the APIs’ addresses', () => {
  const kept = template.resources.filter(({ stack }) => stack === 'data')

  const { RetainExceptOnCreate = [], ...others } = Object.groupBy(kept, ({ DeletionPolicy = 'none' }) => DeletionPolicy)
  // The name of a sign-in page that stays could not be created again.
  expect(Object.values(others).flatMap((gone) => gone?.map(({ Type }) => Type))).toEqual([
    'AWS::Cognito::UserPoolDomain',
  ])
  expect([...new Set(RetainExceptOnCreate.map(({ Type }) => Type))].sort()).toEqual([
    'AWS::ApiGatewayV2::Api',
    'AWS::Cognito::UserPool',
    'AWS::Cognito::UserPoolClient',
    'AWS::Cognito::UserPoolGroup',
    'AWS::DynamoDB::Table',
    'AWS::KMS::Key',
    'AWS::S3::Bucket',
    'AWS::S3::BucketPolicy',
  ])
})

test('a custom domain belongs to the data, and may be the only address, by which functions post then', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000'
  const context = { domainName: 'api.example.com', certificateArn, disableExecuteApiEndpoint: 'true' }
  const { all } = synthesizeSmall(context)

  expect(all('AWS::ApiGatewayV2::DomainName').map(({ stack }) => stack)).toEqual(['data', 'data'])
  for (const api of all('AWS::ApiGatewayV2::Api')) expect(api.Properties['DisableExecuteApiEndpoint']).toBe(true)
  const posting = all('AWS::Lambda::Function').map(({ Properties }) =>
    plain(valueAt(Properties['Environment'], 'Variables', 'CONNECTIONS_URL')),
  )
  expect(new Set(posting.filter((address) => address !== undefined))).toEqual(new Set(['https://<LiveDomain>']))
})
