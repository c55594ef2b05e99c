import { createHash } from 'node:crypto'
import {
  type AuthorizationServer,
  answerSignIn,
  answerTokenRequest,
  clientParameters,
  createAuthorizationServer,
  formOf,
  invalidClient,
  invalidRequest,
  isPanelAddress,
  userNamed,
} from './authorizationServer.ts'
import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'

const bases = {
  donationAlerts: 'www.donationalerts.com',
  streamElements: 'api.streamelements.com',
  streamlabs: 'streamlabs.com',
} as const

export type DonationStandIn = keyof typeof bases

/** What a donor gives on the page of a streamer. */
export interface GivenDonation {
  readonly nickname?: string
  readonly message?: string
  /** A decimal. */
  readonly amount: string
  readonly currency: string
  /** ISO 8601; the present time if absent. */
  readonly at?: string
  /** StreamElements': `success` if absent. */
  readonly status?: string
  /** StreamElements' `pending`, `allowed` or `rejected`; `allowed` if absent. */
  readonly approved?: string
  /** Whether StreamElements lists it as deleted; false if absent. */
  readonly deleted?: boolean
}

/** Later news of a donation: it is paid, or a moderator at StreamElements has decided. */
type DonationNews = { readonly completed: number } | { readonly decided: number; readonly approved: string }

interface KeptDonation extends Required<Omit<GivenDonation, 'at'>> {
  readonly number: number
  readonly at: Date
}

/** Donations by the name of the streamer, newest first. Their numbers rise over restarts, as the services' do. */
const keepDonations = () => {
  const byUser = new Map<string, KeptDonation[]>()
  let count = Math.floor(Date.now() / 1000)
  const of = (user: string): readonly KeptDonation[] => byUser.get(user) ?? []
  const give = (user: string, given: GivenDonation) => {
    const {
      nickname = '',
      message = '',
      status = 'success',
      approved = 'allowed',
      deleted = false,
      at,
      ...money
    } = given
    const kept = {
      ...money,
      nickname,
      message,
      status,
      approved,
      deleted,
      number: ++count,
      at: at === undefined ? new Date() : new Date(at),
    }
    byUser.set(
      user,
      [kept, ...of(user)].toSorted((one, other) => other.at.getTime() - one.at.getTime()),
    )
    return kept.number
  }
  const change = (user: string, number: number, news: Partial<Pick<KeptDonation, 'status' | 'approved'>>): number => {
    byUser.set(
      user,
      of(user).map((kept) => (kept.number === number ? { ...kept, ...news } : kept)),
    )
    return number
  }
  const hear = (user: string, news: DonationNews): number =>
    'completed' in news
      ? change(user, news.completed, { status: 'success' })
      : change(user, news.decided, { approved: news.approved })
  return { of, give, hear }
}

type Donations = ReturnType<typeof keepDonations>

/** Where donors give; it stands for the services' own pages. */
const donorPath = (user: string): string => `/donate/${encodeURIComponent(user)}`

/** Gives at a stand-in, whose log is at this address, and resolves to the number of the donation. */
export const donateAt = async (
  sandboxLog: string,
  service: DonationStandIn,
  user: string,
  donation: GivenDonation | DonationNews,
): Promise<number> => {
  const url = new URL(`/${bases[service]}${donorPath(user)}`, sandboxLog)
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(donation) })
  return ((await answer.json()) as { readonly number: number }).number
}

const answerDonor = (donations: Donations, { path, body }: SandboxRequest): SandboxResponse => {
  const user = decodeURIComponent(path.split('/').at(-1) ?? '')
  const donation = JSON.parse(body) as GivenDonation | DonationNews
  const number = 'amount' in donation ? donations.give(user, donation) : donations.hear(user, donation)
  return { status: 200, body: { number } }
}

const isDonor = ({ method, path }: SandboxRequest): boolean => method === 'POST' && path.startsWith('/donate/')

