import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const fileOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Each promise: its number by hand, the constant that keeps it, and the sentences of documents that give the number. */
const promises = `
1 = infra/observability/apiAlarms.ts percent
  runbook: More than one percent of the requests were answered 5xx
24 * hour = shared/alerts/delivery.ts deliveryRetentionSeconds
  runbook: Alerts are kept for 24 hours
  openapi: in no list, total or print, and is deleted after a day
  openapi: they alone are, for a day
2 = shared/money/money.ts usualDigits
  service: how many decimals ´minor´ has, 2 if absent
  client: or its ´exponent´, or two
100 = shared/endpoints/messageRepository.ts logged
  endpoints: the last hundred webhooks of seven days
410 = shared/endpoints/endpointStep.ts gone
  endpoints: at once when it answers 410
5 = shared/limits/limits.ts endpoints
  changelog: stores up to five addresses
  service: to up to five addresses of a recipient
  endpoints: up to five endpoints: addresses
64 = shared/payments/keptDetails.ts nickname
  providers: | ´nickname´ | the name that the stream shows | 64 characters |
1000 = shared/payments/keptDetails.ts message
  providers: | ´message´ | the donor's text | 1,000 |
128 = shared/payments/keptDetails.ts goal
  providers: | ´goal´ | the purpose of the donation | 128 |
20 = shared/payments/keptDetails.ts mostAttachments
  providers: links | 20 | links to videos
50 = shared/payments/keptDetails.ts mostActions
  providers: | 50, and 64 KiB |
64 * KB = shared/contract/values.ts freeObjectLimit
  providers: | 50, and 64 KiB |
8 * minute = shared/client/examples/bot/bot.py timeout
8080 = shared/client/examples/relay/relay.mjs PORT
  relay: Lead a public ´https´ address to port 8080
hour = shared/sources/sourceWatcher.ts restingMs
  changelog: within a minute while the recipient is on air, else within an hour
  openapi: is known to be on, otherwise every hour
  providers: Otherwise it is asked every hour
minute = shared/sources/workers.ts askSources
  openapi: The service is asked every minute while the recipient
  providers: A service is asked every minute while the recipient
minute = shared/platforms/workers.ts watchVkLive
  service: VK Video Live is asked every minute
  openapi: a VK Video Live account is asked every minute
  providers: The service asks every minute
day = shared/platforms/workers.ts keepSubscriptions
  changelog: and restores every day the subscriptions
  deploying: every day it compares all
  openapi: every day it restores what a platform
  providers: makes the subscriptions again every day
  providers: and every day renews subscriptions
24 * hour = shared/http/idempotency.ts retentionSeconds
  changelog: byte for byte, for 24 hours
  openapi: within 24 hours, the same key with the same body gets the stored answer
  service: the same key and body within 24 hours get the first answer
4 * KB = shared/limits/keptBytes.ts longestUncounted
  changelog: of those above 4 KB, 20 MB are kept in an hour for each recipient
  service: Of answers above 4 KB, 20 MB are kept in an hour for each recipient
24 * hour = shared/payments/gatewayRepository.ts rotationSeconds
  changelog: the previous one valid for a day or no longer
  openapi: A replaced secret is still accepted for 24 hours
  openapi: The previous address is accepted for 24 hours, until ´previousUrlUntil´
  panel: The present one works for 24 hours more.
24 * hour = shared/endpoints/endpointRepository.ts rotationSeconds
  openapi: Both secrets sign each webhook for 24 hours
  endpoints: For 24 hours both sign
30 = shared/endpoints/endpointStep.ts shortestPauseMs
  openapi: an endpoint that fails is paused for 30 s to 15 minutes at a time
  endpoints: (30 s to 15 min)
15 * minute = shared/endpoints/endpointStep.ts longestPauseMs
  openapi: an endpoint that fails is paused for 30 s to 15 minutes at a time
24 * hour = shared/endpoints/endpointMessage.ts deliveryLimitMs
  openapi: it is sent again, up to 8 times within a day
  openapi: when a webhook was refused for a day
  openapi: with all attempts of a day
  endpoints: when a webhook was refused for a day
7 * day = shared/endpoints/endpointMessage.ts retentionSeconds
  openapi: The last hundred, of seven days at most
  endpoints: of seven days with each outcome
5 = shared/endpoints/endpointStep.ts patienceMs
  openapi: Answer with any 2xx within 5 s
  endpoints: Any 2xx within 5 seconds
1 = shared/endpoints/endpointStep.ts unhurriedMs
  endpoints: one that answers after more than a second
10 = shared/endpoints/endpointStep.ts slowPauses
  endpoints: for ten times as long as it took
0.3 = shared/endpoints/endpointStep.ts quickMs
  endpoints: took at most 300 ms
1 = shared/endpoints/endpointStep.ts shortPatienceMs
  endpoints: has a second to answer
15 = infra/operators/setup/rollbackTriggers.ts monitoringMinutes
  deploying: or in the 15 minutes after which
  deploying: A deployment takes 15 minutes longer
24 * hour = shared/payments/workers.ts maximumRecordAgeSeconds
  runbook: Nothing is lost for 24 hours
5 * minute = shared/realtime/workers.ts maximumRecordAgeSeconds
  runbook: an alert after five minutes
hour = shared/messenger/workers.ts maximumRecordAgeSeconds
  runbook: other records after an hour
24 * hour = shared/media/workers.ts maximumRecordAgeSeconds
24 * hour = shared/jobs/jobWorker.ts recordAgeLimitSeconds
hour = shared/recipients/workers.ts maximumRecordAgeSeconds
  openapi: a platform that cannot be reached is asked again for an hour
5 = shared/contract/worker.ts alarmingAttempts
  runbook: A payment, a video or an event of the audience has failed at least five times, for half an hour or longer
32 * minute = shared/store/postponedStore.ts longestDelayMs
  runbook: is tried every half hour until it works
  deploying: are retried without it, within half an hour after the cause is gone
15 * minute = shared/jobs/linkStore.ts linkSeconds
  openapi: The link is valid for 15 minutes; every call gives a new one while the file is kept (7 days)
1800 = shared/history/leaderLimits.ts countedAtOnce
  openapi: by 1800 items at a time
30 * day = shared/jobs/job.ts retentionDays
  openapi: A print is listed for 30 days
7 = shared/contract/resources.ts expirationDays
  openapi: its file is kept for 7
365 * day = shared/personalData/erasureReceipts.ts retentionSeconds
  security: a year after the erasure
  openapi: the receipt for a year
  openapi: The receipt is kept for a year
10 * minute = shared/otp/oneTimeCodeStore.ts codeSeconds
  security: codes with 256 random bits that live ten minutes and work once
  openapi: It is valid for ten minutes and works once
10 * minute = shared/messenger/chatCodeStore.ts chatCodeSeconds
  openapi: A code works once and for ten minutes
  service: an administrator presses its button within ten minutes
  providers: An administrator sends the command in the chat within ten minutes
  providers: an administrator presses its button within ten minutes
30 * day = shared/messenger/chatRepository.ts lossRetentionSeconds
  openapi: A chat that was lost is listed for 30 days
  service: sees it in ´GET /messenger/chats´ for 30 days
day = shared/overlays/ticketStore.ts firstTicketSeconds
  security: works once and for a day
  openapi: The ticket is valid for a day and works once
minute = shared/overlays/ticketStore.ts nextTicketSeconds
  openapi: The ticket is valid for a minute and works once
2 * hour = shared/overlays/listedOverlay.ts longestConnectionMs
  openapi: at the next delivery, after ten minutes of silence, or after two hours
  service: cuts a connection that is silent for ten minutes, and every one after two hours
8.75 * minute = shared/client/live/connection.ts keepAliveMs
  service: send ´{ type: 'ping' }´ every eight minutes
  asyncapi: Keeps the connection open: one within ten minutes
15 = shared/client/live/connection.ts answerMs
  service: when no ´pong´ has come within 15 s
  asyncapi: without a pong within 15 s, connect again
3 = shared/client/live/connection.ts resumeEvery
  service: Send ´resume´ once in half an hour
  service: Overlays take a change over within half an hour
  openapi: which they get with the answer to each ´resume´, within half an hour
  openapi: sent ´resume´ (the page does so every half hour)
5 * minute = shared/client/live/connection.ts askAgainMs
  service: it asks every five minutes
0.5 = shared/client/live/listen.ts overtakingMs
  asyncapi: keep the later one for half a second before you resume
7 * day = shared/messenger/announcement.ts retentionSeconds
  openapi: is the last message of seven days
hour = shared/messenger/announcement.ts postingLimitMs
  openapi: ´givenUp´ after an hour without the messenger
47 * hour = shared/messenger/announcement.ts deletionAgeMs
  service: deletes its message when the stream ends, or after 47 hours
  openapi: the message is deleted after 47 hours unless the type is
  providers: deletes its message when the stream ends, or after 47 hours
minute = shared/messenger/announcement.ts testAgeMs
  openapi: also for a disabled announcer, and is deleted after a minute
minute = shared/messenger/botNameParameters.ts listedMs
  openapi: A new one appears within a minute
minute = shared/secrets/parameters.ts storedMs
  openapi: what is stored shows within a minute
50 = shared/sources/sourceWatcher.ts donationAlerts
  providers: may send 60 requests a minute for all its users, of which this service uses 50 for donations
day = shared/sources/donationItem.ts alertableMs
  openapi: was made after the link and is at most a day old
  providers: read more than a day after it was made raises no alert
day = shared/sources/donationSourceRepository.ts marginMs
  openapi: Donations of more than a day before the first link
10 * minute = shared/sources/sourceAsker.ts notedEveryMs
  openapi: ´lastAskedAt´ is its last answer, to within ten minutes
10 * minute = shared/secrets/cipher.ts openMs
  security: opened secrets of gateways stay in memory for ten minutes
30 * day = shared/platforms/rules.ts stateRetentionSeconds
  openapi: state last, within 30 days
1 = shared/alerts/goalsDelivery.ts goalsIntervalMs
  changelog: the message ´goals´ (at most one a second)
  openapi: at most one a second
  asyncapi: At most one a second is sent, the last state always
  service: of changes within a second, the first one at once and the last state about a second later
8 = shared/payments/textsWait.ts longestWaitMs
  changelog: waits for them for eight seconds at most
  openapi: waits for its session, for eight seconds
  providers: before its session has come, for eight seconds at most
minute = shared/payments/gatewayRepository.ts shortestPauseMs
  openapi: ´lastEvent´ and ´lastRefused´ are written at most once a minute
10 * minute = shared/media/externalPlaylistStore.ts playlistCachedMs
  openapi: The video host’s answer is cached for 10 minutes
  providers: shuffled at every call and kept for ten minutes
100 = shared/providers/youtube.ts pageLimit
  openapi: Of a playlist with more than 5,000 entries, the first 5,000 are read
6.2 * MB = functions/media/getExternalPlaylist.ts entriesLimitBytes
  openapi: If an answer would exceed 6 MB, it contains as many entries as fit
6 = shared/overlayPage/look.ts nameSeconds
  service: an alert has 6 seconds
22 = shared/overlayPage/look.ts charactersASecond
  service: and one for each 22 characters
45 = shared/overlayPage/look.ts longestSeconds
  service: up to 45 seconds
  changelog: is shown for up to 45 seconds
3 = shared/overlayPage/look.ts shortestSeconds
  service: Each alert that waits takes a tenth of that, down to four tenths, and never below 3 seconds
0.5 = shared/overlayPage/main.ts usualVolume
  service: | ´volume´ | 0 to 1 | 0.5 |
  openapi: ´volume´ (0 to 1, default 0.5)
5 * MB = shared/page/fitting.ts answerLimitBytes
  changelog: a page that would exceed 5 MB ends early
  openapi: A page has fewer items when they would exceed 5 MB
  service: and where more would exceed 5 MB
100 = shared/page/contract.ts maximumSize
  service: above 100 it becomes 100
20 = shared/page/contract.ts defaultSize
  service: below 1 the default of 20
256 = shared/page/orders.ts comparedLength
  service: sorted by their first 256 characters
1000 = shared/store/query.ts items
  changelog: are found by number within their first 1,000 items
  openapi: numbers lead to the first 1,000 items
  service: numbers lead to the first 1,000 items
  service: would have to read more than 1,000 items
3 = shared/store/query.ts reads
  openapi: leads on only after 3,000 items, or 12 MB
  service: leads on only after 3,000 items without a match (or 12 MB of them)
4 = shared/store/query.ts roundTrips
  openapi: 3,000 items, or 12 MB
  service: without a match (or 12 MB of them)
24 = shared/webhooks/standardWebhooks.ts shortestKeyBytes
  changelog: with secrets of at least 24 bytes
  panel: base64 of at least 24 bytes
  deploying: base64 of at least 24 bytes
  openapi: ´whsec_´ and base64 of at least 24 bytes
32 = shared/payments/gatewaySecrets.ts shortestOwnSecret
  changelog: YooKassa have at least 32 characters
  openapi: have at least 32 characters
500 = shared/media/playlistContract.ts itemLimit
  openapi: At most 500 items
90 = shared/messenger/contract.ts changeLimit
  openapi: All changes, at most 90, are made or none
5 = shared/client/retryingFetch.ts mostAttempts
  client: It is sent up to five times
10 = shared/client/retryingFetch.ts longestDelayMs
  client: unless ´Retry-After´ is longer than ten seconds
1 = shared/client/live/connection.ts firstReconnectMs
  client: it connects again after a second
30 = shared/client/live/connection.ts longestReconnectMs
  client: later after half a minute at the most
  client: each half minute at the most
1000 * minute = test/harness/lambda/lambdaFunction.ts idleMilliseconds
  harness: an idle environment ends after a minute
5 = test/harness/lambda/executionEnvironment.ts wakefulMilliseconds
  harness: frozen 5 ms after its answer
  changes: stays awake for 5 ms, and is frozen only if
9229 = test/harness/lambda/lambdaService.ts firstInspectorPort
  harness: lets a debugger attach at port 9229
  switching: ´--inspect hello´, at port 9229
17 = test/harness/engines/findEngine.ts leastJava
  harness: Amazon's DynamoDB Local, by Java 17
3 = shared/messenger/rateLimits.ts groupIntervalMs
  changelog: messages follow each other by three seconds
  providers: A group takes 20 messages a minute
  providers: | one a second; 20 a minute in a group | no limit documented | 30 a minute |
2 = shared/messenger/rateLimits.ts webhookIntervalMs
  providers: A webhook takes 30 messages a minute
1 = shared/messenger/rateLimits.ts chatIntervalMs
2000 = shared/providers/discordBot.ts longestText
  providers: messages of up to 2,000 characters (a longer text is cut)
5 = shared/providers/discordBot.ts widestRow
5 = shared/providers/discordBot.ts mostRows
  providers: Up to 25 buttons are links
512 = shared/providers/discordBot.ts longestUrl
  providers: or has more than 512 characters, is left out
4000 = shared/providers/maxBot.ts longestText
  providers: messages of up to 4,000 characters (a longer text is cut)
30 = shared/providers/maxBot.ts mostRows
  providers: with up to 90 buttons, three in a row where there are more than 30
3 = shared/providers/maxBot.ts widestRow
50 = shared/platforms/channelWatcher.ts batchSize
  providers: which of the linked channels are online, 50 in a call
5 * minute = shared/webhooks/standardWebhooks.ts toleranceSeconds
  providers: A timestamp may be five minutes off
`

