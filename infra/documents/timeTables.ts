import { deliveryRetentionSeconds } from '../../shared/areas/alerts/delivery.ts'
import { jitter, retentionSeconds as webhooksKept } from '../../shared/areas/endpoints/endpointMessage.ts'
import * as step from '../../shared/areas/endpoints/endpointStep.ts'
import {
  deliveryLimitMs,
  rotationSeconds as endpointRotation,
  longestPauseMs,
  patienceMs,
  pausesMs,
  shortestPauseMs,
} from '../../shared/areas/endpoints/endpointTimes.ts'
import { logged } from '../../shared/areas/endpoints/messageRepository.ts'
import { goalsIntervalMs } from '../../shared/areas/goals/goalLimits.ts'
import { playlistCachedMs } from '../../shared/areas/media/contract.ts'
import {
  retentionSeconds as announcementsKept,
  deletionAgeMs,
  postingLimitMs,
  testAgeMs,
} from '../../shared/areas/messenger/announcementTimes.ts'
import { chatCodeSeconds, listedMs, lossRetentionSeconds } from '../../shared/areas/messenger/chatTimes.ts'
import { codeSeconds } from '../../shared/areas/otp/contract.ts'
import { firstTicketSeconds, nextTicketSeconds } from '../../shared/areas/overlays/contract.ts'
import { longestConnectionMs } from '../../shared/areas/overlays/listedOverlay.ts'
import {
  rotationSeconds as gatewayRotation,
  keyNotePauseMs,
  notePauseMs,
} from '../../shared/areas/payments/gatewayTimes.ts'
import { longestDonorTextsWaitMs } from '../../shared/areas/payments/waitForDonorTexts.ts'
import { receiptSeconds as receiptsKept } from '../../shared/areas/personalData/receiptSeconds.ts'
import { batchSize as channelsOfCall } from '../../shared/areas/platforms/channelWatcher.ts'
import { stateRetentionSeconds } from '../../shared/areas/platforms/rules.ts'
import { keepSubscriptions, watchVkLive } from '../../shared/areas/platforms/workers.ts'
import { alertableMs } from '../../shared/areas/sources/donationItem.ts'
import { marginMs } from '../../shared/areas/sources/donationSourceRepository.ts'
import { notedEveryMs } from '../../shared/areas/sources/pollDonations.ts'
import { restingMs } from '../../shared/areas/sources/restingMs.ts'
import { mostRequests } from '../../shared/areas/sources/sourceWatcher.ts'
import { askSources } from '../../shared/areas/sources/workers.ts'
import { buckets } from '../../shared/contract/resources.ts'
import { retentionSeconds as answersKept } from '../../shared/mechanisms/http/idempotency.ts'
import { retentionDays as jobsKept, linkSeconds } from '../../shared/mechanisms/jobs/job.ts'
import { openMs } from '../../shared/mechanisms/secrets/cipher.ts'
import { storedMs } from '../../shared/mechanisms/secrets/parameters.ts'
import { toleranceSeconds } from '../../shared/mechanisms/webhooks/standardWebhooks.ts'
import { toleranceMs } from '../../shared/providers/twitchEvents.ts'
import { duration, milliseconds } from '../../shared/runtime/time/duration.ts'
import {
  answerMs,
  askAgainMs,
  firstReconnectMs,
  keepAliveMs,
  longestReconnectMs,
  resumeEvery,
} from '../../shared/web/client/live/connection.ts'
import { overtakingMs } from '../../shared/web/client/live/listen.ts'
import { longestDelayMs, mostAttempts } from '../../shared/web/client/retryingFetch.ts'
import { charactersASecond, longestSeconds, nameSeconds, shortestSeconds } from '../../shared/web/overlay/look.ts'
import { count } from './quantities.ts'
import { table } from './tables.ts'

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html */
const longestSilenceSeconds = 600

/** `rate(1 minute)` as `1 minute`. */
const interval = ({ source: { schedule } }: { readonly source: { readonly schedule: string } }): string =>
  schedule.slice('rate('.length, -1)

/** How long things are kept and valid, for those who call the API. */
export const timesTable = (): string =>
  table(
    ['What', 'Time'],
    [
      ['The answer to a request with an `Idempotency-Key` is kept for', duration(answersKept)],
      ['A one-time code is valid for', duration(codeSeconds)],
      ['A code that links a chat is valid for', duration(chatCodeSeconds)],
      ['A chat that was lost is listed for', duration(lossRetentionSeconds)],
      ['The first ticket of an overlay is valid for', duration(firstTicketSeconds)],
      ['A renewed ticket is valid for', duration(nextTicketSeconds)],
      ['An alert that no overlay has acknowledged is kept for', duration(deliveryRetentionSeconds)],
      ['A replaced secret or webhook address of a payment gateway is accepted for', duration(gatewayRotation)],
      ['`lastEvent` and `lastRefused` of a gateway are written at most every', milliseconds(notePauseMs)],
      ['a gateway’s refusal of a key is noted at most every', milliseconds(keyNotePauseMs)],
      ['A print, an export or an erasure is listed for', duration(jobsKept * 86_400)],
      ['The file of a print or an export is kept for', duration(buckets.prints.expirationDays * 86_400)],
      ['A link to such a file is valid for', duration(linkSeconds)],
      ['The receipt of an erasure is kept for', duration(receiptsKept)],
      ['The answer about a playlist of the video host is cached for', milliseconds(playlistCachedMs)],
      ['The result of an announcement is kept for', duration(announcementsKept)],
      ['A post is attempted while the messenger fails for', milliseconds(postingLimitMs)],
      ['A post of `ANNOUNCE_STREAM_AND_DELETE` is deleted at the latest after', milliseconds(deletionAgeMs)],
      ['A test announcement is deleted after', milliseconds(testAgeMs)],
      ['A new bot of the deployment is listed after at most', milliseconds(listedMs)],
      ['The last state of a stream is known for', duration(stateRetentionSeconds)],
    ],
  )

