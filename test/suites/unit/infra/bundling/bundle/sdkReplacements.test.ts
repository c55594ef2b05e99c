import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import * as sdkReplacements from '../../../../../../infra/bundling/bundle/sdkReplacements.ts'

const { parseRfc3339DateTime, parseRfc3339DateTimeWithOffset, parseRfc7231DateTime, parseEpochTimestamp } =
  sdkReplacements

test.each([
  [parseRfc3339DateTime, '2026-11-23T01:02:03Z'],
  [parseRfc3339DateTimeWithOffset, '2026-11-23T03:02:03+02:00'],
  [parseRfc7231DateTime, 'Mon, 23 Nov 2026 01:02:03 GMT'],
  [parseEpochTimestamp, 1_795_395_723],
  [parseEpochTimestamp, '1795395723.0004'],
])('a date is read: %o %s', (parse, value) => {
  expect(parse(value)).toEqual(new Date('2026-11-23T01:02:03Z'))
})

test.each([parseRfc3339DateTime, parseEpochTimestamp])('an absent date stays undefined: %o', (parse) => {
  expect(parse(undefined)).toBeUndefined()
  expect(parse(null)).toBeUndefined()
})

test('milliseconds of an epoch are kept, and a date is written for a header', () => {
  expect(parseEpochTimestamp(0.0625)).toEqual(new Date(63))
  expect(parseEpochTimestamp(0)).toEqual(new Date(0))
  expect(sdkReplacements.dateToUtcString(new Date(0))).toBe('Thu, 01 Jan 1970 00:00:00 GMT')
})

const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' }

const provided = async (environment: Readonly<Record<string, string>>): Promise<unknown> => {
  for (const name of Object.keys(credentials)) vi.stubEnv(name, environment[name])
  try {
    return await sdkReplacements.defaultProvider()()
  } finally {
    vi.unstubAllEnvs()
  }
}

test("a function has the credentials of its role's environment", async () => {
  const { AWS_SESSION_TOKEN: _, ...lasting } = credentials

  expect(await provided(credentials)).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' })
  expect(await provided(lasting)).toStrictEqual({ accessKeyId: 'id', secretAccessKey: 'secret' })
})

test.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('without %s there are no credentials', async (name) => {
  await expect(provided({ ...credentials, [name]: '' })).rejects.toThrow('the environment holds no AWS credentials')
})

test('what no function uses says so when it is used', () => {
  expect(() => new sdkReplacements.HeaderFormatter().format()).toThrow('event streams are not part of this bundle')
  expect(() => new sdkReplacements.EventStreamSerde()).toThrow('event streams are not part of this bundle')
  expect(() => new sdkReplacements.AdaptiveRetryStrategy()).toThrow(
    'the adaptive retry mode is not part of this bundle',
  )
})

test('only streams of Node are streams', () => {
  expect(sdkReplacements.isReadableStream()).toBe(false)
  expect(sdkReplacements.isBlob()).toBe(false)
  expect(sdkReplacements.isStreamingPayload({ body: Readable.from([]) })).toBe(true)
  expect(sdkReplacements.isStreamingPayload({ body: 'text' })).toBe(false)
  expect(sdkReplacements.isStreamingPayload()).toBe(false)
})
