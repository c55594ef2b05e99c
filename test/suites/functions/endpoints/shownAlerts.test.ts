import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import { overlayRepository } from '../../../../shared/areas/overlays/overlayRepository.ts'
import { documentedMembers } from '../../../support/documentedWebhook.ts'
import { justNow } from '../../../support/expected.ts'
import { startLiveApi } from '../../../support/liveApi.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { ack, clientOf, resume } from '../../../support/socketClient.ts'

const call = operationCaller()
const live = await sharedByTests(startLiveApi())
const recipient = 'alice'
process.env['ENDPOINTS_TRUSTED_URL'] = 'https://endpoints.invalid'

const webhooks = async () => {
  const { Items = [] } = await live.aws.client.send(new ScanCommand({ TableName: live.aws.table('endpointMessages') }))
  return Items.map(({ body }) => JSON.parse(String(body)))
}

/** An overlay that shows the alerts at these positions. */
const show = async (name: string, ...positions: readonly number[]): Promise<void> => {
  const overlay = await clientOf(`${live.url}?name=${name}`, { authorization: `Bearer ${await live.token(recipient)}` })
  overlay.send(resume())
  await overlay.until('welcome')
  for (const lastAcknowledged of positions.map(alertSequence)) {
    overlay.send(ack(lastAcknowledged))
    await expect
      .poll(() => overlayRepository(live.aws.client, live.aws.table('overlays')).listeners(recipient))
      .toContainEqual(expect.objectContaining({ name, acknowledged: lastAcknowledged }))
  }
  await overlay.close()
}

test('an alert shown by two overlays is one webhook, and a hidden alert is none', async () => {
  await call('setEndpoint', { recipient, body: { url: 'https://bot.example.com/', types: ['alert.shown'] } })
  await live.storeAlert(1, { recipient, hidden: true })
  await live.storeAlert(2, { recipient })

  await show('one', 1, 2)
  await show('other', 2)

  await expect.poll(webhooks).not.toEqual([])
  const [{ id: _id, ...alert }] = (await call('listAlerts', { recipient, query: { hidden: 'false' } })).body.content
  expect(await webhooks()).toEqual([
    { type: 'alert.shown', timestamp: justNow, data: { ...alert, id: 'alert-2', test: false } },
  ])
  expect([...Object.keys(alert), 'id', 'test'].toSorted()).toEqual(documentedMembers('alert.shown'))
})
