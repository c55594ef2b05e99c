/** What a bot has said in a chat, and what its button sends back. */
export interface BotMessage {
  readonly text: string
  readonly press?: string | undefined
}

interface LoggedRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: string
}

const telegramMessageFrom = (body: string) => {
  const { text, chat_id, reply_markup } = JSON.parse(body)
  return { text, chatId: chat_id, press: reply_markup?.inline_keyboard[0]?.[0]?.callback_data }
}

const maxMessageFrom = (body: string, query: LoggedRequest['query']) => {
  const { text, attachments } = JSON.parse(body)
  return { text, chatId: Number(query['chat_id']), press: attachments?.[0]?.payload.buttons[0]?.[0]?.payload }
}

const discordMessageFrom = (path: string, body: string) => ({
  text: JSON.parse(body).content,
  chatId: path.split('/')[2],
  press: undefined,
})

/** The messages that were posted in a chat of the messengers' stand-ins, or by a webhook of Discord's, the oldest first. */
export const botMessages = async (sandboxLog: string, chatId: number | string): Promise<readonly BotMessage[]> => {
  const log = (await (await fetch(sandboxLog)).json()) as readonly LoggedRequest[]
  return log
    .flatMap(({ path, query, body }) => {
      if (path.endsWith('/sendMessage')) return [telegramMessageFrom(body)]
      if (path.startsWith('/webhooks/') && body !== '') return [discordMessageFrom(path, body)]
      return path === '/messages' && body !== '' ? [maxMessageFrom(body, query)] : []
    })
    .filter((message) => message.chatId === chatId)
}