const clientOf = (service: DonationStandIn) => ({
  id: `sandbox-${service}-client`,
  secret: `sandbox-${service}-secret`,
})

type Client = ReturnType<typeof clientOf>

const answerToken = (
  server: AuthorizationServer,
  client: Client,
  request: SandboxRequest,
  scope?: string,
): SandboxResponse => {
  const form = formOf(request)
  if (form?.get('client_id') !== client.id || form.get('client_secret') !== client.secret) return invalidClient
  if (!isPanelAddress(form.get('redirect_uri'))) return invalidRequest
  if (scope !== undefined && form.get('grant_type') === 'refresh_token' && form.get('scope') !== scope)
    return { status: 400, body: { error: 'invalid_scope' } }
  return answerTokenRequest(server, form)
}

/** `2019-09-29 09:00:00`, in UTC. */
const plainTime = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

const unauthenticated: SandboxResponse = { status: 401, body: { message: 'Unauthenticated.' } }

const donationAlertsPageSize = 30

/** https://www.donationalerts.com/apidoc */
const createDonationAlerts = (): StandIn => {
  const [server, client, donations] = [
    createAuthorizationServer('donationalerts'),
    clientOf('donationAlerts'),
    keepDonations(),
  ]
  const base = bases.donationAlerts

  const pageOf = (name: string, page: number): SandboxResponse => {
    const all = donations.of(name)
    const last = Math.max(1, Math.ceil(all.length / donationAlertsPageSize))
    const linkTo = (number: number) => `https://${base}/api/v1/alerts/donations?page=${number}`
    const data = all.slice((page - 1) * donationAlertsPageSize, page * donationAlertsPageSize)
    return {
      status: 200,
      body: {
        data: data.map(({ number, nickname, message, amount, currency, at }) => ({
          id: number,
          name: 'donation',
          username: nickname,
          message_type: 'text',
          message,
          amount: Number(amount),
          currency,
          is_shown: 1,
          created_at: plainTime(at),
          shown_at: null,
        })),
        links: {
          first: linkTo(1),
          last: linkTo(last),
          prev: page > 1 ? linkTo(page - 1) : null,
          next: page < last ? linkTo(page + 1) : null,
        },
        meta: { current_page: page, per_page: donationAlertsPageSize, last_page: last, total: all.length },
      },
    }
  }

  const answerUser = (request: SandboxRequest): SandboxResponse => {
    const user = server.userOf(request.headers['authorization'])
    if (user === undefined) return unauthenticated
    if (request.path === '/api/v1/user/oauth')
      return { status: 200, body: { data: { id: user.id, code: user.name, name: user.name, avatar: '', email: '' } } }
    return pageOf(user.name, Number(request.query.get('page') ?? 1))
  }

  return {
    bases: { DONATION_ALERTS_API_URL: base, SIGN_INS_DONATION_ALERTS_URL: base },
    parameters: clientParameters('donationalerts', client),
    answer: (request) => {
      if (isDonor(request)) return answerDonor(donations, request)
      switch (`${request.method} ${request.path}`) {
        case 'GET /oauth/authorize':
          return answerSignIn(client, request.query)
        case 'POST /oauth/token':
          return answerToken(server, client, request, 'oauth-user-show oauth-donation-index')
        case 'GET /api/v1/user/oauth':
        case 'GET /api/v1/alerts/donations':
          return answerUser(request)
        default:
          return notFound
      }
    },
  }
}

/** An id of MongoDB. */
const objectId = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** The user of a channel's token: `good-<name>` is that of `<name>`, and `good-refused-<name>` may not read tips. */
const channelOf = ({ headers }: SandboxRequest): string | undefined =>
  /^Bearer good-(?:expired-|refused-)?(.+)$/.exec(headers['authorization'] ?? '')?.[1]

const unauthorized: SandboxResponse = {
  status: 401,
  body: { statusCode: 401, error: 'Unauthorized', message: 'invalid token' },
}

