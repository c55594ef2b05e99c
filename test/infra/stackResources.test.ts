import { CloudFormationServiceException } from '@aws-sdk/client-cloudformation'
import { expect, test } from 'vitest'
import { stackExists, stackOutputs, stackResources, templateResources } from '../../infra/operators/stackResources.ts'

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
  const asked: object[] = []
  const send = async ({ input }: { readonly input: object }) => {
    asked.push(input)
    return answers.shift()
  }
  const client = { send } as never

  expect(await stackOutputs(client, 'tools')).toEqual({ ApiUrl: 'https://api.example' })
  expect(await templateResources(client, 'tools')).toEqual({ history: { Type: 'AWS::DynamoDB::Table' } })
  expect(asked).toEqual([{ StackName: 'tools' }, { StackName: 'tools', TemplateStage: 'Original' }])
})

test('members that CloudFormation leaves out are empty', async () => {
  const client = { send: async () => ({}) } as never

  expect(await stackOutputs(client, 'tools')).toEqual({})
  expect(await templateResources(client, 'tools')).toEqual({})
  expect(await stackResources(client, 'tools')).toEqual([])
})

test('a resource that is not there yet has no id, and is none', async () => {
  const whole = { ResourceType: 'T', LogicalResourceId: 'l', PhysicalResourceId: 'p' }
  const { ResourceType: _1, ...typeless } = whole
  const { LogicalResourceId: _2, ...nameless } = whole
  const { PhysicalResourceId: _3, ...planned } = whole
  const client = { send: async () => ({ StackResourceSummaries: [typeless, nameless, planned, whole] }) } as never

  expect(await stackResources(client, 'tools')).toEqual([{ type: 'T', logicalId: 'l', physicalId: 'p' }])
})

test('without credentials the error says how to get them', async () => {
  const send = async () => {
    throw Object.assign(new Error('Could not load credentials from any providers'), {
      name: 'CredentialsProviderError',
    })
  }

  await expect(stackOutputs({ send } as never, 'tools')).rejects.toMatchObject({
    message: expect.stringContaining('aws sso login'),
    cause: { name: 'CredentialsProviderError' },
  })
})
