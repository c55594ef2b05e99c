#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommandLine } from './cli/commandLine.ts'

const projectFolder = process.cwd()
const openApiFile = join(projectFolder, 'openapi.json')

/** The command line without a project's own additions: it serves the CDK app of the current folder. */
process.exit(
  await runCommandLine(process.argv.slice(2), { projectFolder, ...(existsSync(openApiFile) && { openApiFile }) }),
)
