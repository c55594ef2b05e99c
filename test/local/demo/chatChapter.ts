import { randomBytes, randomInt } from 'node:crypto'
import { expectThat } from './expectations.ts'
import { type Chat, chatUpdate, codeUpdate, pressUpdate } from './linkChat.ts'
import type { Call, CallOptions, Chapter } from './story.ts'

/** Delivers what a messenger sends. */
const deliver = (call: Call, { accountId, ...update }: ReturnType<typeof codeUpdate>) =>
  call('receiveMessengerWebhook', { params: { accountId }, ...update })

/** Links a chat by a code that an administrator sends there. */
export const linkByCode = async (call: Call, chat: Chat, options: CallOptions = {}): Promise<void> => {
  const { code } = await call('linkChat', { body: { accountId: chat.accountId }, ...options })
  await deliver(call, codeUpdate(code, chat))
}

export const chats: Chapter = {
  title: 'A chat of two streamers, which changes hands when an administrator confirms',
  needsStandIns: true,
  run: async (call) => {
    const { saidIn } = call
    if (saidIn === undefined) return call.show('no stand-in of a messenger is known here')
    const chat = { accountId: 'main', chatId: -1_000_000_000_000 - randomInt(2 ** 40) }
    const sendCode = async (options: CallOptions) => {
      await linkByCode(call, chat, options)
      const message = (await saidIn(chat.chatId)).at(-1)
      call.show(`In the chat: ${message?.text}`)
      return message
    }
    const authorizationCode = `good-${randomBytes(4).toString('hex')}`
    const { id } = await call('linkTwitch', { body: { authorizationCode } })
    const linked = await sendCode({})
    expectThat(linked?.text.includes('Twitch: ') === true, 'the chat says whose it is')
    const request = await sendCode({ as: 'another' })
    expectThat((await call('listChats', { as: 'another' })).content.length === 0, 'the chat stays where it is')
    await deliver(call, pressUpdate(request?.press ?? '', chat))
    const { content } = await call('listChats', { query: { sort: 'linkedAt,desc' } })
    expectThat(
      content.some(({ lostReason }: { lostReason: string | null }) => lostReason === 'linked_by_another'),
      'the former owner sees the loss',
    )
    await deliver(call, chatUpdate('/unlink', chat))
    const [lost] = (await call('listChats', { as: 'another' })).content
    expectThat(lost.lostReason === 'unlinked_in_chat', 'an administrator has unlinked the chat')
    await call('unlinkToken', { body: { id } })
  },
}
