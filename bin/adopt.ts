import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { awsCall } from '../infra/operators/awsCall.ts'
import { keptResources } from '../infra/operators/keptResources.ts'
import type { TemplateResource } from '../infra/operators/stackResources.ts'
import { dataStackName, defaultStackName } from '../infra/settings.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

interface Flags {
  readonly stack: string
  readonly assembly: string
  readonly of?: string
}

const templateFrom = (file: string): Readonly<Record<string, TemplateResource>> => {
  if (!existsSync(file)) throw new Error(`${file} does not exist: npx cdk synth --quiet writes it`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { Resources: Readonly<Record<string, TemplateResource>> }).Resources
}

const description = `Writes the file with which "cdk import" takes up the tables, keys, buckets, user pool and addresses that a deleted stack has left, found by their tags.`

const program = createProgram('npm run adopt --', description)
  .option('--stack <name>', "the stack's name, in the account and region of the AWS environment", defaultStackName)
  .option('--assembly <folder>', 'the folder of "npx cdk synth"; the file is written there', 'cdk.out')
  .option('--of <stack id>', 'the deleted stack that the resources belonged to, if there were several')
  .action(async ({ stack, assembly, of }: Flags) => {
    const stackName = dataStackName(stack)
    const template = templateFrom(join(assembly, `${stackName}.template.json`))
    const mapping = await keptResources(awsCall, { deployment: stack, stackName, template, of })
    const found = Object.keys(mapping).length
    if (found === 0) throw new Error(`No resource of a deleted stack has the tag deployment=${stack}`)
    const file = join(assembly, `${stackName}.import.json`)
    writeFileSync(file, `${JSON.stringify(mapping, undefined, 2)}\n`)
    process.stdout.write(`${found} resources: npx cdk import ${stackName} --resource-mapping ${file}\n`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
