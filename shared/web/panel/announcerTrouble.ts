import { translate } from './translate.ts'

interface Reasons {
  readonly disabledReason?: string
  readonly blockedReason?: string
}

/** What a streamer can do about an announcement that does not arrive. The reasons are messengers' own sentences. */
export const announcerTrouble = ({ disabledReason, blockedReason }: Reasons): string => {
  if (disabledReason) return translate('chatClosed')
  return blockedReason ? translate('chatBlocked') : ''
}
