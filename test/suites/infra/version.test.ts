import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleFunctions, defaultEntries } from '../../../infra/bundling/bundle.ts'
import { functionEnvironment } from '../../proofs/bench/functionEnvironment.ts'
import { temporaryFolder } from '../../proofs/bench/temporaryFolder.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { synthesize } from './synthesize.ts'
import { valueAt } from './template.ts'

const program = `const { handler } = require(process.argv[1])
const call = () => handler(JSON.parse(process.argv[2]))
call().then(call).then(({ body }) => process.stdout.write(body + '\\n'))`

/** The lines of a process that loads the bundle of the health check and calls it twice. */
const linesWith = async (variables: Readonly<Record<string, string>>): Promise<readonly Record<string, unknown>[]> => {
  const entries = defaultEntries().filter(({ id }) => id === 'getHealth')
  const { outputs } = await bundleFunctions({ entries, folder: join(await temporaryFolder(), 'functions') })
  const words = ['-e', program, outputs['getHealth'] ?? '', JSON.stringify(httpEvent('GET', '/health'))]
  const printed = execFileSync(process.execPath, words, { env: { ...functionEnvironment, ...variables } })
  return String(printed)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('an execution environment logs its version and commit once at its start, and the health check answers them', async () => {
  const lines = await linesWith({ DEPLOYED_VERSION: '1.1.0-dev+0a1b2c3d-dirty' })

  expect(lines[0]).toMatchObject({ level: 'INFO', message: 'started', version: '1.1.0-dev+0a1b2c3d-dirty' })
  expect(lines.filter(({ message }) => message === 'started')).toHaveLength(1)
  expect(lines.at(-1)).toEqual({ status: 'ok', version: '1.1.0-dev', commit: '0a1b2c3d-dirty' })
})

test('sources without a history name the version alone', async () => {
  expect((await linesWith({ DEPLOYED_VERSION: '1.1.0' })).at(-1)).toEqual({ status: 'ok', version: '1.1.0' })
})

test('version and commit are in the outputs and in the environment of every function, and in no bundle', () => {
  const [one, other] = ['1.1.0+0a1b2c3d', '1.1.0+1b2c3d4e'].map((version) => synthesize({}, { version }))

  const functions = one?.all('AWS::Lambda::Function') ?? []
  expect(functions.length).toBeGreaterThan(100)
  const variables = functions.map(({ Properties }) =>
    valueAt(Properties, 'Environment', 'Variables', 'DEPLOYED_VERSION'),
  )
  expect(new Set(variables)).toEqual(new Set(['1.1.0+0a1b2c3d']))
  const codes = [one, other].map((template) =>
    template?.all('AWS::Lambda::Function').map(({ Properties }) => Properties['Code']),
  )
  expect(codes[0]).toEqual(codes[1])
  expect(one?.outputs['Version']).toMatchObject({ Value: '1.1.0+0a1b2c3d' })
})
