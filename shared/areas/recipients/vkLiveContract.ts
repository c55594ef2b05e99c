import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import {
  AuthorizationCode,
  exampleId,
  LinkedAccount,
  linkAccess,
  linkProblems,
  linkTimeoutSeconds,
  noCodeVerifier,
} from './contract.ts'
import { vkLiveLinkPath } from './linkPaths.ts'

export const linkVkLive = operation({
  id: 'linkVkLive',
  area: 'recipients',
  method: 'POST',
  path: vkLiveLinkPath,
  summary: 'Link a VK Video Live account by its authorization code',
  description:
    'As for a Kick account: one token record for each account, which linking again renews and enables; a code works once, so repeat a request only with its `Idempotency-Key`. It is the same linking as `getVkLiveToken`, without the access token in the answer. VK Video Live has no PKCE, so a `codeVerifier` is refused.',
  body: z.object({ authorizationCode: AuthorizationCode, codeVerifier: noCodeVerifier('VK Video Live') }),
  success: { body: LinkedAccount },
  problems: linkProblems,
  access: { ...linkAccess, watchedChannels: ['UpdateItem'] },
  providers: ['vkLive'],
  idempotency: 'reserved',
  timeoutSeconds: linkTimeoutSeconds,
  examples: [
    {
      name: 'link a VK Video Live account',
      body: { authorizationCode: 'good-bob' },
      answer: { id: exampleId, system: 'VKLive', enabled: true, account: { id: '670', name: 'bob' } },
    },
  ],
})
