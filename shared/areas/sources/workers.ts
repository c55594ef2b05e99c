import { worker } from '../../contract/worker.ts'

/** Donation services are asked: of the three, none tells an HTTPS address of new donations. */
export const askSources = worker({
  id: 'askSources',
  summary: 'Asks linked donation services for new donations, every minute while their recipient is on air, else hourly',
  source: { schedule: 'rate(1 minute)' },
  access: {
    donationSources: ['Query', 'UpdateItem'],
    overlays: ['Query'],
    streams: ['Query'],
    tokens: ['GetItem', 'UpdateItem'],
    'key:secrets.tokens': ['Encrypt', 'Decrypt'],
    history: ['BatchGetItem', 'PutItem'],
    leaders: ['BatchGetItem', 'PutItem'],
    alerts: ['PutItem'],
    deliveries: ['PutItem'],
    recipients: ['BatchGetItem', 'UpdateItem'],
    configs: ['BatchGetItem'],
  },
  providers: ['donationAlerts', 'streamElements', 'streamlabs'],
  timeoutSeconds: 58,
  memoryMb: 256,
})
