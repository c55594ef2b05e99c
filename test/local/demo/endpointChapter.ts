import { Webhook } from 'standardwebhooks'
import { eventually, expectThat } from './expectations.ts'
import type { Chapter } from './story.ts'

/** Nobody is there: the name is reserved (RFC 6761). */
const nowhere = 'https://bot.invalid/webhooks'

/** https://www.standardwebhooks.com */
export const endpoints: Chapter = {
  title: 'Webhooks to a bot: a test, a rotated secret, the log, and a webhook that is sent again',
  run: async (call) => {
    const { receiver } = call
    const types = ['payment.completed', 'stream.started']
    const { id, secret } = await call('setEndpoint', { body: { url: receiver?.url ?? nowhere, types } })
    const rotated = await call('rotateEndpointSecret', { body: { id } })
    const { messageId } = await call('testEndpoint', { body: { id } })
    const look = () => call('listEndpointMessages', { params: { id } })
    const attempted = await eventually(look, ({ content }) => content[0].attempts > 0, 'the test is attempted')
    const [{ state, reason }] = attempted.content
    if (receiver === undefined) {
      expectThat(state === 'waiting', 'the test waits for its next attempt')
      call.show(`nobody is there: ${reason}`)
    } else {
      expectThat(state === 'delivered', 'the test has arrived')
      const webhook = (await receiver.received()).find(({ headers }) => headers['webhook-id'] === messageId)
      for (const each of [secret, rotated.secret])
        expectThat(
          Boolean(new Webhook(each).verify(webhook?.body ?? '', webhook?.headers ?? {})),
          'either secret has signed it',
        )
    }
    await call('resendEndpointMessage', { body: { endpointId: id, messageId } })
    const count = async () =>
      (await receiver?.received())?.filter(({ headers }) => headers['webhook-id'] === messageId).length
    if (receiver !== undefined)
      await eventually(count, (times) => times === 2, 'the test has come again, with the same id')
    const { content } = await call('listEndpoints')
    expectThat(content.length === 1, 'one endpoint')
    await call('deleteEndpoint', { body: { id } })
  },
}
