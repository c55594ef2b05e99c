import { mkdirSync, writeFileSync, readdirSync, readFileSync } from 'node:fs'
import { serviceApp } from '../infra/serviceApp.ts'
import { operations } from '../shared/operations.ts'
import { socketRoutes } from '../shared/socketRoutes.ts'
import { workers } from '../shared/workerRegistry.ts'
const context = JSON.parse(process.argv[2] ?? '{}')
const out = process.argv[3] ?? '/tmp/st/out'
for (const { id } of [...operations, ...workers, ...socketRoutes]) { mkdirSync(`/tmp/st/f/${id}`, { recursive: true }); writeFileSync(`/tmp/st/f/${id}/index.cjs`, `exports.handler=async()=>'${id}'`) }
serviceApp({ context, outdir: out, bundleFolder: '/tmp/st/f', validated: process.argv[4] === 'v' }).synth()
for (const f of readdirSync(out).filter(f => f.endsWith('template.json'))) {
  const t = JSON.parse(readFileSync(`${out}/${f}`, 'utf8'))
  console.log(f, Object.keys(t.Resources).length, 'params', Object.keys(t.Parameters ?? {}).length, 'outputs', Object.keys(t.Outputs ?? {}).length, readFileSync(`${out}/${f}`).length, 'imports', (readFileSync(`${out}/${f}`, 'utf8').match(/ImportValue/g) ?? []).length)
}