/** https://docs.streamelements.com */
const createStreamElements = (): StandIn => {
  const donations = keepDonations()

  const answerTips = (name: string, { query }: SandboxRequest): SandboxResponse => {
    const [limit, offset] = [Number(query.get('limit') ?? 25), Number(query.get('offset') ?? 0)]
    const all = donations.of(name)
    const docs = all
      .slice(offset, offset + limit)
      .map(({ number, nickname, message, amount, currency, status, approved, deleted, at }) => ({
        _id: objectId(String(number)),
        channel: objectId(name),
        provider: 'paypal',
        status,
        approved,
        deleted,
        donation: { user: { username: nickname, geo: null, email: '' }, message, amount: Number(amount), currency },
        createdAt: at.toISOString(),
        updatedAt: at.toISOString(),
      }))
    return { status: 200, body: { docs, total: all.length, limit, offset } }
  }

  return {
    bases: { STREAM_ELEMENTS_API_URL: bases.streamElements },
    parameters: {},
    answer: (request) => {
      if (isDonor(request)) return answerDonor(donations, request)
      const name = channelOf(request)
      if (name === undefined) return unauthorized
      switch (`${request.method} ${request.path}`) {
        case 'GET /kappa/v2/channels/me':
          return { status: 200, body: { _id: objectId(name), username: name, displayName: name, provider: 'twitch' } }
        case `GET /kappa/v2/tips/${objectId(name)}`:
          return request.headers['authorization']?.includes(' good-refused-') ? unauthorized : answerTips(name, request)
        default:
          return notFound
      }
    },
  }
}

/** https://dev.streamlabs.com/docs/pagination */
const createStreamlabs = (): StandIn => {
  const [server, client, donations] = [createAuthorizationServer('streamlabs'), clientOf('streamlabs'), keepDonations()]
  const base = bases.streamlabs

  const answerDonations = (name: string, { query }: SandboxRequest): SandboxResponse => {
    const [limit, before] = [Number(query.get('limit') ?? 25), query.get('before')]
    const all = donations.of(name)
    const start = before === null ? 0 : all.findIndex(({ number }) => String(number) === before) + 1
    return {
      status: 200,
      body: {
        data: all.slice(start, start + limit).map(({ number, nickname, message, amount, currency, at }) => ({
          donation_id: number,
          created_at: Math.floor(at.getTime() / 1000),
          currency,
          amount: Number(amount).toFixed(10),
          name: nickname,
          message,
          email: null,
        })),
      },
    }
  }

  const answerUser = (request: SandboxRequest): SandboxResponse => {
    const user = server.userOf(request.headers['authorization'])
    if (user === undefined) return unauthenticated
    if (request.path === '/api/v2.0/donations') return answerDonations(user.name, request)
    return { status: 200, body: { streamlabs: { id: user.id, display_name: user.name, username: user.name } } }
  }

  return {
    bases: { STREAMLABS_API_URL: base, SIGN_INS_STREAMLABS_URL: base },
    parameters: clientParameters('streamlabs', client),
    answer: (request) => {
      if (isDonor(request)) return answerDonor(donations, request)
      switch (`${request.method} ${request.path}`) {
        case 'GET /api/v2.0/authorize':
          return answerSignIn(client, request.query)
        case 'POST /api/v2.0/token':
          return answerToken(server, client, request)
        case 'GET /api/v2.0/user':
        case 'GET /api/v2.0/donations':
          return answerUser(request)
        default:
          return notFound
      }
    },
  }
}

/** The account id of a name, as linking answers it. */
export const donationAccountId = (service: DonationStandIn, name: string): string =>
  service === 'streamElements' ? objectId(name) : String(userNamed(name).id)

/** The three donation services, as far as the service calls them. */
export const createDonationServices = (): readonly StandIn[] => [
  createDonationAlerts(),
  createStreamElements(),
  createStreamlabs(),
]
