import { statSync } from 'node:fs'
import { bundleFunctions } from '../infra/bundling/bundle.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

const program = createProgram('npm run build --', 'Bundles every function as it is deployed, and lists the bytes')
  .option('--json', 'prints one JSON object: function → bytes')
  .action(async ({ json }: { readonly json?: true }) => {
    const { outputs } = await bundleFunctions()
    const bytes = Object.entries(outputs).map(([id, file]) => [id, statSync(file).size] as const)
    const lines = bytes.map(([id, size]) => `${(size / 1000).toFixed(1).padStart(8)} KB  ${id}\n`)
    process.stdout.write(json ? `${JSON.stringify(Object.fromEntries(bytes))}\n` : lines.join(''))
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
