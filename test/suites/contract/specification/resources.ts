/** The specification's resources, field for field. */
import { array, nullableMembers, object, type Shape } from './shape.ts'

export const Money = object({ minor: 'integer', major: 'integer', currency: 'string' })

export const Button = object({ text: 'string', url: 'string' })

const Order = object({
  ignoreCase: 'boolean',
  direction: { occurring: ['ASC'] },
  property: 'string',
  ascending: 'boolean',
})

const Pageable = object({
  orderBy: array(Order),
  number: 'integer',
  size: 'integer',
  mode: { occurring: ['CURSOR_NEXT'] },
  sort: object({ orderBy: array(Order) }),
})

export const page = (item: Shape): Shape =>
  object({
    content: array(item),
    pageable: Pageable,
    pageNumber: 'integer',
    offset: 'integer',
    size: 'integer',
    empty: 'boolean',
    numberOfElements: 'integer',
    totalSize: 'integer',
    totalPages: 'integer',
  })

const Thumbnail = nullableMembers({ url: 'string', width: 'string', height: 'string' })

const Snippet = nullableMembers({
  resourceId: nullableMembers({ kind: 'string', videoId: 'string' }),
  title: 'string',
  thumbnails: { map: Thumbnail },
})

const ContentDetails = nullableMembers({
  duration: 'string',
  regionRestriction: nullableMembers({ blocked: array('string') }),
  contentRating: { map: 'string' },
})

const ExternalVideo = nullableMembers({
  id: 'string',
  snippet: Snippet,
  contentDetails: ContentDetails,
  statistics: nullableMembers({ viewCount: 'string' }),
})

export const ExternalPlaylist = nullableMembers({ title: 'string', items: array(ExternalVideo) })

export const VideoRecord = object({
  id: 'string',
  system: 'string',
  originId: 'string',
  provider: 'string',
  url: 'string',
  title: 'string',
  thumbnail: 'string',
  status: 'string',
  owner: 'string',
  recipientId: 'string',
  readyTimestamp: 'date-time',
  paymentId: 'string',
})

/** Without `trigger`, which is accepted and not answered. */
export const Announcer = object({
  id: 'string',
  recipientId: 'string',
  accountId: 'string',
  chatId: 'integer',
  text: 'string',
  buttons: array(Button),
  enabled: 'boolean',
  announcerType: { occurring: ['ANNOUNCE_STREAM_AND_DELETE'] },
})

const ActionParameter = object({ name: 'string', displayName: 'string', type: 'string' })

export const NewAction = object(
  {
    name: 'string',
    category: 'string',
    game: 'string',
    price: Money,
    payload: 'object',
    parameters: array(ActionParameter),
  },
  ['name', 'price'],
)

export const CreatedAction = object({
  id: 'string',
  name: 'string',
  price: Money,
  category: 'string',
  game: 'string',
  enabled: 'boolean',
  payload: 'object',
})

export const Config = object(
  {
    id: 'string',
    name: 'string',
    ownerId: 'string',
    url: 'string',
    value: 'object',
    actions: array(object({ id: 'string', name: 'string', price: Money, category: 'string', game: 'string' })),
  },
  ['name'],
)

export const News = object({
  id: 'string',
  title: 'string',
  description: 'string',
  date: 'string',
  demoUrl: 'string',
})

export const Alert = object({
  id: 'string',
  recipientId: 'string',
  createdAt: 'date-time',
  hidden: 'boolean',
  nickname: 'string',
  message: 'string',
  amount: Money,
  media: object({ url: 'string' }),
  levelName: 'string',
  count: 'integer',
})

export const Payment = object({
  id: 'string',
  gateway: 'string',
  gatewayId: 'string',
  method: 'string',
  nickname: 'string',
  message: 'string',
  recipientId: 'string',
  amount: Money,
  gatewayCredentialId: 'string',
  status: 'string',
  attachments: array('string'),
  actions: array(object({ id: 'string', actionId: 'string', parameters: 'object' })),
  confirmation: 'string',
  goal: 'string',
  authorizationTimestamp: 'date-time',
  auction: object({ isNew: 'boolean', item: 'string' }),
})
