import type { Parts } from './part.ts'

/** The way of a request through the wrapper, and what every area uses. */
export const requestParts: Parts = {
  caller: {
    goal: 95,
    mutate: ['shared/http/{caller,event,refuseForeignOwner}.ts'],
    tests: ['test/unit/http/{caller,refuseForeignOwner,httpHandler}.test.ts'],
  },
  wrapper: {
    goal: 95,
    mutate: ['shared/http/{answers,dropNulls,gzipped,httpHandler,readRequest,requestParts}.ts'],
    tests: ['test/unit/http/{answers,dropNulls,httpHandler,readRequest,requestParts}.test.ts'],
  },
  jsonBody: {
    goal: 95,
    mutate: ['shared/http/{duplicateKeys,jsonBody,inexactNumber}.ts'],
    tests: ['test/unit/http/{bodyNumbers,jsonBody,inexactNumber}.test.ts'],
  },
  idempotency: {
    goal: 95,
    mutate: ['shared/http/{idempotency,keyedRequest,reservation}.ts'],
    tests: ['test/unit/http/{idempotency,keyedRequest}.test.ts'],
  },
  contract: {
    goal: 85,
    mutate: ['shared/contract/{operation,problem,values,violations}.ts', 'shared/isInvisible.ts'],
    tests: [
      'test/unit/contract/*.test.ts',
      'test/unit/http/httpHandler.test.ts',
      'test/contract/specification.test.ts',
    ],
  },
  otp: {
    goal: 95,
    mutate: ['shared/otp/oneTime*.ts', 'functions/otp/*.ts'],
    tests: ['test/functions/otp/*.test.ts', 'test/functions/recipients/encryptionContexts.test.ts'],
    functions: ['functions/otp/*.ts'],
  },
  money: { goal: 95, mutate: ['shared/money/*.ts'], tests: ['test/unit/money/*.test.ts'] },
  cursor: { goal: 95, mutate: ['shared/page/cursor.ts'], tests: ['test/unit/page/cursor.test.ts'] },
  page: {
    goal: 85,
    mutate: ['shared/page/{answerPage,answerWhole,contract,fitting,labels,orders}.ts'],
    tests: ['test/unit/page/*.test.ts'],
  },
  time: {
    goal: 85,
    mutate: ['shared/time/*.ts'],
    tests: ['test/unit/time/*.test.ts', 'test/unit/page/*.test.ts'],
  },
  rules: {
    goal: 95,
    mutate: [
      'shared/{alerts,config,media,news,platforms,recipients}/rules.ts',
      'shared/platforms/triggers.ts',
      'shared/messenger/pace.ts',
      'shared/payments/paymentStatus.ts',
    ],
    tests: [
      'test/unit/{alerts,media,messenger,platforms,recipients}/{rules,pace,triggers}.test.ts',
      'test/unit/payments/reversals.test.ts',
      'test/functions/{config,news}/*.test.ts',
    ],
    functions: ['functions/{config,news}/*.ts'],
  },
  runtime: {
    goal: 85,
    mutate: ['shared/{backoffMs,cached,chance,env,ids,invocation,log,pathSegment,unknown}.ts', 'shared/aws/*.ts'],
    tests: ['test/unit/*.test.ts', 'test/unit/aws/{clients,earlyAgent,rehearse,send}.test.ts'],
  },
  service: {
    goal: 85,
    mutate: ['functions/service/*.ts'],
    tests: ['test/functions/service/service.test.ts'],
    functions: ['functions/service/*.ts'],
  },
}
