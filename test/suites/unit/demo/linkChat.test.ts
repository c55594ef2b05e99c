import { expect, onTestFinished, test, vi } from 'vitest'
import { chatUpdate, linkChat } from '../../../local/demo/linkChat.ts'

/** An API that answers the code and the press of a button in the chat so, and whose chats are these. */
const link = async (answers: readonly object[], chats: readonly string[]) => {
  const message = (sent: object) => ({
    path: '/bot1:a/sendMessage',
    query: {},
    body: JSON.stringify({ chat_id: -7, ...sent }),
  })
  const log = [message({ text: 'earlier' })]
  const requests: string[] = []
  const left = [...answers]
  vi.stubGlobal('fetch', async (address: string | URL, { body = '' } = {}) => {
    const { pathname } = new URL(address)
    if (pathname === '/log') return Response.json([...log, { ...message({ text: 'elsewhere', chat_id: 8 }) }])
    if (pathname === '/messenger/webhooks/main') {
      const { message: sent, callback_query: pressed } = JSON.parse(body)
      requests.push(sent === undefined ? `pressed ${pressed.data}` : sent.text)
      log.push(...left.splice(0, 1).map(message))
    }
    if (pathname === '/token') requests.push(`${new URLSearchParams(body).get('recipient')}`)
    const content = chats.map((id) => ({ id }))
    return Response.json({ token_endpoint: 'http://issuer/token', access_token: 't', code: 'ABC', content })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const address = { api: 'http://api', issuer: 'http://issuer', sandboxLog: 'http://sandbox/log' }
  return { said: await linkChat(address, 'alice', { accountId: 'main', chatId: -7 }), requests }
}

test('who links a chat sends the code, presses the button where the bot asks, and is shown all that the bot says since', async () => {
  const question = { text: 'Is it yours?', reply_markup: { inline_keyboard: [[{ callback_data: 'yes' }]] } }

  expect(await link([question, { text: 'Linked' }], ['main#-7'])).toEqual({
    said: ['Is it yours?', 'Linked'],
    requests: ['alice', '/link ABC', 'pressed yes'],
  })
  expect(await link([{ text: 'Linked' }], ['main#-7'])).toEqual({ said: ['Linked'], requests: ['alice', '/link ABC'] })
  await expect(link([{ text: 'No' }], ['main#7'])).rejects.toThrow(
    'The chat was not linked; the update was answered 200; No',
  )
})

test.each([
  [-7, 'supergroup', 'chat'],
  [7, 'private', 'dialog'],
])('a chat with the id %i is a %s of Telegram and a %s of MAX', (chatId, type, chat_type) => {
  const messageOf = (accountId: string) => JSON.parse(chatUpdate('hello', { accountId, chatId }).body).message

  expect(messageOf('main').chat).toMatchObject({ type })
  expect(messageOf('max-main').recipient).toEqual({ chat_id: chatId, chat_type })
})
