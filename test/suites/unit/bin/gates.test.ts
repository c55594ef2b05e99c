import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }

/** Runs a gate where every program notes its words, and that of the failing step fails. */
const run = (gate: string, failing = 'none') => {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'))
  cpSync('.ci', join(folder, '.ci'), { recursive: true })
  const program = `#!/bin/sh
echo "\${0##*/} $* $TEST_RUNS$BROWSER_REQUIRED$RUNTIME_CLIENT_REQUIRED$REGISTRIES_REQUIRED$GENERATED_SHARE"
case "\${0##*/} $*" in *"${failing}"*) exit 3;; esac\n`
  for (const name of ['npm', 'node', 'tsc', 'biome', 'vitest', 'git', 'chromium', '.ci/engines'])
    writeFileSync(join(folder, name), program, { mode: 0o755 })
  const { PATH } = process.env
  const { status, stdout } = spawnSync('bash', ['-c', gate], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${PATH}` },
  })
  return {
    status,
    steps: stdout
      .trimEnd()
      .split('\n')
      .map((step) => step.trim().replace('  ', ' ')),
  }
}

const gates: readonly (readonly [name: string, gate: string, steps: readonly string[]])[] = [
  [
    'npm test',
    manifest.scripts.test,
    [
      'npm run --silent types',
      'npm run --silent lint',
      'npm run --silent openapi -- --check',
      'npm run --silent overlay -- --check',
      'npm run --silent docs -- --check',
      'npm run --silent vitest',
    ],
  ],
  ['npm run vitest', manifest.scripts.vitest, ['node bin/ready.cjs', 'vitest run --config test/vitest.config.ts']],
  ['npm run test:full', manifest.scripts['test:full'], ['npm test full']],
  [
    'npm run check',
    manifest.scripts.check,
    [
      'npm run --silent lint',
      'npm run --silent types',
      'npm run --silent vitest -- --maxWorkers 3 test/suites/unit test/suites/architecture/architecture',
    ],
  ],
  [
    'npm run types',
    manifest.scripts.types,
    [
      'node bin/ready.cjs',
      'tsc -p . --incremental --tsBuildInfoFile .local/types.tsbuildinfo',
      'tsc -p shared/web/client',
      'tsc -p shared/web/overlay --incremental --tsBuildInfoFile .local/overlayPage.tsbuildinfo',
      'tsc -p shared/web --incremental --tsBuildInfoFile .local/webPages.tsbuildinfo',
    ],
  ],
  ['npm run lint', manifest.scripts.lint, ['biome check --error-on-warnings .', 'node bin/ready.cjs']],
  ['npm version', manifest.scripts.version, ['npm run --silent openapi', 'npm run --silent shape', 'git add --all']],
  [
    '.ci/run',
    '.ci/run',
    [
      'npm ci 1110.25',
      'npm run test:full 1110.25',
      'npm run --silent lint:templates 1110.25',
      'npm run --silent lint:documents 1110.25',
      'npm run --silent deploy:imitation 1110.25',
      'engines 1110.25',
    ],
  ],
]

test.each(gates)('%s passes when all of its steps have', (_name, gate, steps) => {
  const passed = run(gate)

  expect(passed.status).toBe(0)
  expect(passed.steps.toSorted()).toEqual(steps.toSorted())
})

test.each(
  gates.flatMap(([name, gate, steps]) => steps.map((step) => [name, step.replace(/ [\w.]+$/, ''), gate] as const)),
)('%s fails with its step %s', (_name, step, gate) => {
  expect(run(gate, step).status).not.toBe(0)
})

test('CI runs .ci/run for each pull request, and for what is pushed to main', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8')

  expect(workflow).toContain('\non:\n  push:\n    branches: [main]\n  pull_request:\n\n')
  expect(workflow).toMatch(/^ +- run: \.ci\/run$/m)
})
