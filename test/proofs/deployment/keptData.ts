import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { ListenerCredentials } from '../../../shared/web/client/live/credentials.ts'
import { listen } from '../../../shared/web/client/live/listen.ts'
import { linkByCode } from '../../local/demo/chatChapter.ts'
import { eventually, expectThat } from '../../local/demo/expectations.ts'
import type { Call, CallOptions, Chapter } from '../../local/demo/story.ts'
import { walk } from '../../local/demo/walk.ts'
import { clientOf, resume } from '../../support/socketClient.ts'
import { addRecords } from './addRecords.ts'
import { documentOf, hasMembers } from './deployedOperations.ts'
import type { DeployedService } from './deployedService.ts'
import { gatewayNames, type Ledger, newSecret, type Sender } from './donors.ts'
import { expectPicture, type KeptLook, newLook, saveLook } from './keptLook.ts'
import { addMember, expectDecision, expectMember, type KeptMember } from './keptMember.ts'
import { expectWebhook, type KeptWebhook, registerWebhook } from './keptWebhook.ts'

/** All that one version stored, by which later ones are asked. */
export interface KeptData extends KeptMember {
  /** The answers for the lists of the first user, whose data rest meanwhile; by path. */
  readonly lists: ReadonlyMap<string, ListAnswer>
  /** The gateways of the second user, who gets donations meanwhile. */
  readonly senders: readonly Sender[]
  readonly overlayKey: string
  /** The address of the second user's payment page as it was answered, and the texts with which versions saved the page. */
  readonly payPage: { readonly url: string; readonly texts: string[] }
  /** The linked account and the announcer of a linked chat, where there are stand-ins. */
  readonly links: { readonly tokenId: string; readonly announcerId: string } | undefined
  /** The look that the second user has saved, once a version has uploads and delivers looks. */
  look: KeptLook | undefined
  /** What the second user's gateway knows, once a version registers webhooks and a gateway's stand-in is there. */
  webhook: KeptWebhook | undefined
}

export const another = { as: 'another' } as const

/** Calls operations of the deployed version as its users. */
export const plays = async (service: DeployedService, run: Chapter['run']): Promise<void> => {
  await walk([{ title: 'Kept data', run }], { ...service, write: () => {} })
}

/** Documents and pages, which every version has its own of. */
const isOwn = (id: string): boolean =>
  ['getHealth', 'getOpenApi', 'getOverlay', 'getPanel', 'getPanelPart'].includes(id)

/** The paths of all lists of the version that is deployed. Leaders are asked for a currency, and count from then on. */
const listPaths = async (service: DeployedService): Promise<readonly string[]> =>
  (await documentOf(service)).endpoints
    .filter(({ id, method, path }) => method === 'GET' && !path.includes('{') && !isOwn(id) && id !== 'listLeaders')
    .map(({ path }) => path)

interface ListAnswer {
  readonly status: number
  readonly body: readonly unknown[] & { readonly content?: readonly unknown[] }
}

/**
 * An answer, without signatures of links, which are made anew for each answer, and without the scopes of a sign-in, of
 * which a later version may ask for more.
 */
const answerOf = async ({ api, token }: DeployedService, path: string): Promise<ListAnswer> => {
  const response = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const text = (await response.text()).replaceAll(/\?X-Amz-[^"]*|&scope=[^"&]*/g, '')
  return { status: response.status, body: JSON.parse(text) }
}

const addSenders = async (call: Call, { api }: DeployedService): Promise<readonly Sender[]> => {
  const senders: Sender[] = []
  for (const gateway of gatewayNames) {
    const secret = newSecret()
    const { webhookUrl } = await call('setGateway', { ...another, body: { gateway, type: 'fiat', secret } })
    senders.push({ gateway, secret, url: `${api}${new URL(webhookUrl).pathname.replace(/^.*(?=\/payments\/)/, '')}` })
  }
  return senders
}

