/** The specification's table of endpoints, transcribed. */
import { pathNames } from '../../../../shared/runtime/pathNames.ts'
import { LiveTokenResponse } from './liveTokenResponse.ts'
import {
  Alert,
  Announcer,
  Button,
  Config,
  CreatedAction,
  ExternalPlaylist,
  NewAction,
  News,
  Payment,
  page,
  VideoRecord,
} from './resources.ts'
import { array, object, type Shape } from './shape.ts'

export interface Endpoint {
  /** Its number in the specification's table. */
  readonly number: number
  /** The id that the project gave it. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly params?: readonly string[]
  readonly query?: 'not shown'
  readonly body?: Shape
  readonly answer: Shape | 'not shown'
}

const Empty = object({}, [])
const AnyObject = 'object'

const added = { text: 'string', accountId: 'string', chatId: 'integer', buttons: array(Button) } as const
const addedRequired = ['text', 'accountId', 'chatId']
const updated = { id: 'string', text: 'string', buttons: array(Button), trigger: 'string', enabled: 'boolean' } as const

/** A body that needs every field it has. */
const allOf = (members: Readonly<Record<string, Shape>>): Shape => object(members, Object.keys(members))

const get = (number: number, id: string, path: string, answer: Shape, more: Partial<Endpoint> = {}): Endpoint => ({
  number,
  id,
  method: 'GET',
  path,
  answer,
  ...more,
})

const post = (number: number, id: string, path: string, body: Shape, answer: Shape | 'not shown'): Endpoint => ({
  number,
  id,
  method: 'POST',
  path,
  body,
  answer,
})

export const endpoints: readonly Endpoint[] = [
  get(1, 'getExternalPlaylist', '/media/playlists/{playlistId}', ExternalPlaylist, { params: ['playlistId'] }),
  post(
    2,
    'updateAnnouncers',
    `/${pathNames.messenger}/commands/update-announcers`,
    object(
      {
        added: array(object(added, addedRequired)),
        updated: array(object(updated, ['id'])),
        deleted: array('string'),
      },
      [],
    ),
    Empty,
  ),
  post(
    3,
    'addActions',
    '/actions/commands/add-actions',
    object({ actions: array(NewAction) }),
    object({ success: 'boolean', message: 'string', action: CreatedAction }),
  ),
  { number: 4, id: 'putConfig', method: 'PUT', path: '/config', body: Config, answer: 'not shown' },
  post(
    5,
    'addAnnouncer',
    `/${pathNames.messenger}/commands/add-announcer`,
    object({ ...added, trigger: 'string' }, addedRequired),
    Empty,
  ),
  post(
    6,
    'addNews',
    '/news/commands/add-news',
    object({ title: 'string', description: 'string', global: 'boolean', demoUrl: 'string' }, ['title', 'description']),
    News,
  ),
  post(
    7,
    'printCsv',
    '/history/commands/print-csv',
    object({ systems: array('string'), events: array('string'), after: 'date-time', before: 'date-time' }, []),
    object({ printId: 'string' }),
  ),
  post(
    8,
    'linkKick',
    `/recipients/commands/link-${pathNames.kick}`,
    allOf({ authorizationCode: 'string', codeVerifier: 'string' }),
    'not shown',
  ),
  post(9, 'toggleToken', '/recipients/tokens/toggle-token', allOf({ id: 'string', enabled: 'boolean' }), 'not shown'),
  post(
    10,
    'getAccessToken',
    '/recipients/tokens/get-access-token',
    allOf({ tokenId: 'string' }),
    object({ token: 'string' }),
  ),
  post(11, 'deleteHistoryItem', '/history/commands/delete-item', allOf({ historyItemId: 'string' }), AnyObject),
  post(12, 'repeatAlert', '/history/commands/repeat-alert', allOf({ historyItemId: 'string' }), AnyObject),
  post(13, 'changeAgreement', '/config/commands/change-agreement', allOf({ gateway: 'string' }), 'not shown'),
  post(14, 'toggleGateway', '/payments/commands/togglegateway', allOf({ id: 'string' }), 'not shown'),
  post(15, 'exchangeOneTimeCode', '/otp/exchange', Empty, object({ refreshToken: 'string' })),
  post(16, 'markAllListened', '/media/commands/mark-all-listened', Empty, 'not shown'),
  get(17, 'listPlaylists', '/playlists', page('object'), { query: 'not shown' }),
  get(18, 'listAlerts', '/alerts', page(Alert), { query: 'not shown' }),
  get(19, 'getPayment', '/payments/{id}', Payment, { params: ['id'] }),
  get(20, 'getVideos', '/media/video/{ids}', VideoRecord, { params: ['ids'] }),
  get(21, 'listAnnouncers', `/${pathNames.messenger}/announcers`, array(Announcer)),
  post(
    22,
    'getVkLiveToken',
    `/recipients/tokens/get${pathNames.vk}livetoken`,
    allOf({ authorizationCode: 'string' }),
    LiveTokenResponse,
  ),
]
