import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '../replaceFile.ts'

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_MessageAttributeValue.html; binary values are Base64. */
export interface MessageAttribute {
  readonly DataType: string
  readonly StringValue?: string
  readonly BinaryValue?: string
}

/** A message as a queue keeps it. Times are epoch milliseconds. */
export interface StoredMessage {
  readonly messageId: string
  readonly body: string
  readonly attributes?: Readonly<Record<string, MessageAttribute>>
  /** The access key of the sender; a service of AWS has its name. */
  readonly senderId: string
  readonly sentAt: number
  /** Nobody receives it before. */
  readonly visibleAt: number
  readonly receiveCount: number
  readonly firstReceivedAt?: number
}

type Line = StoredMessage | { readonly removed: string }

/** Reads the lines of a journal. A last line that a kill cut short is dropped. */
const linesOf = (file: string): readonly Line[] => {
  if (!existsSync(file)) return []
  const saved = readFileSync(file, 'utf8')
  const whole = saved.slice(0, saved.lastIndexOf('\n') + 1)
  return whole.split('\n').flatMap((line): Line[] => (line === '' ? [] : [JSON.parse(line) as Line]))
}

const textOf = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Opens a queue; with a data folder, its messages outlive the harness, in a journal that each start shortens to what is left. */
export const openQueueStore = (name: string, dataFolder: string | 'memory') => {
  const file = dataFolder === 'memory' ? undefined : join(dataFolder, 'queues', `${name}.jsonl`)
  const messages = new Map<string, StoredMessage>()
  if (file !== undefined) {
    // The name of a queue of one stack among several contains that of its stack, before a slash.
    mkdirSync(dirname(file), { recursive: true })
    for (const line of linesOf(file)) {
      if ('removed' in line) messages.delete(line.removed)
      else messages.set(line.messageId, line)
    }
    replaceFile(file, textOf([...messages.values()]))
  }
  const append = (line: Line) => {
    if (file !== undefined) appendFileSync(file, textOf([line]))
  }
  return {
    /** By their ids, in the order of their arrival. */
    messages: messages as ReadonlyMap<string, StoredMessage>,
    put(message: StoredMessage) {
      messages.set(message.messageId, message)
      append(message)
    },
    remove(messageId: string) {
      if (messages.delete(messageId)) append({ removed: messageId })
    },
  }
}
