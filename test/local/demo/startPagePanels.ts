import { moneyFromDecimal } from '../../../shared/runtime/money/decimal.ts'
import type { LocalApi } from '../runner/localApi.ts'
import type { Panel, PanelValues } from '../startPage/panels.ts'
import { donate } from './donation.ts'
import { lookPanel } from './lookPanel.ts'
import { newOverlay, overlaysOf, panelAddress } from './overlayLinks.ts'
import { clientOf, type Json } from './recipientClient.ts'
import { schedulesPanel } from './schedulesPanel.ts'

const currencies = ['EUR', 'USD', 'GBP', 'JPY', 'RUB', 'KZT']

const donationOf = (recipient: string, { nickname = '', message = '', amount = '', currency = '' }: PanelValues) => {
  const money = moneyFromDecimal(amount, currency)
  if (money === undefined) throw new Error(`${amount} ${currency} is not an amount.`)
  return { recipient, nickname, message, amount: money, test: false }
}

/** The end of an overlay's address, by which the overlay is found again. */
const overlayParameter = ({ overlayId }: Json): string => `&overlay=${overlayId}`

/** What the start page shows of this service: the overlay, and a donor beside it. */
export const startPagePanels = (api: LocalApi, recipient: string): readonly Panel[] => [
  {
    id: 'overlay',
    title: 'Donate, and see the alert',
    description: `What the stream of “${recipient}” shows. A donation goes the whole way: signed webhook, payment, history, alert, WebSocket.`,
    frame: {
      title: 'The overlay of the stream',
      action: 'Open the overlay in a tab',
      open: async (kept) => {
        const call = await clientOf(api, recipient)
        const overlays = await overlaysOf(call)
        if (kept !== undefined && overlays.some((overlay) => kept.endsWith(overlayParameter(overlay)))) return kept
        const isObsolete = ({ connected }: Json) => !connected
        const made = await newOverlay(call, overlays, { name: 'start page', isObsolete })
        return made.overlayUrl.replace('#', '#lamp=on&') + overlayParameter(made)
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
  {
    id: 'panel',
    title: 'The panel',
    description: `The page on which a streamer steers everything. Sign in there as “${recipient}”.`,
    form: {
      fields: [],
      action: 'Open the panel',
      run: async function* () {
        yield panelAddress(api)
      },
    },
  },
  lookPanel(api, recipient, 'overlay'),
  schedulesPanel(api),
]
