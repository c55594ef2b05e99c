import { expect } from 'vitest'
import {
  type DonationStandIn,
  donateAt,
  donationAccountId,
  type GivenDonation,
} from '../../../local/sandbox/donationServices.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'

const amount = '12.34'
const currency = 'EUR'

/** Minutes ago, as ISO 8601. */
export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

const donationsPath = (service: DonationStandIn, user: string): string =>
  ({
    donationAlerts: '/api/v1/alerts/donations',
    streamElements: `/kappa/v2/tips/${donationAccountId('streamElements', user)}`,
    streamlabs: '/api/v2.0/donations',
  })[service]

/** The service's functions with the donation services' stand-ins, and a schedule that a test runs. */
export const startSources = async () => {
  const functions = await startFunctions()
  const { call, sandbox } = functions
  let people = 0

  return {
    ...functions,
    put: functions.newScene().put,

    someone: () => `streamer-${++people}`,

    link: async (recipient: string, service: DonationStandIn = 'donationAlerts', credential = `good-${recipient}`) =>
      call('linkSource', { recipient, body: { service, credential } }),

    give: (recipient: string, donation: Partial<GivenDonation> = {}, service: DonationStandIn = 'donationAlerts') =>
      donateAt(sandbox.logUrl, service, recipient, { nickname: 'bob', amount, currency, ...donation }),

    /** A tip that StreamElements has reported as pending is paid. */
    complete: (recipient: string, number: number) =>
      donateAt(sandbox.logUrl, 'streamElements', recipient, { completed: number }),

    /** A moderator at StreamElements decides about a tip. */
    decide: (recipient: string, number: number, approved: string) =>
      donateAt(sandbox.logUrl, 'streamElements', recipient, { decided: number, approved }),

    ask: async () => {
      const { handler } = await import('../../../../functions/workers/askSources.ts')
      await handler({})
    },

    source: async (recipient: string) => {
      const { status, body } = await call('listSources', { recipient })
      expect(status).toBe(200)
      return body.content[0]
    },

    history: async (recipient: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
      (await call('listHistory', { recipient, query: { size: '100' } })).body.content,

    alerts: async (recipient: string): Promise<readonly string[]> =>
      (await call('listAlerts', { recipient, query: { size: '100' } })).body.content.map(
        ({ message }: { readonly message: string }) => message,
      ),

    donationsPath,

    /** How often StreamElements was asked for the recipient's donations. */
    questions: (recipient: string): number =>
      sandbox.log.filter(({ path }) => path === donationsPath('streamElements', recipient)).length,
  }
}
