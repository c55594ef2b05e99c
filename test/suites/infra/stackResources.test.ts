import { CloudFormationServiceException } from '@aws-sdk/client-cloudformation'
import { expect, test } from 'vitest'
import {
  deploymentOutputs,
  stackExists,
  stackOutputs,
  stackResources,
  templateResources,
} from '../../../infra/operators/stackResources.ts'

test.each([
  ['Stack with id tools does not exist', false],
  ['User is not authorized to perform cloudformation:DescribeStacks', undefined],
])('a stack that CloudFormation answers with %j', async (message, exists) => {
  const options = { message, name: 'ValidationError', $fault: 'client', $metadata: {} } as const
  const send = async () => {
    throw new CloudFormationServiceException(options)
  }

  const answer = stackExists({ send } as never, 'tools')

  expect(await stackExists({ send: async () => ({ Stacks: [{}] }) } as never, 'tools')).toBe(true)
  if (exists === undefined) await expect(answer).rejects.toThrow(message)
  else expect(await answer).toBe(exists)
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

test('a missing resource has no id', async () => {
  const whole = { ResourceType: 'T', LogicalResourceId: 'l', PhysicalResourceId: 'p' }
  const { ResourceType: _1, ...typeless } = whole
  const { LogicalResourceId: _2, ...nameless } = whole
  const { PhysicalResourceId: _3, ...planned } = whole
  const client = { send: async () => ({ StackResourceSummaries: [typeless, nameless, planned, whole] }) } as never

  expect(await stackResources(client, 'tools')).toEqual([{ type: 'T', logicalId: 'l', physicalId: 'p', declared: {} }])
})

test('the resources of nested stacks are those of their stack too, each as its own template declares it', async () => {
  const stack = 'AWS::CloudFormation::Stack'
  const lists: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
    tools: [
      [stack, 'area', 'arn:area'],
      ['L', 'log', 'log-1'],
    ],
    'arn:area': [
      [stack, 'inner', 'arn:inner'],
      ['F', 'write', 'write-1'],
    ],
    'arn:inner': [['F', 'write', 'write-2']],
  }
  const sizes: Readonly<Record<string, number>> = { 'arn:area': 512, 'arn:inner': 1024 }
  const send = async ({
    input,
  }: {
    readonly input: { readonly StackName: string; readonly TemplateStage?: string }
  }) =>
    input.TemplateStage === undefined
      ? {
          StackResourceSummaries: lists[input.StackName]?.map(
            ([ResourceType, LogicalResourceId, PhysicalResourceId]) => ({
              ResourceType,
              LogicalResourceId,
              PhysicalResourceId,
            }),
          ),
        }
      : {
          TemplateBody: JSON.stringify({
            Resources: { write: { Type: 'F', Properties: { MemorySize: sizes[input.StackName] } } },
          }),
        }

  const resources = await stackResources({ send } as never, 'tools')

  expect(resources.filter(({ type }) => type !== stack)).toEqual([
    { type: 'F', logicalId: 'write', physicalId: 'write-2', declared: { MemorySize: 1024 } },
    { type: 'F', logicalId: 'write', physicalId: 'write-1', declared: { MemorySize: 512 } },
    { type: 'L', logicalId: 'log', physicalId: 'log-1', declared: {} },
  ])
})

test('the outputs of a deployment are those of both stacks', async () => {
  const send = async ({ input: { StackName } }: { readonly input: { readonly StackName: string } }) => ({
    Stacks: [{ Outputs: [{ OutputKey: StackName, OutputValue: 'here' }] }],
  })

  expect(await deploymentOutputs({ send } as never, 'tools')).toEqual({ tools: 'here', 'tools-data': 'here' })
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
