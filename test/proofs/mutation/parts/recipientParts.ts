import type { Parts } from './part.ts'

/** A recipient's tokens and data, and what reaches a recipient's overlays. */
export const recipientParts: Parts = {
  tokens: {
    goal: 95,
    mutate: [
      'shared/recipients/{accessTokens,linkPaths,platformSignIns,sealedTokens,streamingPlatform,tokenRefreshRepository,tokenRepository}.ts',
      'functions/recipients/{getAccessToken,getVkLiveToken,listPlatforms,listTokens,toggleToken}.ts',
    ],
    tests: [
      'test/unit/recipients/{accessTokens,streamingPlatform}.test.ts',
      'test/functions/recipients/{getVkLiveToken,listPlatforms,tokenRefresh,tokens}.test.ts',
    ],
    functions: ['functions/recipients/*.ts'],
  },
  linking: {
    goal: 95,
    mutate: [
      'shared/recipients/{accountLinkRepository,accountNameStore,linkAccount,revokeTokens,tokenLinkRepository,unlinkRepository}.ts',
      'functions/recipients/{linkKick,linkTwitch,unlinkToken}.ts',
      'functions/workers/revokeTokens.ts',
    ],
    tests: [
      'test/unit/recipients/{linkAccount,unlinkRepository}.test.ts',
      'test/functions/recipients/{linkKick,revocation,tokens}.test.ts',
      'test/functions/messenger/chatOwners.test.ts',
    ],
    functions: ['functions/recipients/*.ts', 'functions/workers/revokeTokens.ts'],
  },
  personalData: {
    goal: 95,
    mutate: [
      'shared/personalData/{dataJob,era*,export*,globalNews*,named*,personal*,requestJob}.ts',
      'functions/recipients/{eraseData,exportData,getErasure,getExport}.ts',
      'functions/workers/handleDataJobs.ts',
    ],
    tests: ['test/unit/personalData/*.test.ts'],
  },
  overlays: {
    goal: 95,
    mutate: ['shared/overlays/{isHash,listed,needed,overlay,served,shown,ticket}*.ts', 'functions/overlays/*.ts'],
    tests: ['test/unit/overlays/*.test.ts'],
  },
  tokenVerifier: {
    goal: 95,
    mutate: ['shared/realtime/tokenVerifier.ts'],
    tests: ['test/unit/realtime/tokenVerifier.test.ts'],
  },
  realtime: {
    goal: 95,
    mutate: [
      'shared/realtime/{admission,clientMessages,connectionStore,conversation,deliveries,deliveryRepository,dismissing,missedNotice,pushing}.ts',
      'shared/realtime/{serverMessages,socketEvent,socketHandler,socketSender}.ts',
      'functions/realtime/*.ts',
      'functions/workers/push*.ts',
    ],
    tests: ['test/unit/realtime/*.test.ts'],
  },
  alerts: {
    goal: 95,
    mutate: [
      'shared/alerts/{alert,alertFilter,alertRepository,alertWrites,basisRepository,delivery,findAlerts,raiseAlerts}.ts',
      'functions/alerts/*.ts',
      'functions/history/repeatAlert.ts',
    ],
    tests: ['test/unit/alerts/{basisRepository,findAlerts,raiseAlerts,rules,showAlerts}.test.ts'],
  },
  positionsOf: {
    goal: 95,
    mutate: ['shared/alerts/{positionsOf,sequences}.ts'],
    tests: ['test/unit/alerts/{positionsOf,sequences}.test.ts'],
  },
  overlayPage: {
    goal: 95,
    mutate: ['shared/overlayPage/*.ts'],
    // `page` compares the built page with these sources, and so could not pass in a copy in which all mutants are.
    tests: ['test/unit/overlayPage/{chime,look,main,preview,speech,stage,wearLook,words}.test.ts'],
  },
  client: {
    goal: 85,
    mutate: ['shared/client/{*,generator/*}.ts'],
    tests: ['test/unit/client/{clientFiles,connectAlerts,retryingFetch,serviceClient}.test.ts'],
  },
  listening: {
    goal: 95,
    mutate: ['shared/client/live/*.ts'],
    tests: ['test/unit/client/{connectAlerts,connection,credentials,feed,listen,revoked}.test.ts'],
  },
}
