#!/usr/bin/env node
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { missingNode } from './cli/leastNode.ts'

const least = missingNode(process.version)
if (least !== undefined) {
  process.stderr.write(`serve-assembly needs Node.js ${least} or newer; this is ${process.version}\n`)
  process.exit(1)
}

const projectFolder = process.cwd()
const openApiFile = join(projectFolder, 'openapi.json')
// The young generation stays small, which saves 30 MB: nothing here makes much garbage at once.
setFlagsFromString('--semi-space-growth-factor=1')
module.enableCompileCache(join(projectFolder, '.local', 'compileCache'))

// An older Node.js could not load it.
const { runCommandLine } = await import('./cli/commandLine.ts')

/** The command line without a project's own additions: it serves the CDK app of the current folder. */
process.exit(
  await runCommandLine(process.argv.slice(2), { projectFolder, ...(existsSync(openApiFile) && { openApiFile }) }),
)
