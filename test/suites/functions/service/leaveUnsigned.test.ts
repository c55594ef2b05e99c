import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms'
import { expect, test } from 'vitest'
import { stripSignatures } from '../../../support/stripSignatures.ts'

const sent: string[] = []
const options = {
  region: 'eu-central-1',
  endpoint: 'http://127.0.0.1:1',
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  requestHandler: {
    handle: async ({ headers }: { readonly headers: Record<string, string> }) => {
      sent.push(String(headers['authorization']))
      return { response: { statusCode: 200, headers: {}, body: Buffer.from('{}') } }
    },
  } as never,
}

test('clients sign nothing for an engine of their process, but for any other address, and afterwards', async () => {
  const [dynamodb, kms] = [new DynamoDBClient(options), new KMSClient(options)]
  const elsewhere = new DynamoDBClient({ ...options, endpoint: 'http://127.0.0.1:2' })
  const signAgain = await stripSignatures(dynamodb, new Map([['127.0.0.1:1', undefined]]))

  await dynamodb.send(new ListTablesCommand({}))
  await kms.send(new ListKeysCommand({}))
  await elsewhere.send(new ListTablesCommand({}))
  signAgain()
  await kms.send(new ListKeysCommand({}))

  expect(sent).toEqual([
    expect.stringMatching(/Credential=test\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, .*Signature=0$/),
    expect.stringMatching(/Credential=test\/\d{8}\/eu-central-1\/kms\/aws4_request, .*Signature=0$/),
    expect.stringMatching(/Credential=key\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, .*Signature=[0-9a-f]{64}$/),
    expect.stringMatching(/Credential=key\/\d{8}\/eu-central-1\/kms\/aws4_request, .*Signature=[0-9a-f]{64}$/),
  ])
})
