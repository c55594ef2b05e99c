import { CloudFormationServiceException } from '@aws-sdk/client-cloudformation'
import { expect, test } from 'vitest'
import { stackExists, stackOutputs, templateResources } from '../../infra/maintenance/stackResources.ts'

test.each([
  ['Stack with id tools does not exist', false],
  ['User is not authorized to perform cloudformation:DescribeStacks', undefined],
])('a stack that CloudFormation answers with %j', async (message, exists) => {
  const options = { message, name: 'ValidationError', $fault: 'client', $metadata: {} } as const
  const send = async () => {
    throw new CloudFormationServiceException(options)
  }

  const answer = stackExists({ send } as never, 'tools')

  if (exists === undefined) await expect(answer).rejects.toThrow(message)
  else expect(await answer).toBe(exists)
})

test('a stack that is there is not taken for a trial', async () => {
  expect(await stackExists({ send: async () => ({ Stacks: [{}] }) } as never, 'tools')).toBe(true)
})

test('the outputs of a stack come by their names, and its template by logical ids', async () => {
  const answers = [
    { Stacks: [{ Outputs: [{ OutputKey: 'ApiUrl', OutputValue: 'https://api.example' }] }] },
    { TemplateBody: '{"Resources":{"history":{"Type":"AWS::DynamoDB::Table"}}}' },
  ]
  const client = { send: async () => answers.shift() } as never

  expect(await stackOutputs(client, 'tools')).toEqual({ ApiUrl: 'https://api.example' })
  expect(await templateResources(client, 'tools')).toEqual({ history: { Type: 'AWS::DynamoDB::Table' } })
})

test('who has no credentials is told how to get them', async () => {
  const send = async () => {
    throw Object.assign(new Error('Could not load credentials from any providers'), {
      name: 'CredentialsProviderError',
    })
  }

  await expect(stackOutputs({ send } as never, 'tools')).rejects.toThrow('aws sso login')
})
