import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { stackName, synthesizeFor, updatedOperations } from './adaptedAssembly.ts'
import { expectStatus, type Outputs, openService, putParameters, receiveAlert, walkThrough } from './deployedService.ts'
import { allowPlainHttp, type Imitation, startImitation } from './imitation.ts'
import { projectFolder } from './pythonPrograms.ts'

interface Rehearsal {
  /** Whether the imitation evaluates the permissions of the functions' roles. */
  readonly authorized: boolean
  readonly write: (line: string) => void
}

const run = promisify(execFile)

/** The project's own CDK command line, with the assembly in the folder. */
const cdkOf =
  (folder: string, { environment }: Imitation) =>
  async (...options: readonly string[]): Promise<void> => {
    const program = join(projectFolder, 'node_modules/aws-cdk/bin/cdk')
    const args = [program, ...options, '--app', join(folder, 'assembly')]
    await run(process.execPath, args, { cwd: folder, env: environment, maxBuffer: 1e8 }).catch((error) => {
      throw new Error(
        `cdk ${options[0]} failed:\n${`${error.stdout}${error.stderr}`.split('\n').slice(-25).join('\n')}`,
      )
    })
  }

/** Deploys, uses, updates and destroys the stack in an imitation of its own; writes a row for each step. */
export const rehearse = async ({ authorized, write }: Rehearsal): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'))
  const sandbox = await startSandbox()
  const imitation = await startImitation({ authorized })
  const { endpoint } = imitation
  const surroundings = { endpoint, urls: sandbox.urls }
  const cdk = cdkOf(folder, imitation)

  /** Does a step, and writes what came of it and how long it took. */
  const step = async <Result>(name: string, act: () => Promise<Result>, tell = (_result: Result): string => 'done') => {
    const startedAt = Date.now()
    const result = await act()
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    write(`| ${name.padEnd(44)} | ${seconds.padStart(5)} s | ${tell(result)} |`)
    return result
  }
  const deploy = () => cdk('deploy', '--require-approval', 'never', '--outputs-file', join(folder, 'outputs.json'))

  try {
    await step(
      'synthesis',
      () => synthesizeFor(folder, surroundings),
      ({ resources, deployable }) => `${deployable} of ${resources} resources`,
    )
    await step('cdk bootstrap', () => cdk('bootstrap', 'aws://000000000000/us-east-1'))
    if (authorized) await allowPlainHttp(endpoint)
    await step('cdk deploy', deploy)
    const { [stackName]: outputs } = JSON.parse(readFileSync(join(folder, 'outputs.json'), 'utf8')) as Record<
      string,
      Outputs
    >
    if (outputs === undefined) throw new Error('cdk deploy wrote no outputs')
    await putParameters(endpoint, sandbox.parameters)
    const service = await step('first user, by the commands of infra/README.md', () => openService(endpoint, outputs))
    await step(
      'demo',
      () => walkThrough(service),
      (walked) => walked,
    )
    await step(
      'alert by WebSocket',
      () => receiveAlert(service),
      (milliseconds) => `after ${milliseconds} ms`,
    )
    await synthesizeFor(folder, surroundings, updatedOperations())
    await step('update: a route renamed, an operation added', deploy)
    for (const [path, status] of Object.entries({ '/health': 404, '/healthy': 200, '/healthy-again': 200 }))
      await expectStatus(service, path, status)
    await synthesizeFor(folder, surroundings)
    await step('update: the operation removed again', deploy)
    for (const [path, status] of Object.entries({ '/health': 200, '/healthy': 404, '/healthy-again': 404 }))
      await expectStatus(service, path, status)
    await step('cdk destroy', () => cdk('destroy', '--force'))
  } finally {
    await imitation.stop()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
