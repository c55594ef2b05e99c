import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GetTemplateCommand } from '@aws-sdk/client-cloudformation'
import { expect, onTestFinished, test } from 'vitest'
import { deploymentRefusals } from '../../../../../infra/operators/deploymentRefusals.ts'

const templateWith = (key: string) => ({
  Resources: {
    paymentsTable: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
      },
    },
  },
})

/** An assembly of a service whose own name ends as that of a data stack. */
const assemblyWith = (template: object): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const stack = (templateFile: string) => ({ type: 'aws:cloudformation:stack', properties: { templateFile } })
  const artifacts = { 'my-data': stack('service.json'), 'my-data-data': stack('data.json') }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts }))
  writeFileSync(join(folder, 'service.json'), JSON.stringify({ Resources: {} }))
  writeFileSync(join(folder, 'data.json'), JSON.stringify(template))
  return folder
}

/** CloudFormation with these stacks, by their templates. */
const cloudFormation = (stacks: Readonly<Record<string, object>>, StackStatus = 'UPDATE_COMPLETE') => ({
  send: async ({ input: { StackName = '', TemplateStage } }: GetTemplateCommand) => {
    const template = stacks[StackName]
    if (template === undefined) throw new Error(`Stack with id ${StackName} does not exist`)
    const isOriginal = TemplateStage === 'Original'
    return { Stacks: [{ Outputs: [], StackStatus }], ...(isOriginal && { TemplateBody: JSON.stringify(template) }) }
  },
})

test('a first deployment is refused nothing', async () => {
  const client = cloudFormation({})

  const refusals = await deploymentRefusals(client as never, assemblyWith(templateWith('id')), {})

  expect(refusals).toEqual([])
})

test('a deployment that would replace a table of the data stack is refused with the way', async () => {
  const client = cloudFormation({ 'my-data': templateWith('id'), 'my-data-data': templateWith('recipientId') })

  const refusals = await deploymentRefusals(client as never, assemblyWith(templateWith('id')), {})

  expect(refusals).toEqual([expect.stringMatching(/^paymentsTable: keys was .*recipientId.*Expand, then contract/)])
})

test('a data stack whose creation has failed has nothing to lose', async () => {
  const client = cloudFormation({ 'my-data-data': templateWith('recipientId') }, 'ROLLBACK_COMPLETE')

  const refusals = await deploymentRefusals(client as never, assemblyWith(templateWith('id')), {})

  expect(refusals).toEqual([])
})
