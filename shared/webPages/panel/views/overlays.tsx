import { useRef, useState } from 'preact/hooks'
import { answered } from '../answered.ts'
import { type LookField, lookFields, lookFromFields } from '../lookFields.ts'
import { Act, Card, Choice, Copied, Field, type Fields, Form, Rows, Shown, timeText, useLoaded } from '../parts.tsx'
import { say } from '../say.ts'
import { service } from '../session.ts'

const overlays = async () => (await answered(service.GET('/overlays', { params: { query: { size: 100 } } }))).content

const look = async () => {
  const { content } = await answered(service.GET('/config', { params: { query: { name: 'overlay' } } }))
  return content[0]?.value ?? {}
}

const Look = () => {
  const kept = useLoaded(look)
  const frame = useRef<HTMLIFrameElement>(null)
  const show = (value: object) => frame.current?.contentWindow?.postMessage({ look: value }, location.origin)
  const save = async (fields: Fields) => {
    // Members that the form has no field for, such as levels, stay.
    const names = new Set<string>(lookFields.map(({ name }) => name))
    const others = Object.fromEntries(Object.entries(await look()).filter(([name]) => !names.has(name)))
    const value = { ...others, ...lookFromFields(fields) } as never
    await answered(service.PUT('/config', { body: { name: 'overlay', value } }))
  }
  return (
    <Card title={say('lookOfOverlays')}>
      <Shown of={kept}>
        {(value) => {
          const present = value as Readonly<Record<string, unknown>>
          const presentOf = (name: string, usual: string) => {
            if (name === 'ownColours') return present['background'] === undefined ? '' : 'true'
            const given = present[name]
            return typeof given === 'object' ? 'true' : String(given ?? usual)
          }
          return (
            <>
              <iframe
                ref={frame}
                class="scene"
                src={new URL('overlay', new URL('.', location.href)).href}
                title={say('preview')}
                onLoad={() => show(value)}
              />
              <Form send={save} action={say('save')} input={(fields) => show(lookFromFields(fields))} keep>
                <div class="fields">
                  {lookFields.map((field) => {
                    const { name, kind, value: usual, choices }: LookField = field
                    const label = say(`look_${field.name}`)
                    if (choices)
                      return (
                        <Choice key={name} name={name} label={label} choices={choices} value={presentOf(name, usual)} />
                      )
                    return kind === 'check' ? (
                      <label key={name}>
                        <input type="checkbox" name={name} value="true" checked={presentOf(name, usual) === 'true'} />
                        {label}
                      </label>
                    ) : (
                      <Field
                        key={name}
                        name={name}
                        type={kind as 'text'}
                        label={label}
                        value={presentOf(name, usual)}
                      />
                    )
                  })}
                </div>
              </Form>
            </>
          )
        }}
      </Shown>
    </Card>
  )
}

export const OverlaysView = () => {
  const loaded = useLoaded(overlays)
  const [address, setAddress] = useState('')
  const make = async ({ name = '' }: Fields) => {
    const { overlayUrl } = await answered(
      service.POST('/overlays/commands/create-ticket', { body: { ...(name && { name }) } }),
    )
    setAddress(overlayUrl)
    await loaded.reload()
  }
  const revoke = (overlayId: string) => () =>
    answered(service.POST('/overlays/commands/revoke-overlay', { body: { overlayId } })).then(loaded.reload)
  return (
    <>
      <Card title={say('overlays')}>
        <Form send={make} action={say('newOverlay')} done="">
          <Field name="name" label={say('name')} placeholder="OBS" maxLength={128} />
        </Form>
        {address === '' ? null : (
          <div role="status">
            <p>{say('overlayHint')}</p>
            <Copied text={address} label={say('address')} />
          </div>
        )}
        <Shown of={loaded}>
          {(all) => (
            <Rows of={all}>
              {({ overlayId, name, connected, lastSeenAt }) => (
                <li key={overlayId}>
                  <span class="what">
                    <span dir="auto">{name || overlayId}</span>
                    <small class={connected ? 'good' : 'soft'}>
                      {connected ? say('connected') : `${say('away')} ${timeText(lastSeenAt)}`}
                    </small>
                  </span>
                  <Act label={name} sure={say('revokeSure')} act={revoke(overlayId)}>
                    {say('revoke')}
                  </Act>
                </li>
              )}
            </Rows>
          )}
        </Shown>
      </Card>
      <Look />
    </>
  )
}
