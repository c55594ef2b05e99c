import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Empty, etag, Identifier, ifMatch, KeptAddress, text } from '../../contract/values.ts'
import { page, pageExample, pageHeaders, wholeQuery } from '../../mechanisms/page/contract.ts'

/**
 * A news entry as it is answered; `date` is the RFC 3339 instant of its publication, an absent `demoUrl` is `""`,
 * `revision` is its `ETag` without the quotes.
 */
export const NewsEntry = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    date: z.string(),
    demoUrl: z.string(),
    revision: z.string(),
  })
  .register(z.globalRegistry, { id: 'NewsEntry' })

const exampleEntry = {
  title: 'Charity stream',
  description: 'On Sunday we play for the animal shelter.',
  demoUrl: 'https://example.com/demo',
}

const publishedExample = {
  id: '01936a3e-7d5f-7c3a-8f5e-0d1c2b3a4f5e',
  ...exampleEntry,
  date: '2026-01-31T12:00:00.000Z',
  revision: '01936a3e-7d5f-7c3a-8f5e-0d1c2b3a4f5f',
}

const Title = text(1, 200)
const Description = text(1, 10_000)

export const addNews = operation({
  id: 'addNews',
  area: 'news',
  role: 'editor',
  method: 'POST',
  path: '/news/commands/add-news',
  summary: 'Publish a news entry',
  description:
    "The entry is the caller's own; `global: true` publishes it to everyone and is for administrators (group `admin`).",
  body: z.object({
    title: Title,
    description: Description,
    global: z._default(z.boolean(), false),
    demoUrl: z._default(KeptAddress, ''),
  }),
  success: { body: NewsEntry, headers: etag },
  largeAnswer: true,
  problems: ['forbidden', 'limit_reached', 'erasure_in_progress'],
  access: { news: ['PutItem'], quotas: ['UpdateItem'] },
  examples: [
    {
      name: 'own entry',
      body: exampleEntry,
      answer: publishedExample,
    },
  ],
})

export const changeNews = operation({
  id: 'changeNews',
  area: 'news',
  role: 'editor',
  method: 'POST',
  path: '/news/commands/change-news',
  summary: 'Change a news entry',
  description:
    "The entry is the caller's own, or a global one if the caller is an administrator (group `admin`). Absent members keep their value, an empty `demoUrl` removes the link, and the date stays. With `If-Match` the call fails with 412 if the entry has changed since its `ETag` (its `revision` in quotes) was read.",
  headers: ifMatch,
  body: z.object({
    id: Identifier,
    title: z.optional(Title),
    description: z.optional(Description),
    demoUrl: z.optional(KeptAddress),
  }),
  success: { body: NewsEntry, headers: etag },
  largeAnswer: true,
  problems: ['not_found', 'precondition_failed'],
  access: { news: ['GetItem', 'UpdateItem'] },
  examples: [
    {
      name: 'another title',
      body: { id: publishedExample.id, title: 'Charity weekend' },
      answer: { ...publishedExample, title: 'Charity weekend' },
    },
  ],
})

export const deleteNews = operation({
  id: 'deleteNews',
  area: 'news',
  role: 'editor',
  method: 'POST',
  path: '/news/commands/delete-news',
  summary: 'Delete a news entry',
  description:
    "The entry is the caller's own, or a global one if the caller is an administrator (group `admin`). Deleting it again is 404.",
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { news: ['GetItem', 'DeleteItem'], quotas: ['UpdateItem'] },
  examples: [{ name: 'delete', body: { id: publishedExample.id }, answer: {} }],
})

export const listNews = operation({
  id: 'listNews',
  area: 'news',
  role: 'editor',
  method: 'GET',
  path: '/news',
  summary: "The caller's own and the global news",
  description: 'Newest first; sortable by `date` and `title`.',
  query: wholeQuery({}),
  success: { body: page(NewsEntry), headers: pageHeaders },
  problems: [],
  access: { news: ['Query'], 'key:cursors': ['GenerateMac'] },
  examples: [{ name: 'one', answer: pageExample([publishedExample], 'date', false) }],
})
