import { EncryptCommand } from '@aws-sdk/client-kms'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test } from 'vitest'
import { standardSecret, standardWebhook } from '../../../support/gatewayWebhooks.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { streamEvent } from '../../../support/streamEvent.ts'
import { startPlatforms } from './platforms.ts'

interface Use {
  readonly action: string
  readonly context: unknown
}

const uses: Use[] = []

const platforms = await sharedByTests(startPlatforms())
const { kmsClient } = await import('../../../../shared/mechanisms/aws/kmsClient.ts')
kmsClient.middlewareStack.add(
  (next, { commandName = '' }) =>
    (given) => {
      const { EncryptionContext: context } = given.input as { readonly EncryptionContext?: unknown }
      if (context !== undefined) uses.push({ action: commandName.replace('Command', ''), context })
      return next(given)
    },
  { step: 'initialize', name: 'recordContexts' },
)
beforeEach(() => void uses.splice(0))

const used = () => uses.toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)))
const all = (actions: readonly string[], contexts: readonly object[]): readonly Use[] =>
  actions.flatMap((action) => contexts.map((context) => ({ action, context })))

test('tokens of platforms are bound to their recipient, their record and their field', async () => {
  const { someone, linkExpired, getAccessToken, call, aws } = platforms
  const recipientId = someone()
  const tokenId = await linkExpired(recipientId)
  const refresh = { recipientId, tokenId, field: 'tokens.refreshToken' }
  const access = { recipientId, tokenId, field: 'tokens.accessToken' }
  const whenLinked = used()
  uses.splice(0)

  await getAccessToken(recipientId, tokenId)
  const whenRefreshed = used()
  uses.splice(0)
  await getAccessToken(recipientId, tokenId)
  const whenRead = used()
  uses.splice(0)
  const key = { TableName: aws.table('tokens'), Key: { recipientId, id: tokenId } }
  const { Item = {} } = await aws.client.send(new GetCommand(key))
  await call('unlinkToken', { recipient: recipientId, body: { id: tokenId } })
  const { handler } = await import('../../../../functions/workers/revokeTokens.ts')
  await handler(streamEvent({ eventName: 'REMOVE', keys: key.Key, oldImage: Item }))

  expect(whenLinked).toEqual(all(['Encrypt'], [access, refresh]))
  expect(whenRefreshed).toEqual([{ action: 'Decrypt', context: refresh }, ...all(['Encrypt'], [access, refresh])])
  expect(whenRead).toEqual(all(['Decrypt'], [access]))
  expect(used()).toEqual(all(['Decrypt'], [access, refresh]))
})

test('a deposited token is bound to its recipient and to the hash of its code', async () => {
  const recipientId = platforms.someone()
  const { otp } = (await platforms.call('createOneTimeCode', { recipient: recipientId, body: { refreshToken: 'r' } }))
    .body

  await platforms.call('exchangeOneTimeCode', { body: { otp } })

  const codeHash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(otp))).toString('base64url')
  const context = { recipientId, codeHash, field: 'oneTimeCodes.refreshToken' }
  expect(used()).toEqual(all(['Decrypt', 'Encrypt'], [context]))
})

test('secrets of a gateway are bound to their recipient, their credential and their field', async () => {
  const recipientId = platforms.someone()
  const secret = standardSecret('contexts')
  const body = { gateway: 'manual', type: 'fiat', secret, token: 'a token' }
  const { id: credentialId } = (await platforms.call('setGateway', { recipient: recipientId, body })).body
  const replaced = { ...body, id: credentialId, secret: standardSecret('another') }
  await platforms.call('setGateway', { recipient: recipientId, body: replaced })
  const encrypted = used()
  uses.splice(0)

  const webhook = standardWebhook(secret, { type: 'none', timestamp: '2026-03-01T18:30:00Z' })
  await platforms.call('receiveWebhook', { params: { recipientId, gatewayId: credentialId }, ...webhook })

  const secretContext = { recipientId, credentialId, field: 'gateways.secret' }
  const tokenContext = { recipientId, credentialId, field: 'gateways.token' }
  const twice = [secretContext, secretContext, tokenContext, tokenContext]
  expect(encrypted).toEqual(all(['Encrypt'], twice))
  expect(used()).toEqual(all(['Decrypt'], [secretContext, secretContext, tokenContext]))
})

test('a secret encrypted by an older release is read, and then stored in the present form', async () => {
  const { someone, call, aws } = platforms
  const [recipientId, secret] = [someone(), standardSecret('former')]
  const body = { gateway: 'manual', type: 'fiat', secret }
  const { id: credentialId } = (await call('setGateway', { recipient: recipientId, body })).body
  const [{ kmsClient }, { kmsCipher }, { gatewayRenewal }] = await Promise.all([
    import('../../../../shared/mechanisms/aws/kmsClient.ts'),
    import('../../../../shared/mechanisms/secrets/cipher.ts'),
    import('../../../../shared/areas/payments/gatewayRenewal.ts'),
  ])
  const [TableName, KeyId, field] = [
    aws.table('gateways'),
    String(process.env['SECRETS_KEY']),
    'gateways.secret' as const,
  ]
  const given = { KeyId, Plaintext: Buffer.from(secret), EncryptionContext: { recipientId, field } }
  const { CiphertextBlob: former = new Uint8Array() } = await kmsClient.send(new EncryptCommand(given))
  const Key = { recipientId, id: credentialId }
  const replaced = { UpdateExpression: 'SET secret = :former', ExpressionAttributeValues: { ':former': former } }
  await aws.client.send(new UpdateCommand({ TableName, Key, ...replaced }))
  const webhook = standardWebhook(secret, { type: 'none', timestamp: '2026-03-01T18:30:00Z' })
  const receive = async () =>
    (await call('receiveWebhook', { params: { recipientId, gatewayId: credentialId }, ...webhook })).status
  const whileUnknown = await receive()

  const earlier = { [field]: [() => ({ recipientId, field })] }
  const cipher = kmsCipher(kmsClient, KeyId, gatewayRenewal(aws.client, TableName), earlier)
  const opened = await cipher.decrypt(former, { recipientId, credentialId, field })

  expect([whileUnknown, opened, await receive()]).toEqual([503, secret, 200])
})