/** Sentences whose numbers are of AWS, of platforms, of alarms (`test/infra/alarms.test.ts`), or of the text alone. */
const others = `
  readme: streaming-support: 99 routes, 121 functions, ready in 8.7 s
  readme: The first start takes about half a minute, later ones two seconds
  readme: and donate in a second terminal
  readme: one overlay, three themes
  contributing: [test/README](test/README.md): 3,000 words
  contributing: A function has about 40 lines and a file about 250
  contributing: prose have at most 120 columns
  tests: answers within a minute: types
  providers: Nobody moves in one day
  runbook: at any second of the last 35 days
  runbook: (at least three in five minutes, or all there were), twice within half an hour
  runbook: a new account runs 10 functions at a time
  runbook: More than half of at least 100 requests in five minutes were answered 4xx, for 15 minutes
  runbook: Stripe for three days
  runbook: (10,000 requests a second for all routes)
  runbook: (1,000 in five minutes, on paths that contain ´/webhooks/´)
  runbook: One request in ten took longer than three seconds, for 15 minutes
  runbook: After seven days it is gone
  runbook: Its backup is there for 35 days
  runbook: failed at least three times in five minutes, twice within half an hour
  runbook: is more than ten minutes behind
  deploying: lets 10 functions run at a time
  deploying: the queue, which keeps its messages for four days
  deploying: A recipient may add 6,000 items a minute
  deploying: 100,000 donations are 1,112 requests, take 17 minutes
  deploying: one of eight alarms comes
  deploying: at every second of the last 35 days
  deploying: which takes 10 to 30 minutes
  deploying: Cognito itself mails 50 codes a day
  security: the end of its window, a day at most; DynamoDB deletes it within two days more
  security: ´logRetention´, 30 days by default
  security: 35 days; a restoration asks
  security: begin with 96 bits of a digest
  security: an answer within three working days, and a fix or a date within fourteen
  service: 413 above 10 MB
  service: 431 above 10,240 bytes of headers
  service: 503 when it takes longer than 30 seconds
  openapi: 413 above 10 MB, 429 over the rate, 431 above 10,240 bytes of headers
  openapi: one for the title and two for each 50 entries, of which a caller has 250 a day for itself
  openapi: A text may have 17000 bytes and the buttons of an announcer together 24500
  changelog: lists the donors of a day, a month or all time
  changelog: in OpenAPI 3.1 (32 KB with gzip)
  changelog: it may be cached for an hour
  changelog: and 100 prints a day
  changelog: gives the messenger's paths a second name
  changelog: ´resume´ within a minute of the last sign of life
  openapi: the use of rates for at most a day
  openapi: keeps its logs (30 days by default)
  openapi: which may be cached for an hour
  openapi: below 100 where the currency has two decimals
  openapi: A second or two suffice
  deploying: Requests a second that each route takes, and how many may come at once (13 regions allow 1,250)
  deploying: makes bundles two and a half times as large
  deploying: 1 for an account that may run ten functions
  deploying: Requests a second that each webhook's route takes
  deploying: each invocation (0.5 KB more a request)
  openapi: the answer of a second request is its ´erasureId´
  client: and is 7 KB (gzip)
  client: A panel in twenty minutes
  endpoints: remember the ids of a day
  endpoints: it costs up to five units and an invocation more
  harness: stacks in two regions
  harness: From SAM and from serverless-offline it is [five minutes]
  harness: so by itself, in about two seconds
  harness: ends with status 2, any other failure with 1
  harness: The data folder has the mode 700, and files of the command line have 600
  harness: free ports; the WebSocket API has the one after the HTTP API's
  page: The page is at ´/´, or at ´/_local/´ where
  switching: From SAM, or from serverless-offline, in five minutes
  switching: In a second terminal
  switching: takes its synthesis and a second
  changes: batches of streams and queues end at 6 MB of bytes
  changes: have the limit of 400 KB
  endpoints: after 30 s, 5 min, 30 min, 2 h, 5 h, 7 h and 9 h
  providers: | Text | 4,096 characters, plain | 4,000, plain | 2,000, Markdown
  providers: messages of up to 4,096 characters, with up to 100 buttons that are links
  providers: | Buttons | 100 | 90 | 25 |
  providers: the name that the stream shows | 64 characters
  providers: (Stripe: 500 characters a value, YooKassa: 512)
  providers: at most 16 keys, and 512 characters a value
  providers: three custom fields, of 255 characters each
  providers: A failing service is left alone for a minute, then for two, up to an hour, or as long as it says
  providers: Content of 2,000 characters
  providers: Ids are texts of up to 64 bits
  providers: | 30 messages in 60 seconds, beside 5 in 2 seconds |
  providers: Kick ends them after a day of failures
  providers: and YooKassa sends it again for a day
  providers: announcers, up to a minute late
  providers: is 10,000 units a day for a project
  providers: one unit, and two for each 50 entries
`

