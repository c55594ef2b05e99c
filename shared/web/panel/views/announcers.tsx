import type { SuccessOf } from '../../client/answer.ts'
import type { paths } from '../../client/generated/api.ts'
import { ActionButton, removal, type Show, toggle } from '../actionButtons.tsx'
import { announcerTrouble } from '../announcerTrouble.ts'
import { may } from '../channel.ts'
import { line, timeText } from '../formats.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { Card, CopyField, Edit, ExternalLink, ListCard, Loaded } from '../parts.tsx'
import { change, get, list, post, refresh } from '../service.ts'
import { translate } from '../translate.ts'

const chats = () => list('/messenger/chats')

type Chats = Awaited<ReturnType<typeof chats>>

/** As the service fills the text of a donation's announcement in a test. */
const example: Readonly<Record<string, string>> = { nickname: 'Mira', amount: '12.34 EUR', message: 'Great stream!' }

const Preview = ({ text }: { readonly text: string }) => (
  <p class="preview" dir="auto">
    {text.replaceAll(/\{(nickname|amount|message)\}/g, (_place, name: string) => example[name] ?? '')}
  </p>
)

const update = (body: object) => change('/messenger/commands/update-announcers', body as never)

const add = ({ chat = '', text = '', trigger = '' }: Fields) => {
  const [accountId = '', chatId] = chat.split(' ')
  if (chatId === undefined) throw new Error(translate('noChats'))
  return change('/messenger/commands/add-announcer', { text, accountId, chatId: Number(chatId), trigger })
}

const choicesOf = (linked: Chats) => {
  const present = linked.filter(({ lostAt }) => lostAt === null)
  return Object.fromEntries(
    present.map(({ accountId, chatId, title }) => [`${accountId} ${chatId}`, title || `${chatId}`]),
  )
}

const triggers = {
  STREAM_STARTED: translate('streamStarted'),
  STREAM_ENDED: translate('streamEnded'),
  PAYMENT_COMPLETED: translate('paymentCompleted'),
}

const NewAnnouncer = ({ linked }: { readonly linked: Chats }) => (
  <Form name="add" send={add}>
    {({ text }) => (
      <>
        <Field name="chat" choices={choicesOf(linked)} />
        <Field name="trigger" choices={triggers} />
        <TextField />
        {text && <Preview text={text} />}
      </>
    )}
  </Form>
)

/** Shows a code that links a chat, and the ways to send it. */
const linkChat = async ({ accountId = '' }: Fields, show: Show) => {
  const answer = await post('/messenger/commands/link-chat', { accountId })
  if (!('code' in answer)) return
  const links = Object.values(answer.links).filter((url) => url.startsWith('https://'))
  show([
    <p>{translate('linkHint', { at: timeText(answer.expiresAt) })}</p>,
    <CopyField text={answer.command} label="linkChat" />,
    links.map((url) => (
      <p key={url}>
        <ExternalLink href={url}>{url.split('?', 1)}</ExternalLink>
      </p>
    )),
    <ActionButton name="again" act={refresh} />,
  ])
}

type Bots = SuccessOf<paths['/messenger/bots']['get']>

/** Messengers as they call themselves. */
const messengerNames: Readonly<Record<Bots[number]['messenger'], string>> = { telegram: 'Telegram', max: 'MAX' }

const botNames = (bots: Bots) =>
  Object.fromEntries(bots.map(({ accountId, messenger }) => [accountId, `${messengerNames[messenger]}: ${accountId}`]))

const LinkChat = () => (
  <Loaded load={() => get('/messenger/bots')}>
    {(bots) =>
      bots.length === 0 ? (
        <p class="soft">{translate('noBots')}</p>
      ) : (
        <Form name="linkChat" send={linkChat} done={undefined} keep>
          <Field name="accountId" label="bot" choices={botNames(bots)} />
        </Form>
      )
    }
  </Loaded>
)

const LinkChannel = () => (
  <Form
    name="linkChannel"
    needs="/messenger/commands/link-chat"
    send={({ webhook = '' }) => change('/messenger/commands/link-chat', { webhook })}
  >
    <Field name="webhook" type="url" placeholder="https://discord.com/api/webhooks/…" required />
  </Form>
)

/** The list says of no announcement when it is posted, but each one does. */
const announcers = async () => {
  const [listed, linked] = await Promise.all([get('/messenger/announcers'), chats()])
  return Promise.all(
    listed.map(async (announcer) => {
      const { trigger } = await get('/messenger/announcers/{id}', { path: { id: announcer.id } })
      const chat = linked.find(
        ({ accountId, chatId }) => accountId === announcer.accountId && chatId === announcer.chatId,
      )
      return { ...announcer, trigger, chat: chat?.title || String(announcer.chatId ?? '') }
    }),
  )
}

const TextField = ({ value }: { readonly value?: string }) => (
  <label class="wide">
    {translate('text')}
    <textarea
      name="text"
      required
      maxLength={4096}
      rows={4}
      placeholder="{nickname} {amount} {message}"
      {...(value !== undefined && { defaultValue: value })}
    />
  </label>
)

const EditAnnouncer = ({
  id,
  text,
  trigger,
}: {
  readonly id: string
  readonly text: string
  readonly trigger: string
}) => (
  <Edit of={text}>
    <Form name="save" send={(fields) => update({ updated: [{ id, ...fields }] })} keep>
      {({ text: typed }) => (
        <>
          <Field name="trigger" value={trigger} choices={{ ...(trigger && { [trigger]: trigger }), ...triggers }} />
          <TextField value={text} />
          {typed && <Preview text={typed} />}
        </>
      )}
    </Form>
  </Edit>
)

export const AnnouncersView = () => (
  <>
    <ListCard title="announcers" load={announcers}>
      {({ id, text, enabled, trigger, chat, ...reasons }) => ({
        key: id,
        label: text,
        more: (
          <>
            <Preview text={text} />
            <EditAnnouncer id={id} text={text} trigger={trigger ?? ''} />
          </>
        ),
        soft: line(chat, triggers[trigger as keyof typeof triggers] ?? trigger),
        bad: announcerTrouble(reasons),
        buttons: [
          { name: 'test', done: 'sent', act: () => post('/messenger/commands/test-announcement', { id }) },
          toggle(enabled, (next) => update({ updated: [{ id, enabled: next }] })),
          removal(() => update({ deleted: [id] })),
        ],
      })}
    </ListCard>
    <div class="column">
      <Card title="newAnnouncer">
        <Loaded load={chats}>{(linked) => <NewAnnouncer linked={linked} />}</Loaded>
      </Card>
      <ListCard
        title="chats"
        load={chats}
        after={
          <>
            {may('/messenger/bots') && <LinkChat />}
            <LinkChannel />
          </>
        }
      >
        {({ id, title, chatId, lostAt }) => ({
          key: id,
          name: title || String(chatId),
          label: title,
          bad: lostAt && translate('lostChat', { at: timeText(lostAt) }),
          buttons: [
            removal(() => change('/messenger/commands/unlink-chat', { id }), {
              name: 'unlink',
              needs: '/messenger/commands/unlink-chat',
            }),
          ],
        })}
      </ListCard>
    </div>
  </>
)
