import { setTimeout as sleep } from 'node:timers/promises'
import type { AwsCall } from '../../../infra/operators/awsCall.ts'
import { deadLetterQueue } from '../../../infra/operators/deadLetters.ts'
import { stackResources } from '../../../infra/operators/stackResources.ts'
import { tableVariable } from '../../../shared/contract/environmentNames.ts'
import { expectThat } from '../../local/demo/expectations.ts'
import { send } from './donors.ts'
import type { Life } from './trial.ts'

interface Worker {
  readonly FunctionName: string
  readonly UUID: string
  readonly variables: Readonly<Record<string, string>>
  readonly maximumAge: number
}

const workerOf = async (call: AwsCall, FunctionName: string): Promise<Worker> => {
  const { Environment } = await call('lambda', 'get-function-configuration', { FunctionName })
  const { EventSourceMappings } = await call('lambda', 'list-event-source-mappings', { FunctionName })
  const [mapping] = EventSourceMappings as readonly { readonly UUID: string; MaximumRecordAgeInSeconds: number }[]
  const { Variables } = Environment as { readonly Variables: Readonly<Record<string, string>> }
  expectThat(mapping !== undefined, 'the worker reads a stream')
  return {
    FunctionName,
    UUID: mapping?.UUID ?? '',
    variables: Variables,
    maximumAge: mapping?.MaximumRecordAgeInSeconds ?? 0,
  }
}

/** The seconds after which Lambda gives up a record, at least. */
const leastAge = 60

const configure = async (call: AwsCall, { FunctionName, UUID, variables, maximumAge }: Worker): Promise<void> => {
  await call('lambda', 'update-function-configuration', { FunctionName, Environment: { Variables: variables } })
  await call('lambda', 'update-event-source-mapping', { UUID, MaximumRecordAgeInSeconds: maximumAge })
}

const lettersIn = async (call: AwsCall, QueueUrl: string): Promise<number> => {
  const asked = { QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }
  const { Attributes } = await call('sqs', 'get-queue-attributes', asked)
  return Number((Attributes as Readonly<Record<string, string>>)['ApproximateNumberOfMessages'])
}

/** A donation is taken whose worker dies of every record, until Lambda gives the record up; then the worker is mended. */
export const giveUpPayment = async ({ trial, kept }: Life): Promise<void> => {
  const { call, client, stackName } = trial
  const resources = await stackResources(client, stackName)
  const found = resources.find(
    ({ type, logicalId }) => type === 'AWS::Lambda::Function' && logicalId.startsWith('projectPayments'),
  )
  const queue = deadLetterQueue(resources)
  const worker = await workerOf(call, found?.physicalId ?? '')
  const { [tableVariable('payments')]: _, ...others } = worker.variables
  const [sender] = kept.senders
  expectThat(sender !== undefined, 'there is a gateway')
  const before = await lettersIn(call, queue)
  await configure(call, { ...worker, variables: others, maximumAge: leastAge })
  try {
    await send(sender as NonNullable<typeof sender>, kept)
    for (let asked = 0; (await lettersIn(call, queue)) === before; asked++) {
      expectThat(asked < 600, 'Lambda gives up the record')
      await sleep(1_000)
    }
  } finally {
    await configure(call, worker)
  }
}
