// scratch: small app in the imitation
import { mkdirSync, rmSync, writeFileSync, readFileSync, readdirSync } from 'node:fs'
import { execFileSync, execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startImitation } from '../test/proofs/imitation/imitation.ts'
import { serviceApp } from '../infra/serviceApp.ts'
import { bundleFunctions, defaultEntries } from '../infra/build/bundle.ts'
import { operations as all } from '../shared/operations.ts'
import { workers as allW } from '../shared/workerRegistry.ts'
const im = await startImitation({ authorized: false })
console.log('imitation', im.endpoint)
const folder = '/tmp/st/try'; rmSync(folder, { recursive: true, force: true }); mkdirSync(folder, { recursive: true })
await bundleFunctions({ entries: defaultEntries(), folder: `${folder}/bundles` })
const { synthesizeAdapted } = await import('./adapt.ts')
const synth = (areas: string[], w: string[]) => {
  rmSync(`${folder}/assembly`, { recursive: true, force: true })
  serviceApp({ context: { stackName: 'imitated' }, outdir: `${folder}/assembly`, bundleFolder: `${folder}/bundles`, validated: false,
    operations: all.filter(o => areas.includes(o.area)), workers: allW.filter(o => w.includes(o.id)) }).synth()
  synthesizeAdapted(`${folder}/assembly`, { endpoint: im.endpoint, urls: {} })
}
const run = promisify(execFile)
const cdk = async (...args: string[]) => {
  const t = Date.now()
  try {
    const { stderr } = await run(process.execPath, ['node_modules/aws-cdk/bin/cdk', ...args, '--app', `${folder}/assembly`], { env: im.environment, maxBuffer: 1e8 })
    console.log('cdk', args.join(' '), ((Date.now() - t) / 1000).toFixed(1), 's ok')
    if (process.env.V) console.log(stderr)
  } catch (e: any) { console.log('cdk', args.join(' '), 'FAILED\n' + (e.stdout + e.stderr).split('\n').slice(-30).join('\n')); return false }
  return true
}
const aws = async (target: string, params: Record<string, string>) => {
  const r = await fetch(im.endpoint, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/cloudformation/aws4_request, SignedHeaders=host, Signature=none` }, body: new URLSearchParams({ Action: target, Version: '2010-05-15', ...params }) })
  return await r.text()
}
const outputs = () => JSON.parse(readFileSync(`${folder}/outputs.json`, 'utf8'))
const idOf = (u: string) => new URL(u).hostname.split('.')[0]
const get = async (path: string, init?: RequestInit) => { const o = outputs(); const r = await fetch(`${im.endpoint}/_aws/execute-api/${idOf(o.imitated.ApiUrl)}/$default${path}`, init); return `${path} ${r.status} ${(await r.text()).slice(0, 120)}` }
const D = ['deploy', '--all', '--require-approval', 'never', '--outputs-file', `${folder}/outputs.json`]
try {
  synth(['service', 'otp'], ['pushAlerts'])
  await cdk('bootstrap', 'aws://000000000000/us-east-1')
  if (!await cdk(...D)) throw 1
  console.log(outputs())
  console.log(await get('/health'))
  const list = await aws('ListStacks', {}); console.log([...list.matchAll(/<StackName>([^<]*)<.*?<StackStatus>([^<]*)</gs)].map(m => m[1] + ' ' + m[2]))
  const ex = await aws('ListExports', {}); console.log('exports', [...ex.matchAll(/<Name>/g)].length)
  console.log('--- area added and removed in one update')
  synth(['service', 'news'], ['pushAlerts', 'projectPayments'])
  await cdk(...D)
  console.log(await get('/health'), await get('/news'), await get('/otp/commands/create', { method: 'POST' }))
  console.log([...(await aws('ListStacks', {})).matchAll(/<StackName>([^<]*)<.*?<StackStatus>([^<]*)</gs)].map(m => m[1] + ' ' + m[2]))
  const before = outputs()
  console.log('--- service destroyed and deployed again')
  await cdk('destroy', 'imitated', '--force', '--exclusively')
  console.log([...(await aws('ListStacks', {})).matchAll(/<StackName>([^<]*)<.*?<StackStatus>([^<]*)</gs)].map(m => m[1] + ' ' + m[2]))
  await cdk(...D)
  console.log(JSON.stringify(before) === JSON.stringify(outputs()) ? 'same outputs' : outputs())
  console.log(await get('/health'), await get('/news'))
  if (process.env.HOLD) { console.log('holding'); await new Promise(r => setTimeout(r, 600000)) }
} finally { await im.stop() }
