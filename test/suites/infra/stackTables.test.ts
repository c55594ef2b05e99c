import type { ListStackResourcesCommandInput, ListStackResourcesCommandOutput } from '@aws-sdk/client-cloudformation'
import { expect, test } from 'vitest'
import { stackTables } from '../../../infra/operators/stackTables.ts'

type Page = Pick<ListStackResourcesCommandOutput, 'StackResourceSummaries' | 'NextToken'>

const resource = (ResourceType: string, LogicalResourceId: string, PhysicalResourceId: string) =>
  ({ ResourceType, LogicalResourceId, PhysicalResourceId }) as NonNullable<Page['StackResourceSummaries']>[number]

/** CloudFormation, with the pages of one stack, and no template of it. */
const cloudFormation = (pages: readonly Page[]) => {
  const asked: ListStackResourcesCommandInput[] = []
  const send = async ({ input }: { readonly input: ListStackResourcesCommandInput }) => {
    if ('TemplateStage' in input) return {}
    asked.push(input)
    return pages[asked.length - 1]
  }
  return { asked, client: { send } as never }
}

const pages: readonly Page[] = [
  {
    StackResourceSummaries: [resource('AWS::DynamoDB::Table', 'videosTable0A1B2C3D', 'tools-videosTable0A1B2C3D-XYZ')],
    NextToken: 'more',
  },
  {
    StackResourceSummaries: [
      resource('AWS::DynamoDB::Table', 'paymentsTable89ABCDEF', 'tools-paymentsTable89ABCDEF-123'),
      resource('AWS::DynamoDB::Table', 'paymentsTable89ABCDEFOld', 'of-another-construct'),
      resource('AWS::Lambda::Function', 'paymentsTable01234567', 'no-table'),
    ],
  },
]

test('the data stack uses only its own tables, never those of a deleted stack or of tools-dev', async () => {
  const { client, asked } = cloudFormation(pages)
  const tableNameOf = stackTables(client, 'tools')

  expect(await tableNameOf('payments')).toBe('tools-paymentsTable89ABCDEF-123')
  expect(await tableNameOf('videos')).toBe('tools-videosTable0A1B2C3D-XYZ')
  expect(asked).toStrictEqual([{ StackName: 'tools-data' }, { StackName: 'tools-data', NextToken: 'more' }])
})

test('a table that the stack does not have is an error that names both', async () => {
  await expect(stackTables(cloudFormation(pages).client, 'tools')('news')).rejects.toThrow(
    'The stack tools-data has no table news',
  )
})
