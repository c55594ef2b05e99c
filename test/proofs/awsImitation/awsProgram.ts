import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Stands for version 2 of the AWS CLI, which no registry has: `aws <service> <operation> --cli-input-json file://…`. One
 * process makes the calls, since a Python for each of hundreds would take minutes.
 */
const [service, operation, ...options] = process.argv.slice(2)
const input = options[options.indexOf('--cli-input-json') + 1] ?? ''
const response = await fetch(`${process.env['IMITATED_CALLS']}/${service}/${operation}`, {
  method: 'POST',
  body: readFileSync(fileURLToPath(input)),
})
const text = await response.text()
if (response.ok) process.stdout.write(text)
else process.stderr.write(`${text}\n`)
process.exitCode = response.ok ? 0 : 255