/** The rhythm of a WebSocket connection. */
export const connectionTable = (): string =>
  table(
    ['What', 'Time'],
    [
      ['A client sends `ping` every', milliseconds(keepAliveMs)],
      ['A client sends `resume` in place of a `ping` every', milliseconds(keepAliveMs * resumeEvery)],
      ['A client connects again when an answer takes longer than', milliseconds(answerMs)],
      ['API Gateway closes a connection that is silent for', duration(longestSilenceSeconds)],
      ['API Gateway closes every connection after', milliseconds(longestConnectionMs)],
      ['A page in standby asks for its place every', milliseconds(askAgainMs)],
      ['A client that finds a gap waits for the earlier delivery for', milliseconds(overtakingMs)],
      ['`goals` is sent at most every', milliseconds(goalsIntervalMs)],
    ],
  )

/** How long the overlay shows an alert without the setting `seconds`. */
export const showingTable = (): string =>
  table(
    ['What', 'Time'],
    [
      ['An alert without a message', duration(nameSeconds)],
      ['One second more for every', `${charactersASecond} characters`],
      ['An alert at most', duration(longestSeconds)],
      ['An alert while others wait: a tenth less for each of them, but at least', duration(shortestSeconds)],
    ],
  )

/** How often external services are asked, and what their events may be. */
export const askingTable = (): string =>
  table(
    ['What', 'Value'],
    [
      ['A linked donation service is asked while its recipient is on air every', interval(askSources)],
      ['A linked donation service is asked otherwise every', milliseconds(restingMs)],
      ['Requests to DonationAlerts in a minute, of all recipients together', count(mostRequests.donationAlerts ?? 0)],
      ['A donation raises an alert if it was made after the link and is no older than', milliseconds(alertableMs)],
      ['The first reading goes back before the link by', milliseconds(marginMs)],
      ['`lastAskedAt` is written every', milliseconds(notedEveryMs)],
      ['VK Video Live is asked every', interval(watchVkLive)],
      ['Channels of VK Video Live in one call', count(channelsOfCall)],
      ['Subscriptions at Twitch and Kick are compared with the linked accounts every', interval(keepSubscriptions)],
      ['A payment of Stripe waits for the texts of its session at most', milliseconds(longestDonorTextsWaitMs)],
      ['The timestamp of a webhook of Standard Webhooks may be off by', duration(toleranceSeconds)],
      ['The timestamp of an event of Twitch may be off by', milliseconds(toleranceMs)],
    ],
  )

/** How long secrets stay in the memory of a function. */
export const memoryTable = (): string =>
  table(
    ['In the memory of a function', 'At most'],
    [
      ['an opened secret of a payment gateway', milliseconds(openMs)],
      ['a parameter of a provider; a changed one takes effect as late', milliseconds(storedMs)],
    ],
  )

export const endpointTimesTable = (): string =>
  table(
    ['What', 'Value'],
    [
      ['An endpoint answers within', milliseconds(patienceMs)],
      ['Pauses before the attempts after the first', pausesMs.map(milliseconds).join(', ')],
      ['Such a pause is shorter, by chance, by at most', `${jitter * 100} %`],
      ['Attempts in all', count(pausesMs.length + 1)],
      ['No attempt begins after', milliseconds(deliveryLimitMs)],
      [
        'An endpoint that fails is paused for half as long as it has failed, within',
        `${milliseconds(shortestPauseMs)} and ${milliseconds(longestPauseMs)}`,
      ],
      ['An endpoint is slow if it answers after', milliseconds(step.unhurriedMs)],
      ['A slow endpoint is paused for its time to answer, multiplied by', count(step.slowPauses)],
      ['An endpoint is quick if its last answer took at most', milliseconds(step.quickMs)],
      ['A quick endpoint has for its next answer', milliseconds(step.shortPatienceMs)],
      ['Both secrets sign after `rotate-secret` for', duration(endpointRotation)],
      ['Webhooks are listed for', duration(webhooksKept)],
      ['Webhooks listed for an endpoint, at most', count(logged)],
    ],
  )

export const clientTable = (): string =>
  table(
    ['What', 'Value'],
    [
      ['A request is sent at most', `${mostAttempts} times`],
      ['A request is given up if `Retry-After` is longer than', milliseconds(longestDelayMs)],
      ['A lost connection is made again after', milliseconds(firstReconnectMs)],
      ['The pause doubles with each failure, up to', milliseconds(longestReconnectMs)],
    ],
  )
