import { expect, onTestFinished, test, vi } from 'vitest'
import { botMessages } from '../../../local/demo/botMessages.ts'

const keyboard = (press: string) => ({ inline_keyboard: [[{ callback_data: press }]] })
const buttons = (payload: string) => [{ payload: { buttons: [[{ payload }]] } }]
const telegram = (chat_id: number, more: object) => ({
  path: '/bot1:secret/sendMessage',
  query: {},
  body: JSON.stringify({ chat_id, ...more }),
})
const max = (chat_id: string, body: object | undefined) => ({
  path: '/messages',
  query: { chat_id },
  body: JSON.stringify(body) ?? '',
})
const discord = (id: string, content: string) => ({
  path: `/webhooks/${id}/token`,
  query: {},
  body: JSON.stringify({ content }),
})

const log = [
  telegram(-7, { text: 'Telegram', reply_markup: keyboard('/leave') }),
  telegram(7, { text: 'elsewhere' }),
  telegram(-7, { text: 'again' }),
  max('-8', { text: 'MAX', attachments: buttons('/link') }),
  max('-8', undefined),
  max('8', { text: 'elsewhere' }),
  discord('9', 'Discord'),
  discord('10', 'elsewhere'),
  { path: '/webhooks/9/token', query: {}, body: '' },
  { path: '/other', query: { chat_id: '-8' }, body: '{"text":"no message"}' },
]

test.each<[number | string, object[]]>([
  [-7, [{ text: 'Telegram', press: '/leave' }, { text: 'again' }]],
  [-8, [{ text: 'MAX', press: '/link' }]],
  ['9', [{ text: 'Discord' }]],
])(
  'the messages in the chat %s are those that a messenger got for it, with what their button sends',
  async (chatId, messages) => {
    vi.stubGlobal('fetch', async () => Response.json(log))
    onTestFinished(() => void vi.unstubAllGlobals())

    expect(await botMessages('http://sandbox/log', chatId)).toEqual(
      messages.map((each) => ({ press: undefined, chatId, ...each })),
    )
  },
)
