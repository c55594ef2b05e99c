import { Option } from 'commander'
import { type Rights, rightsNames, tellRights } from '../test/local/demo/chatRights.ts'
import { linkChat } from '../test/local/demo/linkChat.ts'
import { maxAccount } from '../test/local/sandbox/max.ts'
import { localApi } from './commandLine/localApi.ts'
import { nonEmpty } from './commandLine/optionValues.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'
import { UsageError } from './commandLine/usageError.ts'

interface Flags {
  readonly recipient: string
  readonly chat: string
  readonly account?: string
  readonly rights?: Rights
  readonly api?: string
}

const chatIdFrom = (text: string): number => {
  const chatId = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(chatId))
    throw new UsageError(`${text} is not the id of a chat: expected an integer`)
  return chatId
}

const description =
  'Links a chat at the running local API, as an administrator of the chat would by sending a code there, and confirms where the chat belongs to somebody else'

const program = createProgram('npm run link --', description)
  .requiredOption('--recipient <id>', 'the recipient that links the chat', nonEmpty)
  .requiredOption('--chat <id>', 'the chat')
  .option('--account <id>', `the bot account (default: "main", with --rights "${maxAccount.id}")`)
  .addOption(
    new Option(
      '--rights <state>',
      'links nothing: MAX tells that the right to write in the channel was taken from the bot, that it was given back, or that the bot was removed',
    ).choices(rightsNames),
  )
  .option('--api <url>', 'which of several running APIs (default: the one started last)')
  .action(async ({ recipient, chat, rights, account, api: url }: Flags) => {
    const chatId = chatIdFrom(chat)
    const api = localApi(url)
    if (rights !== undefined) {
      for (const line of await tellRights(api, recipient, { accountId: account ?? maxAccount.id, chatId }, rights))
        process.stdout.write(`${line}\n`)
      return
    }
    for (const text of await linkChat(api, recipient, { accountId: account ?? 'main', chatId }))
      process.stdout.write(`The bot says: ${text}\n`)
    process.stdout.write(`The chat ${chatId} is linked by ${recipient}\n`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
