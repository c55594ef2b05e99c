/** Mutants that no test can notice. */
export interface Equivalent {
  readonly file: string
  /** The line in which they begin, without the spaces around. */
  readonly source: string
  readonly original: string
  readonly replacements: readonly string[]
  readonly reason: string
}

const otherText = '"Stryker was here!"'
const isNotSigned =
  'a message without this header is refused by whatever stands for it, which the platform does not sign'
const isNamedInProblems = 'a bot tells outcomes, in which the problems that name its messenger do not appear'
const isNotUsed = 'a message without this header is of no type that is used, and of none that stands for it'
const somethingIsSet = 'an attribute is set in every case, so there is an expression; the compiler asks for the check'

/** Survivors that behave as the original does, each with the reason; scores leave them out, and slips do not draw them. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'shared/webhooks/standardWebhooks.ts',
    source:
      "const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers",
    original: "''",
    replacements: [otherText],
    reason:
      'a header that is missing is refused by whatever stands for it: it is no time, no signature, and nobody signs it',
  },
  {
    file: 'shared/realtime/tokenVerifier.ts',
    source: ".some((audience) => typeof audience === 'string' && audiences.includes(audience))",
    original: "typeof audience === 'string'",
    replacements: ['true'],
    reason: 'the list has texts only, so what is no text is not in it; the compiler asks for the check',
  },
  {
    file: 'shared/realtime/tokenVerifier.ts',
    source: "[claims['scope'] ?? claims['scp'] ?? ''].flat().join(' ').split(' ').includes(scope)",
    original: "''",
    replacements: [otherText],
    reason: 'no deployment asks for a scope of these words',
  },
  {
    file: 'shared/realtime/tokenVerifier.ts',
    source: 'if (payload.iat !== undefined && payload.iat > Math.ceil(clock() / 1000)) throw rejected()',
    original: 'payload.iat !== undefined',
    replacements: ['true'],
    reason: 'undefined is not greater than a number; the compiler asks for the check',
  },
  {
    file: 'shared/http/refuseForeignOwner.ts',
    source: 'if (!signs.some((sign) => text.includes(sign))) return',
    original: '!signs.some((sign) => text.includes(sign))',
    replacements: ['false'],
    reason: 'a body without the words is walked, and nothing is found in it; the search saves time',
  },
  {
    file: 'shared/http/refuseForeignOwner.ts',
    source: "const signs = [...ownerKeys, '\\\\u']",
    original: "'\\\\u'",
    replacements: ['""'],
    reason: 'every text has an empty one in it, so all bodies are walked; the search saves time',
  },
  {
    file: 'shared/http/readRequest.ts',
    source: "if (json.text.includes('null')) dropNulls(schema, json.value)",
    original: "json.text.includes('null')",
    replacements: ['true'],
    reason: 'a body without the word has no null to be dropped; the search saves time',
  },
  {
    file: 'shared/http/readRequest.ts',
    source: "if (json.text.includes('null')) dropNulls(schema, json.value)",
    original: "'null'",
    replacements: ['""'],
    reason: 'every text has an empty one in it, and a body without the word has no null; the search saves time',
  },
  {
    file: 'functions/otp/exchangeOneTimeCode.ts',
    source: "return inHeader ?? body.otp ?? ''",
    original: "''",
    replacements: [otherText],
    reason: 'neither text has the form of a code, so both are rejected alike',
  },
  {
    file: 'shared/providers/messengerFailure.ts',
    source: '} catch {',
    original: '{\n    return undefined\n  }',
    replacements: ['{}'],
    reason: 'a function that returns nothing returns undefined; the compiler asks for the line',
  },
  {
    file: 'shared/providers/telegramBot.ts',
    source: "const http = providerHttp('Telegram')",
    original: "'Telegram'",
    replacements: ['""'],
    reason: isNamedInProblems,
  },
  {
    file: 'shared/providers/maxBot.ts',
    source: "const http = providerHttp('MAX')",
    original: "'MAX'",
    replacements: ['""'],
    reason: isNamedInProblems,
  },
  {
    file: 'shared/providers/telegramBot.ts',
    source: "return nothingToDelete.test(refusalFrom(Refusal, answer)?.description ?? '')",
    original: "''",
    replacements: [otherText],
    reason: 'neither says that there is nothing to delete',
  },
  {
    file: 'shared/providers/telegramChats.ts',
    source: 'if (message === undefined || code === undefined) return undefined',
    original: 'message === undefined',
    replacements: ['false'],
    reason: 'no message has no text, and so no code; the compiler asks for the check',
  },
  {
    file: 'shared/providers/twitchEvents.ts',
    source: "'twitch-eventsub-message-id': id = '',",
    original: "''",
    replacements: [otherText],
    reason: isNotSigned,
  },
  {
    file: 'shared/providers/twitchEvents.ts',
    source: "'twitch-eventsub-message-timestamp': timestamp = '',",
    original: "''",
    replacements: [otherText],
    reason: isNotSigned,
  },
  {
    file: 'shared/providers/twitchEvents.ts',
    source: "'twitch-eventsub-message-signature': signature = '',",
    original: "''",
    replacements: [otherText],
    reason: isNotSigned,
  },
  {
    file: 'shared/providers/twitchEvents.ts',
    source: "'twitch-eventsub-message-type': type = '',",
    original: "''",
    replacements: [otherText],
    reason: isNotUsed,
  },
  {
    file: 'shared/providers/kickEvents.ts',
    source: "'kick-event-message-id': id = '',",
    original: "''",
    replacements: [otherText],
    reason: isNotSigned,
  },
  {
    file: 'shared/providers/kickEvents.ts',
    source: "'kick-event-message-timestamp': timestamp = '',",
    original: "''",
    replacements: [otherText],
    reason: isNotSigned,
  },
  {
    file: 'shared/providers/kickEvents.ts',
    source: "'kick-event-signature': signature = '',",
    original: "''",
    replacements: [otherText],
    reason: isNotSigned,
  },
  {
    file: 'shared/providers/kickEvents.ts',
    source: "'kick-event-type': type = '',",
    original: "''",
    replacements: [otherText],
    reason: isNotUsed,
  },
  {
    file: 'shared/recipients/accessTokens.ts',
    source: 'if (outcome.found?.revision === revision && !outcome.found.enabled)',
    original: '!outcome.found.enabled',
    replacements: ['true'],
    reason: 'a record that still has the replaced set refuses another one only because it is disabled',
  },
  {
    file: 'shared/recipients/accessTokens.ts',
    source: 'if (remainingMs() < delay + reserveMs)',
    original: 'remainingMs() < delay + reserveMs',
    replacements: ['remainingMs() <= delay + reserveMs'],
    reason: 'the delay is drawn at random with a fraction, which meets a whole number of milliseconds as good as never',
  },
  {
    file: 'shared/money/currency.ts',
    source: 'if (known !== undefined) return known',
    original: 'known !== undefined',
    replacements: ['false'],
    reason: 'what is remembered is what would be found again; it saves time',
  },
  {
    file: 'shared/money/currency.ts',
    source: 'knownExponents.set(currency, exponent)',
    original: 'knownExponents.set(currency, exponent)',
    replacements: [';'],
    reason: 'what is remembered is what would be found again; it saves time',
  },
  {
    file: 'shared/money/decimal.ts',
    source: "const [, whole, fraction = ''] = /^(\\d{1,20})(?:\\.(\\d{1,20}))?$/.exec(decimal) ?? []",
    original: '[]',
    replacements: ['["Stryker was here"]'],
    reason: 'the first element is not read',
  },
  {
    file: 'shared/page/cursor.ts',
    source: "const [payload = '', mac = '', ...rest] = cursor.split('.')",
    original: "''",
    replacements: [otherText],
    reason: 'a text always has a first part, and what stands for a missing second one is no code of the first',
  },
  {
    file: 'shared/history/print/csv.ts',
    source: 'if (!conspicuous.test(text)) return text',
    original: '!conspicuous.test(text)',
    replacements: ['false'],
    reason: 'the lines below return the same text for all others; it saves time',
  },
  {
    file: 'shared/history/print/csv.ts',
    source: 'const conspicuous = /^[\\s\\0=+\\-@＝＋－＠]|[",;\\t\\r\\n]/',
    original: '/^[\\s\\0=+\\-@＝＋－＠]|[",;\\t\\r\\n]/',
    replacements: ['/[\\s\\0=+\\-@＝＋－＠]|[",;\\t\\r\\n]/'],
    reason: 'more texts take the slow way, which returns them as they are',
  },
  {
    file: 'shared/payments/gatewayNotes.ts',
    source: "UpdateExpression: set?.UpdateExpression ?? '',",
    original: 'set?.UpdateExpression',
    replacements: ['set.UpdateExpression'],
    reason: somethingIsSet,
  },
  {
    file: 'shared/payments/gatewayNotes.ts',
    source: "UpdateExpression: set?.UpdateExpression ?? '',",
    original: "''",
    replacements: [otherText],
    reason: somethingIsSet,
  },
  {
    file: 'shared/payments/gatewayNotes.ts',
    source: 'ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },',
    original: 'set?.ExpressionAttributeNames',
    replacements: ['set.ExpressionAttributeNames'],
    reason: somethingIsSet,
  },
  {
    file: 'shared/payments/gatewayNotes.ts',
    source: "ExpressionAttributeValues: { ...set?.ExpressionAttributeValues, ':before': before },",
    original: 'set?.ExpressionAttributeValues',
    replacements: ['set.ExpressionAttributeValues'],
    reason: somethingIsSet,
  },
  {
    file: 'shared/payments/gatewayRepository.ts',
    source: `UpdateExpression: \`\${set?.UpdateExpression}\${isRotation ? rotation : ending}\`,`,
    original: 'set?.UpdateExpression',
    replacements: ['set.UpdateExpression'],
    reason: somethingIsSet,
  },
  {
    file: 'shared/payments/gatewayRepository.ts',
    source: 'ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },',
    original: 'set?.ExpressionAttributeNames',
    replacements: ['set.ExpressionAttributeNames'],
    reason: somethingIsSet,
  },
  {
    file: 'shared/payments/gatewayRepository.ts',
    source: '...set?.ExpressionAttributeValues,',
    original: 'set?.ExpressionAttributeValues',
    replacements: ['set.ExpressionAttributeValues'],
    reason: somethingIsSet,
  },
  {
    file: 'shared/payments/gatewayRepository.ts',
    source: "lastEvent: lastEventAt === undefined ? null : { at: lastEventAt, type: lastEventType ?? '' },",
    original: "''",
    replacements: [otherText],
    reason: 'a note stores its time and its type together; the compiler asks for the check',
  },
  {
    file: 'shared/payments/gatewayRepository.ts',
    source: "lastRefused: lastRefusalAt === undefined ? null : { at: lastRefusalAt, reason: lastRefusalReason ?? '' },",
    original: "''",
    replacements: [otherText],
    reason: 'a note stores its time and its reason together; the compiler asks for the check',
  },
  {
    file: 'functions/payments/listGateways.ts',
    source: "byDefault: { property: 'id', ascending: true },",
    original: "'id'",
    replacements: ['""'],
    reason: 'what no property sorts is sorted by the id',
  },
  {
    file: 'shared/providers/oauthClient.ts',
    source: "const errorCodeOf = (error: unknown): string => (error instanceof ResponseBodyError ? error.error : '')",
    original: "''",
    replacements: [otherText],
    reason: 'it is in no list of error codes',
  },
  {
    file: 'shared/providers/oauthClient.ts',
    source:
      "const { platform, tokenEndpoint, clientId, authentication, redirectUri, revocationEndpoint = '' } = settings",
    original: "''",
    replacements: [otherText],
    reason: 'neither is an address: a platform without a revocation endpoint is never asked to revoke',
  },
  {
    file: 'shared/providers/oauthClient.ts',
    source: "const badAnswer = (errorCode = '') =>",
    original: "''",
    replacements: [otherText],
    reason: 'it is in no list of error codes',
  },
  {
    file: 'shared/providers/oauthClient.ts',
    source: 'if (refreshToken === undefined || expires_in === undefined) throw badAnswer()',
    original: 'refreshToken === undefined',
    replacements: ['false'],
    reason: 'the length of nothing is an error, which becomes the same problem; the compiler asks for the check',
  },
  {
    file: 'shared/messenger/chatCodeStore.ts',
    source: 'repeatable: false,',
    original: 'false',
    replacements: ['true'],
    reason:
      'a code is used up together with the link, and two writes are a transaction whatever they say of themselves',
  },
  {
    file: 'functions/messenger/receiveMessengerWebhook.ts',
    source: "const secret = headers['x-telegram-bot-api-secret-token'] ?? headers['x-max-bot-api-secret'] ?? ''",
    original: "''",
    replacements: [otherText],
    reason: 'a secret that is missing is refused by whatever stands for it, because it is no bot’s',
  },
  {
    file: 'functions/messenger/receiveMessengerWebhook.ts',
    source: "await commit([codes.consumption(codeHash), link], '')",
    original: "''",
    replacements: [otherText],
    reason: 'the answer of a commit is kept for an Idempotency-Key, and a messenger sends none',
  },
  {
    file: 'shared/messenger/chatMessenger.ts',
    source: "/^\\/(?:link|start)(?:@\\w+)?\\s+([\\w-]{43})\\s*$/.exec(text ?? '')?.[1]",
    original: "''",
    replacements: [otherText],
    reason: 'neither text has a code',
  },
  {
    file: 'shared/messenger/botNameParameters.ts',
    source: "names.push(...(page.Parameters ?? []).map(({ Name = '' }) => Name.slice(folder.length + 1)))",
    original: "''",
    replacements: [otherText],
    reason: 'every parameter has a name; the compiler asks for the default',
  },
  {
    file: 'shared/messenger/botNameParameters.ts',
    source: 'return [...byName.keys()].toSorted().flatMap((name) => byName.get(name) ?? [])',
    original: '[]',
    replacements: ['["Stryker was here"]'],
    reason: 'every name is one of the map’s; the compiler asks for the default',
  },
]
