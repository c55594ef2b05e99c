import type { Parts } from './part.ts'

const payments = 'functions/payments/*.ts'
const projecting = 'functions/workers/{projectPayments,retryPostponed}.ts'

/** Gateways, their webhooks, and what becomes of a payment. */
export const paymentParts: Parts = {
  gateways: {
    goal: 95,
    mutate: [
      'shared/payments/{gatewayNotes,gatewayRepository,gatewaySecrets,manualMessage,sealedGateways,webhookUrl}.ts',
      'functions/payments/{deleteGateway,listGateways,rotateWebhookUrl,setGateway,toggleGateway}.ts',
    ],
    tests: [
      'test/functions/payments/{gateways,gatewayAddress,yookassa}.test.ts',
      'test/unit/payments/{gatewayNotes,gatewayRepository,manualMessage,sealedGateways,webhookUrl}.test.ts',
    ],
    functions: [payments],
  },
  payments: {
    goal: 95,
    mutate: [
      'shared/payments/{gatewayPayload,keptDetails,payment,paymentReport,paymentRepository,reportWrite,reversals}.ts',
      'functions/payments/{getPayment,listPayments,receiveWebhook}.ts',
    ],
    tests: [
      'test/unit/payments/{donorText,gatewayPayload,keptDetails,payment,paymentReport,reversals}.test.ts',
      'test/unit/payments/{readPayments,receiveWebhook}.test.ts',
    ],
  },
  projection: {
    goal: 95,
    mutate: ['shared/payments/projection/*.ts', 'shared/payments/{duePayments,textsWait}.ts', projecting],
    tests: [
      'test/unit/payments/{appearance,paidActions,projectionRepository,projectionWrites,settledItem}.test.ts',
      'test/unit/workers/{projectPayments,retryPostponed}.test.ts',
    ],
  },
  trace: {
    goal: 85,
    mutate: [
      'shared/payments/{overlayCheck,trace/timeline,trace/traceRepository}.ts',
      'functions/payments/tracePayment.ts',
    ],
    tests: ['test/unit/payments/trace.test.ts'],
  },
  stripe: { goal: 95, mutate: ['shared/providers/stripe*.ts'], tests: ['test/unit/providers/stripe.test.ts'] },
  yookassa: { goal: 95, mutate: ['shared/providers/yookassa.ts'], tests: ['test/unit/providers/yookassa.test.ts'] },
  manual: {
    goal: 95,
    mutate: ['shared/providers/{kofi,manual}.ts', 'shared/webhooks/webhook.ts'],
    tests: ['test/unit/providers/{kofi,manual}.test.ts'],
  },
  signatures: {
    goal: 95,
    mutate: ['shared/webhooks/standardWebhooks.ts'],
    tests: ['test/unit/webhooks/standardWebhooks.test.ts'],
  },
}
