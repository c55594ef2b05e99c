import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { codeFolderOf } from './testFunction.ts'

const lambdaFunctionUrl = new URL('../../lambda/lambdaFunction.ts', import.meta.url).href
const environmentUrl = new URL('../../lambda/environment.ts', import.meta.url).href

/** A program that starts one function, prints the pid of its process, and ends by the code `ending` after its next input. */
const programOf = (ending: string): string => {
  const codeFolder = codeFolderOf('exports.handler = async () => process.pid')
  return codeFolderOf(
    `import { LambdaFunction } from '${lambdaFunctionUrl}'
     import { functionEnvironment } from '${environmentUrl}'
     const resource = { id: 'example', name: 'example', arn: 'arn', runtime: 'nodejs24.x', handler: 'index.handler',
       codeFolder: ${JSON.stringify(codeFolder)}, timeoutSeconds: 5, memoryMegabytes: 256, environment: {} }
     const environment = functionEnvironment({ resource, region: 'eu-central-1' })
     const lambda = new LambdaFunction({ resource, environment, onLog: () => {}, issueCredentials: () => ({ accessKeyId: 'A', secretAccessKey: 'S', sessionToken: 'T' }) })
     const { payload } = await lambda.invoke({})
     process.stdout.write(payload + '\\n')
     await new Promise((resolve) => process.stdin.once('data', resolve))
     process.stdin.destroy()
     ${ending}`,
    'program.mjs',
  )
}

const pidPrintedBy = async (ending: string, onPid: (program: number) => void): Promise<number> => {
  const program = spawn(process.execPath, [`${programOf(ending)}/program.mjs`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => {
    program.kill('SIGKILL')
  })
  const pid = await new Promise<number>((resolve) => program.stdout.once('data', (text) => resolve(Number(text))))
  expect(stateOf(pid)).toMatch(/[TSR]/)
  program.stdin.write('go on\n')
  onPid(program.pid ?? 0)
  if (program.exitCode === null) await new Promise((resolve) => program.once('exit', resolve))
  return pid
}

/** The process's state as the kernel names it (`T` is frozen), or undefined when it is gone. */
const stateOf = (pid: number): string | undefined => {
  try {
    return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

test.each([
  ['is killed', 'setInterval(() => {}, 1000)', (pid: number) => process.kill(pid, 'SIGKILL')],
  ['simply has nothing more to do', '', () => {}],
  ['throws', `throw new Error('expected in this test')`, () => {}],
])('frozen functions die when the harness %s', async (_title, ending, end) => {
  const pid = await pidPrintedBy(ending, end)

  for (let attempt = 0; attempt < 500 && stateOf(pid) !== undefined; attempt += 1) await sleep(20)

  expect([undefined, 'Z']).toContain(stateOf(pid))
})
