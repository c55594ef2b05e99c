import { useState } from 'preact/hooks'
import { answered } from '../answered.ts'
import { Act, Card, Choice, Copied, Field, type Fields, Form, Rows, Shown, timeText, useLoaded } from '../parts.tsx'
import { say } from '../say.ts'
import { service } from '../session.ts'

const bots = () => answered(service.GET('/messenger/bots'))
const chats = async () =>
  (await answered(service.GET('/messenger/chats', { params: { query: { size: 100 } } }))).content
const announcers = () => answered(service.GET('/messenger/announcers'))

type Announcer = Awaited<ReturnType<typeof announcers>>[number]

/** As the service fills the text of a donation's announcement in a test. */
const example: Readonly<Record<string, string>> = { nickname: 'Mira', amount: '12.34 EUR', message: 'Great stream!' }

const Preview = ({ text }: { readonly text: string }) => (
  <p class="preview" dir="auto">
    {text.replaceAll(/\{(nickname|amount|message)\}/g, (_place, name: string) => example[name] ?? '')}
  </p>
)

const AnnouncerRow = ({
  announcer,
  reload,
}: {
  readonly announcer: Announcer
  readonly reload: () => Promise<void>
}) => {
  const { id, text, enabled } = announcer
  const update = (body: object) => () =>
    answered(service.POST('/messenger/commands/update-announcers', { body: body as never })).then(reload)
  return (
    <li>
      <div class="what">
        <Preview text={text} />
        {announcer.disabledReason ? <small class="bad">{announcer.disabledReason}</small> : null}
        {announcer.blockedReason ? <small class="bad">{announcer.blockedReason}</small> : null}
      </div>
      <span class="acts">
        <Act
          label={text}
          done={say('sent')}
          act={() => answered(service.POST('/messenger/commands/test-announcement', { body: { id } }))}
        >
          {say('test')}
        </Act>
        <Act label={text} act={update({ updated: [{ id, enabled: !enabled }] })}>
          {enabled ? say('disable') : say('enable')}
        </Act>
        <Act label={text} sure={say('deleteSure')} act={update({ deleted: [id] })}>
          {say('delete')}
        </Act>
      </span>
    </li>
  )
}

interface Linked {
  readonly data?: Awaited<ReturnType<typeof chats>>
  readonly problem?: string
  readonly reload: () => Promise<void>
}

const NewAnnouncer = ({ linked, reload }: { readonly linked: Linked; readonly reload: () => Promise<void> }) => {
  const [text, setText] = useState('')
  const add = async (fields: Fields) => {
    const [accountId = '', chatId] = (fields['chat'] ?? '').split(' ')
    if (chatId === undefined) throw new Error(say('noChats'))
    const body = { text, accountId, chatId: Number(chatId), trigger: fields['trigger'] ?? 'STREAM_STARTED' }
    await answered(service.POST('/messenger/commands/add-announcer', { body }))
    await reload()
    setText('')
  }
  const triggers = {
    STREAM_STARTED: say('streamStarted'),
    STREAM_ENDED: say('streamEnded'),
    PAYMENT_COMPLETED: say('paymentCompleted'),
  }
  return (
    <Card title={say('newAnnouncer')}>
      <Shown of={linked}>
        {(all) => (
          <Form send={add} action={say('add')}>
            <Choice
              name="chat"
              label={say('chat')}
              choices={Object.fromEntries(
                all
                  .filter(({ lostAt }) => lostAt === null)
                  .map(({ accountId, chatId, title }) => [`${accountId} ${chatId}`, title || String(chatId)]),
              )}
            />
            <Choice name="trigger" label={say('trigger')} choices={triggers} />
            <label>
              {say('text')}
              <textarea
                required
                maxLength={4096}
                value={text}
                placeholder="{nickname} {amount} {message}"
                onInput={({ currentTarget }) => setText(currentTarget.value)}
              />
            </label>
            {text === '' ? null : <Preview text={text} />}
          </Form>
        )}
      </Shown>
    </Card>
  )
}

const Chats = ({ linked }: { readonly linked: Linked }) => {
  const known = useLoaded(bots)
  const [code, setCode] = useState<{ command: string; expiresAt: string; links: { direct?: string; group?: string } }>()
  const link = async ({ accountId = '' }: Fields) => {
    const answer = await answered(service.POST('/messenger/commands/link-chat', { body: { accountId } }))
    if ('code' in answer) setCode(answer)
  }
  const linkChannel = async ({ webhook = '' }: Fields) => {
    await answered(service.POST('/messenger/commands/link-chat', { body: { webhook } }))
    await linked.reload()
  }
  const links = Object.values(code?.links ?? {}).filter((url) => url.startsWith('https://'))
  return (
    <Card title={say('chats')}>
      <Shown of={linked}>
        {(all) => (
          <Rows of={all}>
            {({ id, title, chatId, lostAt }) => (
              <li key={id}>
                <span class="what">
                  <span dir="auto">{title || chatId}</span>
                  {lostAt ? <small class="bad">{say('lostChat', { at: timeText(lostAt) })}</small> : null}
                </span>
                <Act
                  label={title}
                  sure={say('deleteSure')}
                  act={() =>
                    answered(service.POST('/messenger/commands/unlink-chat', { body: { id } })).then(linked.reload)
                  }
                >
                  {say('unlink')}
                </Act>
              </li>
            )}
          </Rows>
        )}
      </Shown>
      <Shown of={known}>
        {(all) =>
          all.length === 0 ? (
            <p class="soft">{say('noBots')}</p>
          ) : (
            <Form send={link} action={say('linkChat')} done="" keep>
              <Choice
                name="accountId"
                label={say('bot')}
                choices={Object.fromEntries(
                  all.map(({ accountId, messenger }) => [accountId, `${messenger}: ${accountId}`]),
                )}
              />
            </Form>
          )
        }
      </Shown>
      {code === undefined ? null : (
        <div role="status">
          <p>{say('linkHint', { at: timeText(code.expiresAt) })}</p>
          <Copied text={code.command} label={say('linkChat')} />
          {links.map((url) => (
            <p key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {url.split('?', 1)}
              </a>
            </p>
          ))}
          <button type="button" onClick={() => void linked.reload()}>
            {say('again')}
          </button>
        </div>
      )}
      <Form send={linkChannel} action={say('linkChannel')}>
        <Field
          name="webhook"
          type="url"
          label={say('webhook')}
          placeholder="https://discord.com/api/webhooks/…"
          required
        />
      </Form>
    </Card>
  )
}

export const AnnouncersView = () => {
  const loaded = useLoaded(announcers)
  const linked = useLoaded(chats)
  return (
    <>
      <Card title={say('announcers')}>
        <Shown of={loaded}>
          {(all) => (
            <Rows of={all}>{(each) => <AnnouncerRow key={each.id} announcer={each} reload={loaded.reload} />}</Rows>
          )}
        </Shown>
      </Card>
      <div class="column">
        <NewAnnouncer linked={linked} reload={loaded.reload} />
        <Chats linked={linked} />
      </div>
    </>
  )
}
