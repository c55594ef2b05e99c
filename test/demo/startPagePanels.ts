import { moneyFromDecimal } from '../../shared/money/decimal.ts'
import type { LocalApi } from '../harness/localApi.ts'
import type { Panel, PanelValues } from '../harness/startPage/panels.ts'
import { donate } from './donation.ts'
import { lookPanel } from './lookPanel.ts'
import { overlayUrl } from './overlayLinks.ts'
import { clientOf, type Json } from './recipientClient.ts'
import { schedulesPanel } from './schedulesPanel.ts'

const currencies = ['EUR', 'USD', 'GBP', 'JPY', 'RUB', 'KZT']

const donationOf = (recipient: string, { nickname = '', message = '', amount = '', currency = '' }: PanelValues) => {
  const money = moneyFromDecimal(amount, currency)
  if (money === undefined) throw new Error(`${amount} ${currency} is not an amount.`)
  return { recipient, nickname, message, amount: money, test: false }
}

/** Says in the frame when the connection is lost. */
const lamp = '#lamp=on&'

/** What the start page shows of this service: the overlay, and a donor beside it. */
export const startPagePanels = (api: LocalApi, recipient: string): readonly Panel[] => [
  {
    id: 'overlay',
    title: 'Donate, and see the alert',
    description: `What the stream of “${recipient}” shows. A donation goes the whole way: signed webhook, payment, history, alert, WebSocket.`,
    frame: {
      title: 'The overlay of the stream',
      open: async (kept) => {
        const isObsolete = ({ connected }: Json) => !connected
        const url = await overlayUrl(api, recipient, { name: 'start page', isObsolete }, kept)
        return url.includes(lamp) ? url : url.replace('#', lamp)
      },
      greeting: async () => {
        const call = await clientOf(api, recipient)
        const { content } = await call('GET', '/alerts?hidden=false&size=1')
        return { alert: content[0] ?? null }
      },
    },
    form: {
      action: 'Donate',
      fields: [
        { name: 'nickname', label: 'Nickname', kind: 'text', value: 'Mira' },
        { name: 'amount', label: 'Amount', kind: 'number', value: '12.34' },
        {
          name: 'currency',
          label: 'Currency',
          kind: 'choice',
          value: 'EUR',
          choices: Object.fromEntries(currencies.map((code) => [code, code])),
        },
        { name: 'message', label: 'Message', kind: 'text', value: 'Great stream!' },
      ],
      run: async function* (values) {
        yield* donate(api, donationOf(recipient, values))
      },
    },
  },
  lookPanel(api, recipient, 'overlay'),
  schedulesPanel(api),
]
