import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { Option } from 'commander'
import { brokenPromises } from '../infra/compatibility/breakingChanges.ts'
import { readReleasedSchema } from '../infra/compatibility/releasedSchema.ts'
import { deploymentRefusals, serviceStacks } from '../infra/operators/deploymentRefusals.ts'
import { isDeployed, unprotectFailedCreation } from '../infra/operators/failedCreation.ts'
import { setStackPolicy } from '../infra/operators/stackPolicy.ts'
import { dataStackName } from '../infra/settings.ts'
import { addCdkOptions, cdkWords } from './commandLine/cdkOptions.ts'
import { nonEmpty, repeated } from './commandLine/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'
import { UsageError } from './commandLine/usageError.ts'

interface Flags {
  readonly context: readonly string[]
  readonly profile?: string
  readonly region?: string
  readonly requireApproval: string
  readonly output: string
  readonly contract: readonly string[]
  readonly exclusively?: true
}

/** Runs the project's own CDK command line at this terminal. */
const cdk = async (...options: readonly string[]): Promise<void> => {
  const program = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url))
  const [status] = await once(spawn(process.execPath, [program, ...options], { stdio: 'inherit' }), 'exit')
  if (status !== 0) throw new CommandFailed()
}

const description = `Deploys the stacks of data and of the service, as "npx cdk deploy --all" does, unless the deployed data stack would lose something, or stored
secrets and addresses would not go on: then nothing happens, and a line for each loss names the way. Every other option of "npx cdk deploy" is
handed over, such as --rollback-trigger-alarm-arns none, --revert-drift and --method.`

/** The data stacks that are there, by the services that an assembly deploys. */
const deployedDataStacks = async (client: CloudFormationClient, assembly: string): Promise<readonly string[]> => {
  const names = serviceStacks(assembly).map(dataStackName)
  const found = await Promise.all(names.map(async (name) => ((await isDeployed(client, name)) ? [name] : [])))
  return found.flat()
}

/** Protects the data of this deployment and of every later one that does not come by this command. */
const protect = async (client: CloudFormationClient, assembly: string, contracted: readonly string[]) => {
  for (const name of await deployedDataStacks(client, assembly))
    await setStackPolicy(client, name, contracted).catch((cause: Error) => {
      const text = `The stack policy of ${name} is not set: ${cause.message}`
      if (contracted.length > 0) throw new Error(text, { cause })
      process.stderr.write(`${text}\n`)
    })
}

const program = createProgram('npm run deploy --', description)
  .option('-c, --context <name=value>', 'a setting of this deployment; may be repeated', repeated, [])
  .option('--profile <name>', "the AWS CLI's profile", nonEmpty)
  .option('--region <name>', 'the region', nonEmpty)
  .addOption(
    new Option('--require-approval <level>', 'which changes need approval')
      .choices(['never', 'any-change', 'broadening', 'destructive'])
      .default('broadening'),
  )
  .option('--output <folder>', 'the folder of the assembly', 'cdk.out')
  .option('--contract <id>', 'a retired resource of the data stack that may be removed; may be repeated', repeated, [])
  .option('-e, --exclusively', "deploys the service's stack, and leaves the data stack as it is")
const own = program.options.map((option) => option.attributeName())

addCdkOptions(program).action(async (flags: Flags) => {
  const { context, profile, region, requireApproval, output, contract, exclusively } = flags
  if (exclusively && contract.length > 0)
    throw new UsageError('error: --contract changes the data stack, which --exclusively leaves as it is')
  if (profile !== undefined) process.env['AWS_PROFILE'] = profile
  if (region !== undefined) Object.assign(process.env, { AWS_REGION: region, AWS_DEFAULT_REGION: region })
  const account = [...(profile ? ['--profile', profile] : []), ...(region ? ['--region', region] : [])]
  await cdk('synth', '--quiet', '--output', output, ...context.flatMap((each) => ['-c', each]), ...account)
  const released = readReleasedSchema()
  // The CDK's library would take seconds of every --help.
  const { currentPromises } = await import('../infra/compatibility/currentSchema.ts')
  const client = new CloudFormationClient()
  const refusals = [
    ...brokenPromises(released, currentPromises()),
    ...(exclusively ? [] : await deploymentRefusals(client, output, released.retired, contract)),
  ]
  if (refusals.length > 0) throw new Error(`Nothing was deployed:\n${refusals.join('\n')}`)
  const stacks = exclusively ? [...serviceStacks(output), '--exclusively'] : ['--all']
  const passed = ['--require-approval', requireApproval, ...cdkWords(program, own), ...account]
  for (const service of serviceStacks(output)) await unprotectFailedCreation(client, dataStackName(service))
  await protect(client, output, contract)
  try {
    await cdk('deploy', ...stacks, '--app', output, ...passed)
  } finally {
    await protect(client, output, [])
  }
})

process.exitCode = await runProgram(program, process.argv.slice(2))
