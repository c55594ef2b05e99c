import type { Parts } from './part.ts'

const platforms = ['functions/{platforms,recipients}/*.ts', 'functions/workers/{keepSubscriptions,subscribeEvents}.ts']

/** One adapter for each platform, messenger and video host, and the HTTP and OAuth that they share. */
export const providerParts: Parts = {
  providerHttp: {
    goal: 85,
    mutate: ['shared/providers/{appRequests,http}.ts'],
    tests: ['test/unit/providers/{appRequests,http,httpProblems,httpRequest}.test.ts'],
  },
  oauth: {
    goal: 95,
    mutate: ['shared/providers/{oauthClient,revokeBoth}.ts'],
    tests: ['test/unit/providers/oauthClient.test.ts', 'test/functions/recipients/revocation.test.ts'],
    functions: ['functions/recipients/*.ts', 'functions/workers/revokeTokens.ts'],
  },
  twitch: {
    goal: 95,
    mutate: ['shared/providers/twitch*.ts'],
    tests: ['test/unit/providers/{eventSubscriptions,twitch,twitchEvents,webhookTimes,webhookVectors}.test.ts'],
  },
  kick: {
    goal: 95,
    mutate: ['shared/providers/{kick,subscriptionKeepers}*.ts'],
    tests: [
      'test/unit/providers/{eventSubscriptions,kick,webhookTimes,webhookVectors}.test.ts',
      'test/functions/platforms/subscriptions.test.ts',
    ],
    functions: platforms,
  },
  vkLive: {
    goal: 85,
    mutate: ['shared/providers/vkLive*.ts'],
    tests: ['test/unit/providers/vkLive.test.ts'],
  },
  youtube: {
    goal: 85,
    mutate: ['shared/providers/youtube*.ts'],
    tests: ['test/unit/providers/{youtube,youtubeProblem}.test.ts'],
  },
  telegram: {
    goal: 95,
    mutate: ['shared/providers/{messengerFailure,telegramBot,telegramChats}.ts'],
    tests: ['test/unit/providers/{bots,telegramChats}.test.ts'],
  },
  max: {
    goal: 95,
    mutate: ['shared/providers/max*.ts'],
    tests: ['test/unit/providers/{bots,maxChats}.test.ts'],
  },
}
