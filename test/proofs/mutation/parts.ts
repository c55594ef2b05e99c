/** Code that is mutated together, and the tests that have to notice. */
export interface Part {
  /** Mutants of a hundred that have to be killed. */
  readonly goal: 85 | 95
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  /** Functions that the tests call: they are loaded before the first test. */
  readonly functions?: readonly string[]
}

const costs = 'test/functions/service/storeCalls.test.ts'

export const parts: Readonly<Record<string, Part>> = {
  caller: {
    goal: 95,
    mutate: ['shared/http/{caller,event,refuseForeignOwner}.ts'],
    tests: ['test/unit/http/{caller,refuseForeignOwner,httpHandler}.test.ts'],
  },
  wrapper: {
    goal: 95,
    mutate: ['shared/http/{answers,httpHandler,readRequest,requestParts}.ts'],
    tests: ['test/unit/http/{answers,httpHandler,readRequest,requestParts}.test.ts'],
  },
  jsonBody: {
    goal: 95,
    mutate: ['shared/http/{jsonBody,inexactNumber}.ts'],
    tests: ['test/unit/http/{bodyNumbers,jsonBody,inexactNumber}.test.ts'],
  },
  idempotency: {
    goal: 95,
    mutate: ['shared/http/{idempotency,keyedRequest,reservation}.ts'],
    tests: ['test/functions/http/idempotency*.test.ts', 'test/unit/http/keyedRequest.test.ts'],
    functions: ['functions/messenger/*.ts'],
  },
  otp: {
    goal: 95,
    mutate: ['shared/otp/oneTime*.ts'],
    tests: ['test/functions/otp/*.test.ts'],
    functions: ['functions/otp/*.ts'],
  },
  money: { goal: 95, mutate: ['shared/money/{currency,decimal,money}.ts'], tests: ['test/unit/money/*.test.ts'] },
  csv: { goal: 95, mutate: ['shared/history/print/csv.ts'], tests: ['test/unit/history/csv.test.ts'] },
  cursor: { goal: 95, mutate: ['shared/page/cursor.ts'], tests: ['test/unit/page/cursor.test.ts'] },
  page: {
    goal: 85,
    mutate: ['shared/page/{answerPage,answerWhole,contract,orders}.ts'],
    tests: ['test/unit/page/*.test.ts'],
  },
  rules: {
    goal: 85,
    mutate: [
      'shared/{alerts,media,platforms,recipients}/rules.ts',
      'shared/platforms/triggers.ts',
      'shared/messenger/pace.ts',
      'shared/payments/paymentStatus.ts',
    ],
    tests: [
      'test/unit/{alerts,media,messenger,platforms,recipients}/{rules,pace,triggers}.test.ts',
      'test/unit/payments/paymentStatus.test.ts',
    ],
  },
  records: {
    goal: 85,
    mutate: [
      'shared/{actions,config,news}/*Repository.ts',
      'shared/store/precondition.ts',
      'shared/media/playlists/playlistRepository.ts',
    ],
    tests: [
      'test/functions/{actions,config,news}/*.test.ts',
      'test/functions/media/playlists.test.ts',
      'test/unit/config/*.test.ts',
      'test/unit/store/precondition.test.ts',
      'test/unit/ids.test.ts',
      costs,
    ],
    functions: ['functions/{actions,config,media,news}/*.ts'],
  },
  announcers: {
    goal: 85,
    mutate: ['shared/messenger/announcerRepository.ts'],
    tests: [
      'test/functions/messenger/announcers.test.ts',
      'test/functions/platforms/{announcements,watchVkLive}.test.ts',
      costs,
    ],
    functions: ['functions/{messenger,platforms,workers}/*.ts'],
  },
  gateways: {
    goal: 85,
    mutate: ['shared/payments/{gateway,payment}Repository.ts'],
    tests: ['test/functions/payments/{gateways,payments}.test.ts', costs],
    functions: ['functions/payments/*.ts'],
  },
  tokens: {
    goal: 85,
    mutate: ['shared/recipients/{token,accountLink}Repository.ts'],
    tests: ['test/functions/recipients/{getAccessToken,tokens}.test.ts', costs],
    functions: ['functions/recipients/*.ts'],
  },
  history: {
    goal: 85,
    mutate: [
      'shared/{history,alerts}/*Repository.ts',
      'shared/history/print/{printJob,rowRepository}.ts',
      'shared/jobs/{job,jobRepository}.ts',
    ],
    tests: [
      'test/functions/history/{historyItems,prints}.test.ts',
      'test/functions/alerts/alerts.test.ts',
      'test/unit/history/*.test.ts',
      costs,
    ],
    functions: ['functions/{history,alerts}/*.ts', 'functions/workers/writePrint.ts'],
  },
}

/** The part that the environment variable `PART` names. */
export const chosenPart = (): Part => {
  const part = parts[process.env['PART'] ?? '']
  if (part === undefined) throw new Error(`set PART to one of: ${Object.keys(parts).join(', ')}`)
  return part
}
