import { UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation'
import { expect, test } from 'vitest'
import { unprotectFailedCreation } from '../../../../../infra/operators/failedCreation.ts'

test.each([
  ['ROLLBACK_COMPLETE', [{ StackName: 'tools-data', EnableTerminationProtection: false }]],
  ['ROLLBACK_FAILED', []],
  ['UPDATE_ROLLBACK_COMPLETE', []],
  ['CREATE_COMPLETE', []],
])('a data stack that is %s may be deleted by the next deployment, or stays protected', async (StackStatus, wanted) => {
  const changes: unknown[] = []
  const send = async (command: { readonly input: unknown }) => {
    if (command instanceof UpdateTerminationProtectionCommand) changes.push(command.input)
    return { Stacks: [{ StackStatus }] }
  }

  await unprotectFailedCreation({ send } as never, 'tools-data')

  expect(changes).toEqual(wanted)
})
