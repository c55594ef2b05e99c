import { statSync } from 'node:fs'
import { bundleFunctions } from '../infra/bundle.ts'

const { outputs } = await bundleFunctions()
for (const [id, file] of Object.entries(outputs))
  process.stdout.write(`${(statSync(file).size / 1000).toFixed(1).padStart(8)} KB  ${id}\n`)
