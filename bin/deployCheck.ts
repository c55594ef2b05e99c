import { createInterface } from 'node:readline/promises'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { stackExists } from '../infra/operators/stackResources.ts'
import { dataStackName } from '../infra/settings.ts'
import { nonEmpty } from './commandLine/optionValues.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'
import { type JsonFlag, jsonOption, scriptOutput } from './commandLine/scriptOutput.ts'
import { UsageError } from './commandLine/usageError.ts'

interface Flags extends JsonFlag {
  readonly profile: string
  readonly region?: string
  readonly stack: string
  readonly yes: boolean
}

const confirm = async ({ stack, profile, region }: Flags): Promise<boolean> => {
  if (!process.stdin.isTTY) throw new UsageError('error: no terminal for the question: confirm with --yes')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const where = `the account of profile ${profile}${region === undefined ? '' : `, ${region}`}`
  try {
    const answer = await lines.question(
      `Deploy the stacks ${stack} and ${dataStackName(stack)} to ${where}, and destroy them with their data? (yes/no) `,
    )
    return answer.trim() === 'yes'
  } finally {
    lines.close()
  }
}

const description = `Follows the operators' guide with stacks of their own in an AWS account while webhooks come: from the last release to the tree, back and forward,
with a recipient restored and an hour replayed. Then it destroys everything, and prints what it cost: some cents, in an hour or two. What
npm run deploy:imitation does in an imitation, and what only AWS can show.`

const program = createProgram('npm run deploy:check --', description)
  .requiredOption('--profile <name>', "the AWS CLI's profile of the account; it has to be bootstrapped", nonEmpty)
  .option('--region <name>', "the region (default: the profile's)", nonEmpty)
  .option('--stack <name>', 'the name of the stack, which must not exist', `check-${Date.now().toString(36)}`)
  .option('--yes', 'does not ask before it deploys', false)
  .option(...jsonOption)
  .action(async (flags: Flags) => {
    const { profile, region, stack, yes } = flags
    Object.assign(process.env, {
      AWS_PROFILE: profile,
      ...(region !== undefined && { AWS_REGION: region, AWS_DEFAULT_REGION: region }),
    })
    for (const name of [dataStackName(stack), stack])
      if (await stackExists(new CloudFormationClient(), name))
        throw new Error(`The stack ${name} exists already, and would be destroyed`)
    if (!yes && !(await confirm(flags))) throw new Error('Nothing was deployed')
    // The CDK would take seconds of every --help.
    const { tryAws } = await import('../test/proofs/deployment/awsTrial.ts')
    const { line, lines, progress, result } = scriptOutput(flags)
    await tryAws({ stackName: stack, write: line, progress })
    result({ stack, lines })
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
