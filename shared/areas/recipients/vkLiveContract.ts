import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import {
  AuthorizationCode,
  exampleId,
  LinkedAccount,
  linkAccess,
  linkProblems,
  linkTimeoutSeconds,
  noCodeVerifier,
} from './contract.ts'
import { linkPaths, vkLiveLinkPath } from './linkPaths.ts'
import { neutralResponse, responseObject } from './responseObject.ts'

export const linkVkLive = operation({
  id: 'linkVkLive',
  area: 'recipients',
  role: 'owner',
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

export const getVkLiveToken = operation({
  id: 'getVkLiveToken',
  area: 'recipients',
  role: 'owner',
  method: 'POST',
  path: linkPaths.vkLive,
  summary: 'Link a VK Video Live account by its authorization code, and get its access token',
  description:
    'The answer has the shape of a response object, in which only `body` varies: the id of the token record, the access token and its expiry. Linking again renews the record. VK Video Live has no PKCE, so a `codeVerifier` is refused. The answer holds a secret, so an `Idempotency-Key` is ignored.',
  body: z.object({ authorizationCode: AuthorizationCode, codeVerifier: noCodeVerifier('VK Video Live') }),
  success: {
    body: responseObject(z.object({ id: z.string(), token: z.string(), expiresAt: DateTimeAnswer })),
  },
  problems: linkProblems,
  access: { ...linkAccess, watchedChannels: ['UpdateItem'] },
  providers: ['vkLive'],
  idempotency: 'never',
  timeoutSeconds: linkTimeoutSeconds,
  examples: [
    {
      name: 'link',
      body: { authorizationCode: 'good-alice' },
      answer: {
        ...neutralResponse,
        body: { id: exampleId, token: 'vk-access-…', expiresAt: '2026-01-31T13:00:00.000Z' },
      },
    },
  ],
})
