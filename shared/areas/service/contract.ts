import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { acceptedCodings, pageHeaders, pageLanguage } from '../../contract/webPage.ts'

export const getHealth = operation({
  id: 'getHealth',
  area: 'service',
  method: 'GET',
  path: '/health',
  summary: 'Whether the service answers',
  description:
    'Shows that gateway and functions work. It names the version and the commit that are deployed, where the deployment knows them. It reads no store, so a monitor costs next to nothing.',
  auth: 'none',
  success: {
    body: z.object({
      status: z.literal('ok'),
      version: z.optional(z.string()),
      commit: z.optional(z.string()),
    }),
  },
  problems: [],
  access: {},
  examples: [{ name: 'well', answer: { status: 'ok', version: '1.1.0', commit: '0a1b2c3d' } }],
})

export const getOpenApi = operation({
  id: 'getOpenApi',
  area: 'service',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This document',
  description:
    'The OpenAPI 3.1 document of the version that runs here. With the setting `messengerAlias` it also has the paths under that name; the id of each of those operations ends in `Alias`.',
  auth: 'none',
  headers: acceptedCodings,
  messengerAlias: true,
  success: {
    body: z.record(z.string(), z.unknown()),
    headers: { 'cache-control': z.string(), etag: z.string() },
    description: 'An OpenAPI 3.1 document, which may be cached for an hour',
  },
  problems: ['not_acceptable'],
  access: {},
})

export const getPanel = operation({
  id: 'getPanel',
  area: 'service',
  method: 'GET',
  path: '/panel',
  summary: 'The page on which a streamer signs in and manages the service',
  description:
    'It signs in at the issuer by the authorization code flow with PKCE, and uses only this API. It uses the language of the query, or else of the browser. A deployment with the setting `panel=false` has no such page.',
  auth: 'none',
  ...pageLanguage,
  success: pageHeaders,
  problems: ['not_acceptable'],
  access: {},
  webSocketUrl: true,
  signIn: true,
  uploadsUrl: true,
})

export const getPanelPart = operation({
  id: 'getPanelPart',
  area: 'service',
  method: 'GET',
  path: '/panel/parts/{part}',
  summary: 'A script that the panel loads when it needs it',
  description:
    'The panel has the name of its part, which changes with the script, so the answer may be cached for ever. The part reads files of other services, as `npm run import` does.',
  auth: 'none',
  params: { part: z.string().check(z.regex(/^[\w-]{16}$/)) },
  headers: acceptedCodings,
  success: {
    body: z.string(),
    headers: { 'cache-control': z.string() },
    contentType: 'text/javascript; charset=utf-8',
    description: 'A JavaScript module',
  },
  problems: ['not_found', 'not_acceptable'],
  access: {},
})