interface Sentence {
  readonly document: string
  readonly sentence: string
}

/** The sentences of a block; ´ stands for the sign that ends a template of JavaScript. */
const sentencesOf = (block: string): readonly Sentence[] =>
  [...block.matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, document = '', sentence = '']) => ({
    document,
    sentence: sentence.replaceAll('´', '`'),
  }))

const arithmetic = (text: string): number => Number(new Function(`return ${text}`)())
const [minute, hour, day, KB, MB] = [60, 60 * 60, 24 * 60 * 60, 1024, 1_000_000]
const unitsByName: Readonly<Record<string, number>> = { minute, hour, day, KB, MB }

const rows = promises.split(/\n(?=\S)/).flatMap((block) => {
  const [, quantity, path, constant] = /^(.+) = (\S+) (\w+)$/m.exec(block) ?? []
  if (quantity === undefined || path === undefined || constant === undefined) return []
  const expected = arithmetic(quantity.replaceAll(/[a-z]+/gi, (unit) => String(unitsByName[unit])))
  return [{ quantity, expected, path, constant, sentences: sentencesOf(block) }]
})

/** The value of a constant in its file: a worker's interval, a number, or arithmetic of numbers and constants. */
const constantOf = (path: string, name: string): number => {
  const [, unit] = new RegExp(`const ${name} = worker\\([^]*?'rate\\(1 (\\w+)\\)'`).exec(fileOf(path)) ?? []
  if (unit !== undefined) return unitsByName[unit] ?? expect.fail(unit)
  const [, expression = ''] =
    new RegExp(`(?:const |\\b)${name} ?[=:] ?(?:\\{ items: |')?((?:[\\w.]| [*/] )+)`).exec(fileOf(path)) ??
    expect.fail(`no ${name}`)
  return arithmetic(expression.replaceAll(/\b[a-z]\w*/gi, (other) => String(constantOf(path, other))))
}