const addLinks = async (call: Call, by: CallOptions): Promise<NonNullable<KeptData['links']>> => {
  const authorizationCode = `good-${randomBytes(4).toString('hex')}`
  const { id: tokenId } = await call('linkTwitch', { ...by, body: { authorizationCode } })
  const chat = { accountId: 'main', chatId: -1_000_000_000_000 - randomInt(2 ** 40) }
  await linkByCode(call, chat, by)
  const announcer = { ...chat, text: 'We are live!', buttons: [], trigger: 'streamStart' }
  await call('addAnnouncer', { ...by, body: announcer })
  const [{ id: announcerId }] = await call('listAnnouncers', by)
  return { tokenId, announcerId }
}

const offer = 'stripe'

const savePayPage = (call: Call, url: string, text: string) =>
  call('putConfig', { ...another, body: { name: 'paymentpage', url, value: { gateway: offer, text } } })

const addPayPage = async (call: Call): Promise<KeptData['payPage']> => {
  const { url } = await savePayPage(call, 'HTTPS://Example.com', 'Thank you')
  return { url, texts: ['Thank you'] }
}

/** An overlay that has registered a key, as the page in OBS does. */
const addOverlay = async (call: Call, { live }: DeployedService): Promise<string> => {
  const { ticket } = await call('createTicket', { ...another, body: { name: 'Main scene' } })
  const overlayKey = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(overlayKey).digest('base64url')
  const overlay = await clientOf(`${live}?ticket=${ticket}&key=${hash}`)
  overlay.send(resume(0))
  await overlay.until('welcome')
  await overlay.close()
  return overlayKey
}

/** Has the deployed version store something of every kind that outlives an update. */
export const fill = async (service: DeployedService, hasStandIns: boolean): Promise<KeptData> => {
  let kept: Omit<KeptData, 'lists'> | undefined
  const isNew = await hasMembers(service)
  await plays(service, async (call) => {
    await addRecords(call, service)
    if (hasStandIns) await addLinks(call, {})
    kept = {
      sent: new Set(),
      unseen: new Set(),
      senders: await addSenders(call, service),
      links: hasStandIns ? await addLinks(call, another) : undefined,
      overlayKey: await addOverlay(call, service),
      payPage: await addPayPage(call),
      ownerId: isNew ? await addMember(call, another) : undefined,
      look: isNew ? await newLook(call, another) : undefined,
      webhook: isNew && hasStandIns ? await registerWebhook(call, another) : undefined,
    }
  })
  const lists = new Map<string, ListAnswer>()
  for (const path of await listPaths(service)) {
    const answer = await answerOf(service, path)
    if (hasStandIns && (answer.body.content ?? answer.body).length === 0) throw new Error(`${path} lists nothing`)
    lists.set(path, answer)
  }
  return { ...(kept as Omit<KeptData, 'lists'>), lists }
}

/** The members of an answer that are gone or different now; more may have come. */
const losses = (before: unknown, now: unknown, at: string): readonly string[] =>
  typeof before === 'object' && before !== null
    ? Object.entries(before).flatMap(([name, value]) =>
        losses(value, (now as Readonly<Record<string, unknown>> | undefined)?.[name], `${at}.${name}`),
      )
    : before === now
      ? []
      : [`${at} was ${JSON.stringify(before)} and is ${JSON.stringify(now)}`]

const expectLists = async (service: DeployedService, { lists }: KeptData, gone: readonly string[]): Promise<void> => {
  for (const [path, before] of lists) {
    const now = await answerOf(service, path)
    const lost = gone.includes(path) ? losses({ status: 404 }, now, path) : losses(before, now, path)
    if (lost.length > 0) throw new Error(lost.join('\n'))
  }
}

/** Some minutes bring hundreds of donations, and a busy machine takes its time for them. */
const patienceMinutes = 10

/** Every donation is listed once, as a payment and in the history. */
const expectDonations = async (call: Call, { sent }: Ledger): Promise<void> => {
  for (const list of ['listPayments', 'listHistory'])
    await eventually(
      () => call(list, another),
      ({ totalSize }) => totalSize === sent.size,
      `${list} has the ${sent.size} donations that were sent`,
      patienceMinutes,
    )
}

/**
 * The shipped client, as an overlay, connects by its key and acknowledges, until it has shown every donation and has got
 * the saved look. It is welcomed with the picture of the look.
 */
