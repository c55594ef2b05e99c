import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { SQSClient } from '@aws-sdk/client-sqs'
import { deadLetterQueue, readDeadLetters } from '../infra/operators/deadLetters.ts'
import { stackResources } from '../infra/operators/stackResources.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

interface Flags {
  readonly stack: string
  readonly delete?: true
  readonly json?: true
}

const description =
  'Shows the messages of the dead-letter queue of a deployed stack: what was given up, by which worker, when and why. They stay, unless --delete is given.'

const program = createProgram('npm run dead-letters --', description)
  .option('--stack <name>', "the stack's name", 'streaming-support')
  .option('--delete', 'deletes the messages that it has shown, which ends the alarm given-up')
  .option('--json', 'prints one JSON object')
  .action(async ({ stack, delete: deletes, json }: Flags) => {
    const isDeleting = deletes === true
    const queue = deadLetterQueue(await stackResources(new CloudFormationClient(), stack))
    const letters = await readDeadLetters(new SQSClient({ useQueueUrlAsEndpoint: false }), queue, isDeleting)
    const texts = letters.map(({ text }) => text)
    if (json) process.stdout.write(`${JSON.stringify({ messages: texts, isDeleted: isDeleting })}\n`)
    else process.stdout.write(texts.length === 0 ? 'The dead-letter queue is empty\n' : `${texts.join('\n')}\n`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