/** Seconds of a duration, by the unit in the name of its constant; any other number as it is. */
const inSeconds = (name: string, value: number): number =>
  /Ms$/.test(name) ? value / 1000 : name === 'retentionDays' ? value * day : value

const documents: Readonly<Record<string, string>> = {
  readme: 'README.md',
  contributing: 'CONTRIBUTING.md',
  tests: 'test/README.md',
  runbook: 'infra/RUNBOOK.md',
  changelog: 'CHANGELOG.md',
  deploying: 'infra/README.md',
  service: 'shared/README.md',
  security: 'SECURITY.md',
  openapi: 'shared/service/openapi.json',
  asyncapi: 'infra/documents/asyncapi/asyncapi.json',
  client: 'shared/client/README.md',
  endpoints: 'shared/endpoints/README.md',
  harness: 'test/harness/README.md',
  providers: 'shared/providers/*.md',
  switching: 'test/harness/SWITCHING.md',
  changes: 'test/harness/CHANGELOG.md',
  page: 'test/startPage/README.md',
}

/** Texts of which only the numbers in the first table are compared. */
const pages: Readonly<Record<string, string>> = {
  panel: 'shared/webPages/panel/panelSentences.ts',
  relay: 'shared/client/examples/relay/README.md',
}

/** A document in one line; of JSON, its texts for people. The bill has tests of its own, and tables are generated. */
const textOf = (document: string): string => {
  const path = documents[document] ?? pages[document] ?? expect.fail(document)
  const text = globSync(path).map(fileOf).join('\n')
  if (!path.endsWith('.json'))
    return text
      .replace(/^## The bill[\s\S]*/m, '')
      .replaceAll(/^<!-- (\w+) -->$[\s\S]*?^<!-- \/\1 -->$/gm, '')
      .replaceAll(/\s+/g, ' ')
  const texts = text.matchAll(/"(?:description|summary)": ("(?:[^"\\]|\\.)*")/g)
  return [...new Set([...texts].map(([, json = '']) => String(JSON.parse(json))))].join(' | ')
}

const words =
  'every|half|an?|one|two|three|four|five|six|seven|eight|nine|ten|fourteen|fifteen|twenty|thirty|sixty|hundred'
const units =
  's|(?:milli)?seconds?|minutes?|hours?|days?|weeks?|months|years?|KB|MB|bytes|bits|items|entries|characters|' +
  'addresses|alarms|buttons|columns|decimals|endpoints|fields|functions|keys|lines|messages|percent|queries|regions|' +
  'releases|requests|themes|times|units|words'
const quantities = new RegExp(`\\b(?:\\d[\\d,.]*|${words})(?: (?:an?|hundred|working))? (?:${units})\\b`, 'g')

/** Numbers with a unit that are in none of the sentences, with the words around them. */
const unclaimed = (text: string, sentences: readonly string[]): readonly string[] => {
  const rest = sentences
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, sentence) => left.replaceAll(sentence, '·'), text)
  return [...rest.matchAll(quantities)].map(({ index, 0: { length } }) =>
    rest.slice(Math.max(0, index - 40), index + length + 20),
  )
}

test.each(rows)('$constant of $path is $quantity, as documents say', ({ expected, path, constant, sentences }) => {
  expect(inSeconds(constant, constantOf(path, constant))).toBe(expected)
  expect(sentences.filter(({ document, sentence }) => !textOf(document).includes(sentence))).toEqual([])
})

test.each(Object.keys(documents))('every quantity in the document %s is in a sentence of these tables', (document) => {
  const all = [...sentencesOf(promises), ...sentencesOf(others)].filter((each) => each.document === document)
  const sentences = all.map(({ sentence }) => sentence)

  expect(sentences.filter((sentence) => !textOf(document).includes(sentence))).toEqual([])
  expect(unclaimed(textOf(document), sentences)).toEqual([])
})

test('a quantity that no table has is found', () => {
  expect(unclaimed('It lives for 24 hours. Ask within ten minutes.', ['It lives for 24 hours'])).toHaveLength(1)
})
