import type { Write } from './client.ts'
import { claimsOf, commandOf, freshName, type Sender, send, webhookOf } from './sender.ts'

/** Something that a sender does; resolves when it is answered or given up. */
export type Act = (sender: Sender) => Promise<void>

const price = { major: 1, minor: 50, currency: 'EUR' }
const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)]

const without = <Item>(items: Item[], item: Item): void => {
  items.splice(items.indexOf(item), 1)
}

const announcerOf = (text: string) => ({ text, accountId: 'main', chatId: 1, buttons: [] })

const addAnnouncer: Act = async (sender) => {
  const text = freshName(sender, 'announcer')
  const claims = claimsOf(sender, 'announcers', [text])
  const path = '/messenger/commands/add-announcer'
  const answer = await send(sender, commandOf(sender, 'announcers', path, announcerOf(text), claims))
  if (answer !== undefined) sender.made.announcers.push(text)
}

/** Announcers that a sender keeps: those of a recipient's senders have to stay below the cap. */
const keptAnnouncers = 20

/** Replaces an announcer by two in one change, and with it those that are too many. */
const replaceAnnouncers: Act = async (sender) => {
  const { made, client, recipient, random } = sender
  const one = pick(made.announcers, random)
  if (one === undefined) return
  without(made.announcers, one)
  const old = [one, ...made.announcers.splice(keptAnnouncers)]
  const { body } = await client.read({ path: '/messenger/announcers', recipient })
  const found = body.filter(({ text }: { text: string }) => old.includes(text))
  if (found.length !== old.length) return sender.complain(`of the announcers ${old} ${found.length} are listed`)
  const added = [freshName(sender, 'announcer'), freshName(sender, 'announcer')]
  const claims = [...claimsOf(sender, 'announcers', added), ...claimsOf(sender, 'announcers', old, { present: false })]
  const change = { added: added.map(announcerOf), deleted: found.map(({ id }: { id: string }) => id) }
  const path = '/messenger/commands/update-announcers'
  await send(sender, commandOf(sender, 'changes of announcers', path, change, claims))
}

const addActions: Act = async (sender) => {
  const names = [freshName(sender, 'action'), freshName(sender, 'action')]
  const actions = names.map((name) => ({ name, category: 'mobs', game: 'minecraft', price, payload: {} }))
  const claims = claimsOf(sender, 'actions', names)
  await send(sender, commandOf(sender, 'actions', '/actions/commands/add-actions', { actions }, claims))
}

/** Up to three items; the last one raises an alert. */
const addHistoryItems: Act = async (sender) => {
  const count = 1 + Math.floor(sender.random() * 3)
  const keys = Array.from({ length: count }, () => freshName(sender, 'viewer'))
  const alerted = keys.slice(-1)
  const items = keys.map((nickname) => ({
    system: 'DonationAlerts',
    event: 'payment',
    originId: nickname,
    nickname,
    amount: price,
    timestamp: new Date().toISOString(),
    triggerAlert: alerted.includes(nickname),
  }))
  const claims = [...claimsOf(sender, 'history', keys), ...claimsOf(sender, 'alerts', alerted)]
  const write = commandOf(sender, 'history items', '/history/commands/add-items', { items }, claims)
  const answer = await send(sender, write)
  if (answer === undefined) return
  if (answer.body.added.length !== count) sender.complain(`${keys} were answered ${answer.text}`)
  for (const { id, originId } of answer.body.added) sender.made.items.push({ id, key: originId })
}

const deleteHistoryItem: Act = async (sender) => {
  const item = pick(sender.made.items, sender.random)
  if (item === undefined) return
  without(sender.made.items, item)
  const claims = claimsOf(sender, 'history', [item.key], { present: false })
  const command = { historyItemId: item.id }
  await send(sender, commandOf(sender, 'deletions of items', '/history/commands/delete-item', command, claims))
}

