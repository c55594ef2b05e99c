import { expect, test } from 'vitest'
import { addKeys } from '../../../infra/encryption.ts'
import { bareStack, synthesized } from './bareStack.ts'

const keysWith = (removeData: boolean) => {
  const stack = bareStack()
  const keys = addKeys(stack, { removeData })
  return { keys: Object.keys(keys), template: synthesized(stack) }
}

const derives = { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' }

test('a key is rotated or makes codes, and is deleted a week after it was asked for', () => {
  const { keys, template } = keysWith(false)

  expect(keys).toEqual(['secrets', 'cursors', 'webhooks'])
  const created = template.all('AWS::KMS::Key').map(({ id, Properties: { KeyPolicy: _policy, ...rest } }) => ({
    ...rest,
    id: id.replace(/[0-9A-F]{8}$/, ''),
  }))
  const described = (name: string) => ({
    id: `${name}Key`,
    Description: `Streaming support service: ${name}`,
    PendingWindowInDays: 7,
  })
  expect(created).toEqual([
    { ...described('secrets'), EnableKeyRotation: true },
    { ...described('cursors'), ...derives },
    { ...described('webhooks'), ...derives },
  ])
})

test.each([
  [false, 'RetainExceptOnCreate', 'Retain'],
  [true, 'Delete', 'Delete'],
])('keys are kept as long as data: removeData %s', (removeData, DeletionPolicy, UpdateReplacePolicy) => {
  for (const key of keysWith(removeData).template.all('AWS::KMS::Key'))
    expect(key).toMatchObject({ DeletionPolicy, UpdateReplacePolicy })
})
