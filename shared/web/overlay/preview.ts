import { messageVersion as version } from '../../areas/realtime/messageVersion.ts'
import type { AlertMessage } from '../client/generated/events.ts'
import type { Look } from './levelStyle.ts'

export const sampleAlert: AlertMessage = {
  version,
  type: 'alert',
  sequence: 0,
  after: 0,
  force: false,
  test: true,
  alert: {
    id: '',
    recipientId: '',
    historyItemId: '',
    system: 'Manual',
    event: 'payment',
    createdAt: '',
    hidden: false,
    nickname: 'Mira',
    message: 'Great stream! PogChamp',
    media: { url: '' },
    levelName: 'gold',
    count: 1,
    amount: { major: 12, minor: 34, currency: 'EUR' },
  },
}

/** What the page around this one has it show: a look that is tried, or an alert that was shown before, if any. */
interface Preview {
  readonly look?: Look
  readonly alert?: AlertMessage['alert'] | null
}

/**
 * Calls back with each preview that the page around this one asks for. Only a page of this origin may frame it, and
 * messages of other pages are ignored.
 */
export const listenForPreviews = (show: (preview: Preview) => void): void => {
  if (parent === window) return
  addEventListener('message', ({ origin, source, data }: MessageEvent<Preview>) => {
    if (origin === location.origin && source === parent && (data.look !== undefined || data.alert !== undefined))
      show(data)
  })
}