const addNews: Act = async (sender) => {
  const title = freshName(sender, 'news')
  const claims = claimsOf(sender, 'news', [title])
  await send(sender, commandOf(sender, 'news', '/news/commands/add-news', { title, description: 'x' }, claims))
}

const createPlaylist: Act = async (sender) => {
  const title = freshName(sender, 'playlist')
  const claims = claimsOf(sender, 'playlists', [title])
  const path = '/playlists/commands/create-playlist'
  const answer = await send(sender, commandOf(sender, 'playlists', path, { title, items: [] }, claims))
  if (answer !== undefined) sender.made.playlists.push({ id: answer.body.id, key: title })
}

const deletePlaylist: Act = async (sender) => {
  const playlist = pick(sender.made.playlists, sender.random)
  if (playlist === undefined) return
  without(sender.made.playlists, playlist)
  const claims = claimsOf(sender, 'playlists', [playlist.key], { present: false })
  const path = '/playlists/commands/delete-playlist'
  await send(sender, commandOf(sender, 'deletions of playlists', path, { id: playlist.id }, claims))
}

/** A new revision of a record, in left of all those before. */
const putConfig: Act = async (sender) => {
  const name = `config-${sender.name}-${Math.floor(sender.random() * 3)}`
  const revision = (sender.revisions.get(name) ?? 0) + 1
  sender.revisions.set(name, revision)
  const earlier = Array.from({ length: Math.min(revision - 1, 10) }, (_, index) => `${name}=${revision - 1 - index}`)
  const claims = [
    ...claimsOf(sender, 'configs', [`${name}=${revision}`]),
    ...claimsOf(sender, 'configs', earlier, { present: false }),
  ]
  const put = { method: 'PUT' } as const
  await send(sender, commandOf(sender, 'configuration', '/config', { name, value: { revision } }, claims, put))
}

/** The list's key of a gateway credential in one of its two states. */
export const gatewayKey = (id: string, enabled: boolean): string => `${id} ${enabled ? 'enabled' : 'disabled'}`

/** Flips a credential, which twice would undo. It is never given up, so that its state is known. */
const toggleGateway: Act = async (sender) => {
  const { toggled } = sender
  if (toggled === undefined) return
  const claims = [
    ...claimsOf(sender, 'gateways', [gatewayKey(toggled.id, !toggled.enabled)]),
    ...claimsOf(sender, 'gateways', [gatewayKey(toggled.id, toggled.enabled)], { present: false }),
  ]
  const command = { id: toggled.id }
  const path = '/payments/commands/togglegateway'
  const write = commandOf(sender, 'toggles of a gateway', path, command, claims, { mayBeGivenUp: false })
  const answer = await send(sender, write)
  if (answer === undefined) return
  toggled.enabled = !toggled.enabled
  if (answer.body.enabled !== toggled.enabled) sender.complain(`a toggle was answered ${answer.text}`)
}

/** A webhook, and sometimes the same once more. */
const sendWebhook: Act = async (sender) => {
  const write: Write = webhookOf(sender)
  const answer = await send(sender, write)
  if (answer !== undefined && sender.random() < 0.25) await sender.client.insist(write)
}

/** How often each is done, in relation to the others. */
const weights: readonly (readonly [Act, number])[] = [
  [addAnnouncer, 8],
  [replaceAnnouncers, 2],
  [addActions, 10],
  [addHistoryItems, 16],
  [deleteHistoryItem, 6],
  [addNews, 10],
  [createPlaylist, 6],
  [deletePlaylist, 4],
  [putConfig, 10],
  [toggleGateway, 6],
  [sendWebhook, 26],
]

/** Picks something to do. */
export const anyAct = (random: () => number, more: readonly (readonly [Act, number])[]): Act => {
  const all = [...weights, ...more]
  let left = random() * all.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [act, weight] of all) {
    left -= weight
    if (left < 0) return act
  }
  return addNews
}
