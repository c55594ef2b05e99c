import { translate } from './translate.ts'

interface Reasons {
  readonly disabledReason?: string
  readonly blockedReason?: string
}

/** Why an announcement does not arrive, as far as its streamer can mend it. The reasons are messengers' own sentences. */
export const announcerTrouble = ({ disabledReason, blockedReason }: Reasons): string => {
  if (disabledReason) return translate('chatClosed')
  return blockedReason ? translate('chatBlocked') : ''
}
