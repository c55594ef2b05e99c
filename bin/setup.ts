import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { awsCall } from '../infra/operators/awsCall.ts'
import { type Answers, answersFrom, askAnswers, askTerminal } from '../infra/operators/setup/questions.ts'
import { setRollbackTriggers } from '../infra/operators/setup/rollbackTriggers.ts'
import { type SetUpReport, setUp } from '../infra/operators/setup/setUp.ts'
import { setStackPolicy } from '../infra/operators/stackPolicy.ts'
import { deploymentOutputs } from '../infra/operators/stackResources.ts'
import { dataStackName, defaultStackName } from '../infra/settings.ts'
import { urlVariable } from '../shared/contract/environmentNames.ts'
import { providers } from '../shared/contract/providers.ts'
import { fromFile } from './commandLine/optionValues.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'
import { UsageError } from './commandLine/usageError.ts'

interface Flags {
  readonly stack: string
  readonly answers?: string
  readonly json?: true
}

const asking = (answers: Answers | undefined): ReturnType<typeof askTerminal> => {
  if (answers !== undefined) return { ask: askAnswers(answers), close: () => {} }
  if (!process.stdin.isTTY)
    throw new UsageError('error: no terminal for the questions: give the answers with --answers')
  return askTerminal()
}

/** Protects the data stack from other updates than those of `npm run deploy`. */
const protectData = (client: CloudFormationClient, stack: string): Promise<string> =>
  setStackPolicy(client, dataStackName(stack)).catch((error: Error) => `not set: ${error.message}`)

/** The address of a messenger: that of a stand-in where its variable says so, as it does for functions. */
const apiOf = (messenger: 'telegram' | 'max'): string =>
  process.env[urlVariable(messenger, 'api')] ?? providers[messenger].urls.api

interface Protection {
  readonly rollback: string
  readonly stackPolicy: string
}

const print = ({ api, user, secrets, overlay }: SetUpReport, { rollback, stackPolicy }: Protection): void => {
  for (const [path, state] of Object.entries(secrets)) process.stdout.write(`${path.padEnd(28)} ${state}\n`)
  process.stdout.write(`\nAPI                          ${api}\n`)
  process.stdout.write(`Kick's webhooks come to      ${api}/platforms/webhooks/kick\n`)
  process.stdout.write(`Rollback by alarms           ${rollback}\n`)
  process.stdout.write(`Policy of the data stack      ${stackPolicy}\n`)
  if (overlay !== undefined) process.stdout.write(`Overlay, a browser source    ${overlay}\n`)
  else if (user !== undefined) process.stdout.write('No new overlay: there is one, or no password was given\n')
}

const description = `Makes the first user of a deployed stack, asks for the secrets of the providers, sets the bots' webhooks, prints the address of an overlay, lets
CloudFormation take back updates that raise an alarm, and protects the data stack from updates that replace or remove data. What is there stays, so it can be run again. The local API needs nothing of this.`

const program = createProgram('npm run setup --', description)
  .requiredOption('--aws', 'the account and region that the AWS environment names')
  .option('--stack <name>', "the stack's name", defaultStackName)
  .option(
    '--answers <file>',
    'JSON in place of questions, name → answer: email, password, youtube/api-key …; - reads it from standard input',
  )
  .option('--json', 'prints one JSON object, an access token of the user included')
  .action(async ({ stack, answers: file, json }: Flags) => {
    const answers = file === undefined ? undefined : fromFile('--answers', file, process.cwd(), answersFrom)
    const { ask, close } = asking(answers)
    const client = new CloudFormationClient()
    try {
      const report = await setUp({
        ask,
        call: awsCall,
        stackName: stack,
        outputs: await deploymentOutputs(client, stack),
        urls: { telegram: apiOf('telegram'), max: apiOf('max') },
        progress: (line) => void process.stderr.write(`${line}\n`),
      })
      const rollback = await setRollbackTriggers(awsCall, stack)
      const protection = { rollback, stackPolicy: await protectData(client, stack) }
      if (json) process.stdout.write(`${JSON.stringify({ ...report, ...protection })}\n`)
      else print(report, protection)
    } finally {
      close()
    }
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