const expectAlerts = async (call: Call, { live }: DeployedService, kept: KeptData): Promise<string | undefined> => {
  const { unseen, overlayKey, look } = kept
  let image: string | undefined
  const nickname = `test ${randomBytes(4).toString('hex')}`
  unseen.add(nickname)
  const all = Promise.withResolvers<void>()
  const credentials: ListenerCredentials = {
    progress: { shown: undefined, ahead: [] },
    isDoubtful: false,
    acknowledges: true,
    welcomed: () => undefined,
    address: async () => `${live}?ticket=${(await call('renewTicket', { body: { key: overlayKey } })).ticket}`,
  }
  const listening = listen(credentials, {
    show: (message) => {
      if (message.type === 'alert') unseen.delete(message.alert.nickname)
      if (look && message.type === 'look' && message.look.accent === look.unseenAccent) look.unseenAccent = undefined
      if (unseen.size === 0 && look?.unseenAccent === undefined) all.resolve()
    },
    welcomed: (welcome) => {
      image = welcome.look?.image
    },
  })
  const timer = setTimeout(() => {
    const missing = [...unseen, ...(look?.unseenAccent === undefined ? [] : [`the look ${look.unseenAccent}`])]
    all.reject(new Error(`The overlay has not got ${missing.length} messages, such as that of ${missing[0]}`))
  }, patienceMinutes * 60_000)
  try {
    listening.open()
    await call('testAlert', { ...another, body: { nickname } })
    await all.promise
    return image
  } finally {
    clearTimeout(timer)
    listening.close()
  }
}

/** The page is as the version before has saved it, and is saved with another text. */
const expectPayPage = async (call: Call, { url, texts }: KeptData['payPage']): Promise<void> => {
  const { content } = await call('listConfigs', another)
  const page = content.find(({ name }: { readonly name: string }) => name === 'paymentpage')
  expectThat(page.url === url, 'the page keeps its address')
  expectThat(page.value.gateway === offer && page.value.text === texts.at(-1), 'the page keeps offer and text')
  const text = `Thank you ${texts.length} times`
  await savePayPage(call, page.url, text)
  texts.push(text)
}

const expectLinks = async (call: Call, { tokenId, announcerId }: NonNullable<KeptData['links']>): Promise<void> => {
  const { token } = await call('getAccessToken', { ...another, body: { tokenId } })
  expectThat(token.length > 0, 'the token of the linked account opens')
  const look = () => call('getAnnouncer', { ...another, params: { id: announcerId } })
  const { lastAnnouncement: former, trigger } = await look()
  expectThat(['streamStart', 'STREAM_STARTED'].includes(trigger), 'the announcer waits for the start of a stream')
  const updated = [{ id: announcerId, text: `We are live, ${randomBytes(4).toString('hex')}` }]
  await call('updateAnnouncers', { ...another, body: { added: [], updated, deleted: [] } })
  const before = former?.at
  await call('testAnnouncement', { ...another, body: { id: announcerId } })
  const { lastAnnouncement } = await eventually(
    look,
    ({ lastAnnouncement: last }) => last !== null && last.at !== before,
    'the test has an outcome',
  )
  expectThat(lastAnnouncement.outcome === 'posted', 'the linked chat gets a post')
}

/**
 * The deployed version lists the stored, opens its secrets, and serves its addresses and overlays.
 *
 * @param gone the paths of lists whose area was removed
 */
export const expectKept = async (
  service: DeployedService,
  kept: KeptData,
  gone: readonly string[] = [],
): Promise<void> => {
  await expectLists(service, kept, gone)
  const { links } = kept
  const isNew = await hasMembers(service)
  // An older version passes over the deliveries of looks.
  if (!isNew && kept.look) kept.look.unseenAccent = undefined
  await plays(service, async (call) => {
    await expectDonations(call, kept)
    if (isNew) await expectMember(call, another, kept)
    const image = await expectAlerts(call, service, kept)
    if (isNew) await expectDecision(call, another, kept)
    if (isNew && kept.look) await expectPicture(image)
    if (isNew) kept.look = kept.look ? await saveLook(call, another, kept.look.uploadId) : await newLook(call, another)
    await expectPayPage(call, kept.payPage)
    if (isNew && links !== undefined) {
      kept.webhook ??= await registerWebhook(call, another)
      await expectWebhook(call, another, kept.webhook)
    }
    if (links !== undefined) await expectLinks(call, links)
  })
}
