import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { ServiceError } from './jsonProtocol.ts'
import type { MessageAttribute } from './queueStore.ts'

export type MessageAttributes = Readonly<Record<string, MessageAttribute>>

const mostAttributes = 10

const attribute = z.union([
  z.strictObject({
    DataType: z.string().check(z.regex(/^(?:String|Number)(?:\..+)?$/)),
    StringValue: z.string().check(z.minLength(1)),
  }),
  z.strictObject({
    DataType: z.string().check(z.regex(/^Binary(?:\..+)?$/)),
    BinaryValue: z.string().check(z.minLength(1)),
  }),
])
const name = z.string().check(z.regex(/^(?!aws\.|amazon\.|\.)(?!.*\.\.)[\w.-]{1,256}(?<!\.)$/i))

const invalid = (reason: string) =>
  new ServiceError('InvalidParameterValue', `One or more parameters are invalid. Reason: ${reason}`)

/**
 * Checks the attributes of a message.
 *
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export const messageAttributesFrom = (value: unknown): MessageAttributes | undefined => {
  const entries = Object.entries((value ?? {}) as object)
  if (entries.length === 0) return undefined
  if (entries.length > mostAttributes) throw invalid(`a message has at most ${mostAttributes} attributes.`)
  for (const [key, given] of entries) {
    if (!name.safeParse(key).success) throw invalid(`The message attribute name '${key}' is invalid.`)
    if (!attribute.safeParse(given).success)
      throw invalid(`The message attribute '${key}' must have a type and a value of that type.`)
  }
  return Object.fromEntries(entries) as MessageAttributes
}

export const bytesOfAttributes = (attributes: MessageAttributes = {}): number =>
  Object.entries(attributes).reduce(
    (bytes, [key, { DataType, StringValue = '', BinaryValue = '' }]) =>
      bytes + Buffer.byteLength(key + DataType + StringValue) + Buffer.from(BinaryValue, 'base64').length,
    0,
  )

const withLength = (content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

/** Clients compare this sum: the section on calculating the digest of the page above. */
export const md5OfAttributes = (attributes: MessageAttributes): string => {
  const hash = createHash('md5')
  for (const [key, { DataType, StringValue, BinaryValue = '' }] of Object.entries(attributes).sort(byName)) {
    hash.update(withLength(Buffer.from(key))).update(withLength(Buffer.from(DataType)))
    hash.update(Buffer.from([StringValue === undefined ? 2 : 1]))
    hash.update(withLength(StringValue === undefined ? Buffer.from(BinaryValue, 'base64') : Buffer.from(StringValue)))
  }
  return hash.digest('hex')
}

const byName = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  left < right ? -1 : 1

/** The attributes that a receiver asks for: by name, by `prefix.*`, or all. */
export const chosenAttributes = (attributes: MessageAttributes = {}, names: readonly string[]): MessageAttributes => {
  const isChosen = (key: string) =>
    names.some((each) => each === 'All' || each === key || (each.endsWith('.*') && key.startsWith(each.slice(0, -2))))
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => isChosen(key)))
}

/** The attributes as a function's event has them. */
export const attributesOfRecord = (attributes: MessageAttributes = {}) =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, { DataType, StringValue, BinaryValue }]) => [
      key,
      {
        ...(StringValue !== undefined && { stringValue: StringValue }),
        ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
        stringListValues: [],
        binaryListValues: [],
        dataType: DataType,
      },
    ]),
  )
