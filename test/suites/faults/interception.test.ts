import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startInterception } from './interception.ts'

test('an interception waits for its engines, regression: late writes reached the next play', async () => {
  // Prepare
  const written: string[] = []
  const slow = async () => {
    await sleep(50)
    written.push('item')
    return { status: 200, headers: {}, body: '{}' }
  }
  const interception = await startInterception({ dynamodb: slow }, {})
  const authorization =
    'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0'
  const request = { method: 'POST', target: '/', headers: { authorization }, body: Buffer.from('{}') }

  // Act
  const given = interception.direct()?.(request)
  const before = [...written]
  await interception.settled()

  // Assess
  expect(before).toEqual([])
  expect(written).toEqual(['item'])
  await given
  await interception.stop()
})
