import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { every, milliseconds } from '../../runtime/time/duration.ts'
import { LinkedAccount, linkAccess, linkProblems, linkTimeoutSeconds } from '../recipients/contract.ts'
import { sourceLinkPath } from '../recipients/linkPaths.ts'
import type { DonationSystem } from '../recipients/streamingPlatform.ts'
import { alertableMs } from './donationItem.ts'
import { restingMs } from './restingMs.ts'

/** Visible ASCII, as codes (RFC 6749, appendix A.11) and tokens (RFC 6750, section 2.1) are. */
const Credential = z
  .string()
  .check(z.regex(/^[!-~]{1,2048}$/, { error: 'Invalid credential: expected 1 to 2048 visible ASCII characters' }))

export const linkSource = operation({
  id: 'linkSource',
  area: 'sources',
  role: 'owner',
  method: 'POST',
  path: sourceLinkPath,
  summary: 'Link an account of a donation service, to import its new donations',
  description: [
    'The `credential` is an authorization code of DonationAlerts or Streamlabs (`GET /recipients/platforms` has the address to sign in), or the JWT of a StreamElements channel.',
    'It is stored encrypted and never returned.',
    `From then on each new donation becomes a history item, with an alert if it was made after the link and is at most ${milliseconds(alertableMs)} old; it counts for totals and goals.`,
    `The donation service is asked every minute while the recipient is on air, otherwise ${every(restingMs)}.`,
    'A recipient is on air while one of its overlays is connected, or while a stream of a linked channel is known to be on. An item that was imported before is not added again.',
    `Import donations that were made more than ${milliseconds(alertableMs)} before the first link.`,
    '`GET /platforms/sources` shows the state; `unlink-token` ends the link, and `toggle-token` interrupts it. Linking again renews it. A code works once: repeat a request only with its `Idempotency-Key`.',
  ].join(' '),
  body: z.object({
    service: z.enum(['donationAlerts', 'streamElements', 'streamlabs'] satisfies DonationSystem[]),
    credential: Credential,
  }),
  success: { body: LinkedAccount },
  problems: [...linkProblems, 'relink_required'],
  access: { ...linkAccess, donationSources: ['UpdateItem'] },
  providers: ['donationAlerts', 'streamElements', 'streamlabs'],
  idempotency: 'reserved',
  timeoutSeconds: linkTimeoutSeconds,
  examples: [
    {
      name: 'a DonationAlerts account',
      body: { service: 'donationAlerts', credential: 'good-alice' },
      answer: {
        id: 'b4a4d9be-6b7e-8a5c-9d0e-1f2a3b4c5d6e',
        system: 'DonationAlerts',
        enabled: true,
        account: { id: '669', name: 'alice' },
      },
    },
  ],
})
