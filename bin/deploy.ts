import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { brokenPromises } from '../infra/compatibility/breakingChanges.ts'
import { readReleasedSchema } from '../infra/compatibility/releasedSchema.ts'
import { deploymentRefusals } from '../infra/operators/deploymentRefusals.ts'
import { nonEmpty, repeated } from './commandLine/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'

interface Flags {
  readonly context: readonly string[]
  readonly profile?: string
  readonly requireApproval: string
  readonly output: string
}

/** Runs the project's own CDK command line at this terminal. */
const cdk = async (...options: readonly string[]): Promise<void> => {
  const program = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url))
  const [status] = await once(spawn(process.execPath, [program, ...options], { stdio: 'inherit' }), 'exit')
  if (status !== 0) throw new CommandFailed()
}

const description = `Deploys the stacks of data and of the service, as "npx cdk deploy --all" does, unless the deployed data stack would lose something, or stored
secrets and addresses would not go on: then nothing happens, and a line for each loss names the way.`

const program = createProgram('npm run deploy --', description)
  .option('-c, --context <name=value>', 'a setting of this deployment; may be repeated', repeated, [])
  .option('--profile <name>', "the AWS CLI's profile", nonEmpty)
  .option('--require-approval <level>', 'which changes need approval, as in "cdk deploy"', 'broadening')
  .option('--output <folder>', 'the folder of the assembly', 'cdk.out')
  .action(async ({ context, profile, requireApproval, output }: Flags) => {
    if (profile !== undefined) process.env['AWS_PROFILE'] = profile
    const account = profile === undefined ? [] : ['--profile', profile]
    await cdk('synth', '--quiet', '--output', output, ...context.flatMap((each) => ['-c', each]), ...account)
    const released = readReleasedSchema()
    // The CDK's library would take seconds of every --help.
    const { currentPromises } = await import('../infra/compatibility/currentSchema.ts')
    const refusals = [
      ...brokenPromises(released, currentPromises()),
      ...(await deploymentRefusals(new CloudFormationClient(), output, released.retired)),
    ]
    if (refusals.length > 0) throw new Error(`Nothing was deployed:\n${refusals.join('\n')}`)
    await cdk('deploy', '--all', '--app', output, '--require-approval', requireApproval, ...account)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
