import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Option } from 'commander'
import { importFile } from '../infra/operators/import/importFile.ts'
import { reportLines } from '../infra/operators/import/reportLines.ts'
import type { Choice } from '../shared/web/import/chosenReader.ts'
import { type FileKind, fileKinds, kindOf } from '../shared/web/import/fileRecords.ts'
import { formats, members } from '../shared/web/import/formats.ts'
import { currencyFrom, encodingFrom, mappedFrom, timeZoneFrom } from './commandLine/importOptions.ts'
import { importTarget } from './commandLine/importTarget.ts'
import { nonEmpty } from './commandLine/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'
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

const shownItems = 5

const requireFile = (file: string): void => {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`error: cannot read the file ${file}`)
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
    target: dryRun ? undefined : await importTarget(flags),
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
  .option('--event <name>', 'the event of the rows (default: payment)', nonEmpty)
  .option('--currency <code>', 'the currency of rows without one', currencyFrom)
  .addOption(
    new Option('--decimal <mark>', 'how 1,234 is read (default: as the service writes it)').choices(['.', ',']),
  )
  .addOption(
    new Option('--date-order <order>', 'how 05/04/2026 is read (default: as the service writes it)').choices([
      'dmy',
      'mdy',
    ]),
  )
  .option('--time-zone <name>', 'the zone of times without one (default: UTC)', timeZoneFrom)
  .addOption(new Option('--as <kind>', "what the file is (default: as its name's ending says)").choices(fileKinds))
  .option('--encoding <name>', 'the encoding of the file', encodingFrom, 'utf-8')
  .option('--recipient <id>', 'the owner of the history, at the running local API', nonEmpty)
  .option('--api <url>', 'the local API (default: the one started last), or with --token a deployed one')
  .option('--token <token>', 'an access token of the recipient; - reads it from standard input')
  .option('--dry-run', 'sends nothing, and shows what would be sent', false)
  .option('--json', 'prints one JSON object')
  .action(run)

process.exitCode = await runProgram(program, process.argv.slice(2))
