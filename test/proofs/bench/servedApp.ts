import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { ReadyState } from '../../local/runner/cli/readyMessage.ts'
import { projectFolder } from '../installedPackages.ts'
import type { Peer } from './serverlessOffline.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { treeUse } from './treeUse.ts'

const harness = resolve(projectFolder, 'test/local/runner')

/** Builds serve-assembly as its package has it, and copies the small app to a folder of its own. */
export const prepareApp = async (): Promise<string> => {
  execFileSync('npm', ['run', '--silent', 'prepack'], { cwd: harness, stdio: 'inherit' })
  const folder = join(await temporaryFolder(), 'app')
  mkdirSync(folder)
  symlinkSync(resolve(projectFolder, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['app.ts', 'read.ts'])
    copyFileSync(join(projectFolder, 'test/proofs/bench/peerApp', name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ app: 'node app.ts' }))
  return folder
}

const ended = async (child: ChildProcess): Promise<never> => {
  const [status] = await once(child, 'exit')
  throw new Error(`serve-assembly ended with status ${status}`)
}

/** Serves the app as somebody does who has installed the package. */
export const serveApp = async (folder: string, engine: string): Promise<Peer & ReadyState> => {
  const args = ['start', '--json', '--port', '0', '--engine', engine]
  const child = spawn(process.execPath, [join(harness, 'dist/bin.js'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended(child)])
  const stop = async (): Promise<void> => {
    const exit = once(child, 'exit')
    if (child.kill('SIGTERM')) await exit
  }
  return { ...(JSON.parse(line) as ReadyState), use: () => treeUse(child.pid ?? 0), stop }
}
