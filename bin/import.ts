import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidArgumentError, Option } from 'commander'
import { decodeJwt } from 'jose'
import type { Choice } from '../infra/operators/import/chosenReader.ts'
import { type FileKind, fileKinds, kindOf } from '../infra/operators/import/fileRecords.ts'
import { formats, type Member, members } from '../infra/operators/import/formats.ts'
import { type ImportTarget, importFile } from '../infra/operators/import/importFile.ts'
import { reportLines } from '../infra/operators/import/reportLines.ts'
import { serviceClient } from '../shared/client/serviceClient.ts'
import { isCurrency } from '../shared/money/currency.ts'
import { runningApis } from '../test/harness/cli/runningApis.ts'
import { accessToken, chosenApi } from '../test/harness/cli/tokenCommand.ts'
import { fromFile, nonEmpty } from './commandLine/optionValues.ts'
import { CommandFailed, createProgram, messageOf, runProgram } from './commandLine/runProgram.ts'
import { UsageError } from './commandLine/usageError.ts'

interface Flags extends Choice {
  readonly as?: FileKind
  readonly encoding: string
  readonly recipient?: string
  readonly api?: string
  readonly token?: string
  readonly dryRun: boolean
  readonly json?: true
}

const projectFolder = resolve(import.meta.dirname, '..')

/** A reason may quote a donor's text: no terminal may take it for commands, or show a megabyte of it. */
const quotable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)

/** Items that a dry run shows. */
const shownItems = 5

const mappedFrom = (text: string, before: Choice['map']): NonNullable<Choice['map']> => {
  const [, member, column] = /^(\w+)=(.+)$/s.exec(text) ?? []
  if (member !== undefined && column !== undefined && members.includes(member as Member))
    return { ...before, [member]: column }
  throw new InvalidArgumentError(`Expected <member>=<column>, with one of ${members.join(', ')}.`)
}

/** Reads an option's value, which `check` accepts without an error. */
const accepted =
  (check: (value: string) => unknown, expected: string) =>
  (value: string): string => {
    try {
      check(value)
      return value
    } catch {
      throw new InvalidArgumentError(`Expected ${expected}.`)
    }
  }

const timeZoneFrom = accepted((timeZone) => new Intl.DateTimeFormat('en', { timeZone }), 'a zone such as Europe/Berlin')
const encodingFrom = accepted((name) => new TextDecoder(name), 'an encoding such as utf-8 or windows-1251')

const currencyFrom = (code: string): string => {
  if (isCurrency(code.toUpperCase())) return code.toUpperCase()
  throw new InvalidArgumentError('Expected a code of ISO 4217, such as EUR.')
}

const subjectOf = (token: string): string => {
  try {
    return decodeJwt(token).sub ?? ''
  } catch (error) {
    throw new UsageError(`error: --token is no access token: ${messageOf(error)}`)
  }
}

const isSafe = (api: string): boolean => {
  const { protocol, hostname } = new URL(api)
  return protocol === 'https:' || ['127.0.0.1', 'localhost'].includes(hostname)
}

/** A deployed API with its token, or the local one with a token of its own issuer. */
const targetOf = async ({ api: url, token: given, recipient }: Flags): Promise<ImportTarget> => {
  if (given !== undefined) {
    const token = given === '-' ? fromFile('--token', '-', projectFolder, (text) => text.trim()) : given
    const recipientId = subjectOf(token)
    const api = url ?? chosenApi(runningApis(projectFolder), undefined).api
    if (!URL.canParse(api) || !isSafe(api)) throw new UsageError(`error: --api ${api}: expected an https URL`)
    return { api, recipientId, service: serviceClient({ url: api, token }) }
  }
  const { api, issuer } = chosenApi(runningApis(projectFolder), url)
  if (recipient === undefined) throw new UsageError("error: required option '--recipient <id>' not specified")
  const form = new URLSearchParams({ grant_type: 'client_credentials', recipient, expires_in: '86400' })
  const { token } = await accessToken(issuer, form)
  return { api, recipientId: recipient, service: serviceClient({ url: api, token }) }
}

const requireFile = (file: string): void => {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`error: ${file} is no file that can be read`)
}

const run = async (file: string, flags: Flags): Promise<void> => {
  requireFile(file)
  const { as = kindOf(file), encoding, dryRun, json, recipient: _r, api: _a, token: _t, ...choice } = flags
  const refused: { readonly line: number; readonly reason: string }[] = []
  const print = (line: string): void => void (json ? process.stderr : process.stdout).write(`${line}\n`)
  let shown = 0
  const outcome = await importFile({
    file,
    kind: as,
    encoding,
    choice,
    target: dryRun ? undefined : await targetOf(flags),
    progressFolder: resolve(projectFolder, '.local', 'imports'),
    progress: (line) => void process.stderr.write(`${line}\n`),
    wait: sleep,
    understood: (line, item, cut) => {
      if (cut.length > 0) print(`line ${line}: cut, because it is too long: ${cut.join(', ')}`)
      if (dryRun && shown++ < shownItems) print(`line ${line}: ${JSON.stringify(item)}`)
    },
    refused: (line, reason) => {
      if (json) refused.push({ line, reason })
      else print(`line ${line}: not imported: ${quotable(reason)}`)
    },
  })
  if (json) process.stdout.write(`${JSON.stringify({ file, dryRun, ...outcome, refused })}\n`)
  else for (const line of reportLines(basename(file), outcome)) print(line)
  if (outcome.report.rows.refused > 0) throw new CommandFailed()
}

const description = `Brings donations of another service into the history: a CSV or JSON file of DonationAlerts, StreamElements, Streamlabs or Ko-fi, any other file with
--map, or what export-data has written. A donation is imported once, however often its file is. Nothing is shown on stream. Ends with status 1 when a row was not imported.`

const program = createProgram('npm run import --', description)
  .argument('<file>', 'the file of donations')
  .addOption(
    new Option('--from <service>', 'whose file it is (default: as its columns say)').choices(Object.keys(formats)),
  )
  .option('--map <member=column>', `the column of ${members.join(', ')}; may be repeated`, mappedFrom)
  .option('--system <name>', "the service's name in the history", nonEmpty)
  .option('--event <name>', 'what the rows are (default: payment)', nonEmpty)
  .option('--currency <code>', 'the currency of rows that name none', currencyFrom)
  .addOption(
    new Option('--decimal <mark>', 'how 1,234 is read (default: as the service writes it)').choices(['.', ',']),
  )
  .addOption(
    new Option('--date-order <order>', 'how 05/04/2026 is read (default: as the service writes it)').choices([
      'dmy',
      'mdy',
    ]),
  )
  .option('--time-zone <name>', 'the zone of times that name none (default: UTC)', timeZoneFrom)
  .addOption(new Option('--as <kind>', "what the file is (default: as its name's ending says)").choices(fileKinds))
  .option('--encoding <name>', 'how its characters are written', encodingFrom, 'utf-8')
  .option('--recipient <id>', 'whose history it becomes, at the running local API', nonEmpty)
  .option('--api <url>', 'another local API than the one started last, or with --token a deployed one')
  .option('--token <token>', 'an access token of the recipient; - reads it from standard input')
  .option('--dry-run', 'sends nothing, and shows what would be sent', false)
  .option('--json', 'prints one JSON object')
  .action(run)

process.exitCode = await runProgram(program, process.argv.slice(2))
