import { itemLimit } from '../../shared/areas/media/playlistContract.ts'
import { changeLimit } from '../../shared/areas/messenger/contract.ts'
import {
  chatIntervalMs,
  groupIntervalMs,
  maxIntervalMs,
  webhookIntervalMs,
} from '../../shared/areas/messenger/rateLimits.ts'
import { longestTexts, mostActions, mostAttachments } from '../../shared/areas/payments/donationDetails.ts'
import { shortestOwnSecret } from '../../shared/areas/payments/gatewaySecrets.ts'
import { bodyLimit } from '../../shared/contract/bodyLimit.ts'
import { mostViolations } from '../../shared/contract/problem.ts'
import { freeObjectLimit } from '../../shared/contract/values.ts'
import { rates } from '../../shared/mechanisms/limits/limits.ts'
import { longestUncounted } from '../../shared/mechanisms/limits/replayBytes.ts'
import { defaultSize, maximumSize } from '../../shared/mechanisms/page/contract.ts'
import { answerLimitBytes } from '../../shared/mechanisms/page/fitting.ts'
import { comparedLength } from '../../shared/mechanisms/page/orders.ts'
import { readLimit } from '../../shared/mechanisms/store/query.ts'
import { shortestKeyBytes } from '../../shared/mechanisms/webhooks/standardWebhooks.ts'
import * as discord from '../../shared/providers/discordBot.ts'
import * as max from '../../shared/providers/maxBot.ts'
import * as telegram from '../../shared/providers/telegramBot.ts'
import { pageLimit } from '../../shared/providers/youtube.ts'
import { milliseconds } from '../../shared/runtime/time/duration.ts'
import { positions, secondsRange, usualVolume, volumeRange } from '../../shared/web/overlay/settings.ts'
import { bytes, count } from './quantities.ts'
import { table } from './tables.ts'

/** YouTube answers a playlist in pages of so many entries. https://developers.google.com/youtube/v3/docs/playlistItems/list */
const entriesOfPage = 50

export const sizesTable = (): string =>
  table(
    ['What', 'Value'],
    [
      ['A body of a request, at most', bytes(bodyLimit)],
      ['Violations in `errors`, at most', count(mostViolations)],
      ['`size` of a page, by default', count(defaultSize)],
      ['`size` of a page, at most', count(maximumSize)],
      ['An answer, at most: a page then has fewer items', bytes(answerLimitBytes)],
      ['Characters of a text that a sort compares', count(comparedLength)],
      ['Items that `page` reaches, and that `totalSize` counts exactly', count(readLimit.items)],
      ['Items without a match that one request reads, at most', count(readLimit.items * readLimit.reads)],
      ['An answer that is kept for an `Idempotency-Key` without being counted, at most', bytes(longestUncounted)],
      ['Counted answers that are kept in an hour', bytes(rates.keptBytes.limit)],
      ['Items of a playlist, at most', count(itemLimit)],
      ['Entries of a playlist of the video host that are read, at most', count(pageLimit * entriesOfPage)],
      ['Changes in one `update-announcers`, at most', count(changeLimit)],
      ['The key in a secret of Standard Webhooks (`whsec_…`), at least', bytes(shortestKeyBytes)],
      ['A secret that you choose for a gateway, at least', `${shortestOwnSecret} characters`],
    ],
  )

const perMinute = (intervalMs: number): string => `${60_000 / intervalMs} a minute`
const buttonsOf = ({ mostRows, widestRow }: { readonly mostRows: number; readonly widestRow: number }): string =>
  count(mostRows * widestRow)

export const messengersTable = (): string =>
  table(
    ['', 'Telegram', 'MAX', 'Discord'],
    [
      ['Characters of a text', ...[telegram, max, discord].map(({ longestText }) => count(longestText))],
      ['Link buttons', "100, Telegram's own limit", buttonsOf(max.keyboard), buttonsOf(discord.keyboard)],
      [
        'Messages to a chat',
        `one in ${milliseconds(chatIntervalMs)}; in a group ${perMinute(groupIntervalMs)}`,
        `${1000 / maxIntervalMs} a second`,
        perMinute(webhookIntervalMs),
      ],
    ],
  )

export const donorTextsTable = (): string =>
  table(
    ['Key', 'Meaning', 'Kept', 'Effect'],
    [
      [
        '`nickname`',
        'the name that the stream shows',
        `${longestTexts.nickname} characters`,
        'without one the overlay says "Somebody"; the name of the cardholder is never shown',
      ],
      ['`message`', "the donor's text", `${count(longestTexts.message)} characters`, 'shown as text, never as HTML'],
      [
        '`goal`',
        'the purpose of the donation',
        `${longestTexts.goal} characters`,
        'in the payment, in the history and in prints',
      ],
      [
        '`attachments`',
        'a JSON array of `http` or `https` links',
        `${mostAttachments} links`,
        'links to videos of YouTube and VK become requests in `GET /media`',
      ],
      [
        '`actions`',
        'a JSON array of `{actionId, parameters, id}`',
        `${mostActions} actions, ${bytes(freeObjectLimit)}`,
        'each is checked against its registered price and delivered to the game (`action`), or the history item says in `undelivered` why not',
      ],
    ],
  )

const range = ([least, most]: readonly [number, number]): string => `${least} to ${most}`

/** The settings in the address of an overlay. */
export const overlaySettingsTable = (): string =>
  table(
    ['Setting', 'Values', 'Default'],
    [
      ['`position`', positions.map((each) => `\`${each}\``).join(', '), '`bottom`'],
      ['`seconds`', `${range(secondsRange)}: how long an alert is shown`, 'see below'],
      ['`volume`', range(volumeRange), String(usualVolume)],
      ['`lamp`', '`on`: the page shows viewers that the connection is lost', 'off'],
    ],
  )
