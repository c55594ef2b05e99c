import { Option } from 'commander'
import { type PlatformName, platformNames } from '../test/local/demo/platformStream.ts'
import { fireTrigger } from '../test/local/demo/streamEvent.ts'
import { refusalNames } from '../test/local/sandbox/messengerRefusals.ts'
import { localApi } from './commandLine/localApi.ts'
import { jsonObject, nonEmpty } from './commandLine/optionValues.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'
import { UsageError } from './commandLine/usageError.ts'

interface Flags {
  readonly recipient: string
  readonly trigger: string
  readonly stream?: string
  readonly unnamed?: boolean
  readonly refusal?: string
  readonly platform?: PlatformName
  readonly event?: object
  readonly givenUp?: string
  readonly api?: string
}

const description =
  'Reports a started or ended stream to the running local API, as a bot or a platform would, and prints the resulting messages of the messengers'

const program = createProgram('npm run stream --', description)
  .requiredOption('--recipient <id>', 'the recipient whose stream it is', nonEmpty)
  .option(
    '--trigger <name>',
    'STREAM_STARTED, STREAM_ENDED, the name of another trigger, or with --platform that of an event of its audience (channel.raid)',
    'STREAM_STARTED',
  )
  .option('--stream <id>', "the stream's id: another one is another stream, the same one starts again", nonEmpty)
  .option('--unnamed', 'the end does not name its stream, as Twitch sent it before June 2026')
  .addOption(
    new Option('--refusal <name>', "what a messenger's stand-in answers to the next message").choices(refusalNames),
  )
  .addOption(
    new Option(
      '--platform <name>',
      "the platform whose stand-in reports it, for the recipient's linked account",
    ).choices(platformNames),
  )
  .option(
    '--event <json>',
    'with --platform: members of the event in place of the usual ones, such as {"is_anonymous":true,"user_name":"x"} or {"type":"rerun"}',
    jsonObject,
  )
  .option(
    '--given-up <event>',
    'with --platform twitch: Twitch ends the subscription to this event first, and answers 410 to others from then on',
    nonEmpty,
  )
  .option('--api <url>', 'which of several running APIs (default: the one started last)')
  .action(async (flags: Flags) => {
    if (flags.givenUp !== undefined && flags.platform !== 'twitch')
      throw new UsageError('--given-up needs --platform twitch')
    const api = localApi(flags.api)
    for await (const line of fireTrigger(api, flags)) process.stdout.write(`${line}\n`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
