import * as z from 'zod/mini'
import { type Input, type JsonOperation, ServiceError } from '../jsonProtocol.ts'
import type { LocalQueue, LocalQueues } from '../queues.ts'
import { queueOf } from './queueOf.ts'

const mostEntries = 10

const Entry = z.looseObject({ Id: z.string() })
type Entry = z.infer<typeof Entry>

const batchError = (code: string, message: string) => new ServiceError(`com.amazonaws.sqs#${code}`, message)

const entriesOf = (input: Input, members: readonly string[]): readonly Entry[] => {
  const parsed = z.array(Entry).safeParse(input.value('Entries') ?? [])
  if (!parsed.success) throw new ServiceError('ValidationException', "Value at 'Entries' failed to satisfy constraint")
  const entries = parsed.data
  if (entries.length === 0) throw batchError('EmptyBatchRequest', 'There should be at least one entry in the request.')
  if (entries.length > mostEntries)
    throw batchError('TooManyEntriesInBatchRequest', `Maximum number of entries per request are ${mostEntries}.`)
  const invalid = entries.find(({ Id }) => !/^[\w-]{1,80}$/.test(Id))
  if (invalid) throw batchError('InvalidBatchEntryId', `The batch entry id ${invalid.Id} is invalid.`)
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw batchError('BatchEntryIdsNotDistinct', 'Two or more batch entries in the request have the same Id.')
  const unknown = entries
    .flatMap((entry) => Object.keys(entry))
    .find((name) => name !== 'Id' && !members.includes(name))
  if (unknown === undefined) return entries
  const message = `the local API does not imitate the member ${unknown} of an entry`
  throw new ServiceError('ValidationException', message, 400, `with ${unknown}`)
}

/** What a call does to its queue, with one entry; it throws a `ServiceError` when the entry fails. */
export interface EntryCall {
  /** As permissions spell it. */
  readonly action: string
  readonly members: readonly string[]
  run(queue: LocalQueue, entry: Input): Readonly<Record<string, unknown>>
}

/** The call with one entry, and the call with a batch of entries, of which each succeeds or fails by itself. */
export const oneOrBatch = ({ action, members, run }: EntryCall) => ({
  one: (queues: LocalQueues): JsonOperation => ({
    members: ['QueueUrl', ...members],
    run: (input) => run(queueOf(queues, input, action), input),
  }),
  batch: (queues: LocalQueues): JsonOperation => ({
    members: ['QueueUrl', 'Entries'],
    run(input) {
      const queue = queueOf(queues, input, action)
      const entries = entriesOf(input, members)
      const Successful: object[] = []
      const Failed: object[] = []
      for (const entry of entries) {
        try {
          Successful.push({ Id: entry.Id, ...run(queue, input.of(entry)) })
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
          const Code = error.code.split('#').at(-1)
          Failed.push({ Id: entry.Id, SenderFault: true, Code, Message: error.message })
        }
      }
      return { Successful, ...(Failed.length > 0 && { Failed }) }
    },
  }),
})
