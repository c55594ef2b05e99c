import type { Parts } from './part.ts'

const payments = 'functions/payments/*.ts'
const projecting = 'functions/workers/{projectPayments,retryPostponed}.ts'

/** Gateways, their webhooks, and what becomes of a payment. */
export const paymentParts: Parts = {
  gateways: {
    goal: 95,
    mutate: [
      'shared/payments/{gatewayNotes,gatewayRepository,manualMessage,sealedGateways,webhookUrl}.ts',
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
      'shared/payments/{gatewayPayload,keptDetails,payment,paymentReport,paymentRepository,reportWrite}.ts',
      'functions/payments/{getPayment,listPayments,receiveWebhook}.ts',
    ],
    tests: [
      'test/functions/payments/{payments,webhooks}.test.ts',
      'test/unit/payments/{donorText,gatewayPayload,keptDetails}.test.ts',
    ],
    functions: [payments],
  },
  projection: {
    goal: 95,
    mutate: ['shared/payments/projection/*.ts', projecting],
    tests: [
      'test/functions/payments/{oneTruth,postponed,projection}.test.ts',
      'test/unit/payments/paidActions.test.ts',
    ],
    functions: [payments, projecting],
  },
  trace: {
    goal: 85,
    mutate: [
      'shared/payments/{overlayCheck,trace/timeline,trace/traceRepository}.ts',
      'functions/payments/tracePayment.ts',
    ],
    tests: ['test/functions/payments/{overlayCheck,trace}.test.ts'],
    functions: [payments, projecting],
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
