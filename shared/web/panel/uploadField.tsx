import { Component, createRef } from 'preact'
import { ActionButton } from './actionButtons.tsx'
import { get, post, sendFile } from './service.ts'
import type { Value } from './settingFields.ts'
import { type TextName, translate } from './translate.ts'

type Upload = Awaited<ReturnType<typeof uploads>>[number]

interface UploadOptions {
  readonly name: string
  readonly label: TextName
  readonly kind: Upload['kind']
  /** What the choice of none is called. */
  readonly none?: TextName
  /** Bytes of the largest file that may be chosen; larger ones are not offered. */
  readonly most?: number
  /** Makes the file that is sent of the one that was given. */
  readonly prepare?: (file: File) => Promise<File>
  /** The id of the upload that is chosen at first. */
  readonly value?: string | undefined
}

interface Choice {
  readonly known: readonly Upload[]
  readonly chosen: string
}

/** Links of uploads by their ids, as the list had them last. */
const links = new Map<string, string>()

const uploads = async () => {
  const all = (await get('/uploads')).uploads
  for (const { id, url } of all) if (url !== null) links.set(id, url)
  return all
}

/** A look with the links of its uploads, as overlays get it. */
export const linkedLook = (look: Value): Value => {
  const linkOf = (id: unknown) => (typeof id === 'string' ? links.get(id) : undefined)
  const [image, sound] = [linkOf(look['imageUpload']), linkOf(look['soundUpload'])]
  return { ...look, ...(image && { image }), ...(sound && { sound }) }
}

const types = { image: 'image/png,image/jpeg,image/gif,image/webp', sound: 'audio/mpeg,audio/ogg,audio/wav' }

/** Chooses one of the uploaded pictures or sounds, and takes new ones. */
export class UploadField extends Component<UploadOptions, Choice> {
  override state: Choice = { known: [], chosen: this.props.value ?? '' }

  readonly #file = createRef<HTMLInputElement>()

  readonly #select = createRef<HTMLSelectElement>()

  readonly #load = async (): Promise<void> => this.setState({ known: await uploads() })

  /** Who previews the form sees what was chosen without a click on the list, and what links have come. */
  override componentDidUpdate(_props: UploadOptions, { known, chosen }: Choice) {
    if (known !== this.state.known || chosen !== this.state.chosen)
      this.#select.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  override componentDidMount() {
    // A list that cannot be read leaves the choice that is stored.
    this.#load().catch(() => undefined)
  }

  readonly #send = async (): Promise<void> => {
    const file = this.#file.current?.files?.[0]
    if (file === undefined) throw new Error(translate('upload_noFile'))
    const { kind, prepare } = this.props
    const { id, refusal } = await sendFile(prepare ? await prepare(file) : file, kind)
    if (refusal !== null) throw new Error(translate(`upload_${refusal}`))
    await this.#load()
    this.setState({ chosen: id })
  }

  readonly #delete = async (): Promise<void> => {
    await post('/uploads/commands/delete', { id: this.state.chosen })
    this.setState({ chosen: '' })
    await this.#load()
  }

  override render(
    { name, label, kind, none = 'automatic', most = Number.POSITIVE_INFINITY }: UploadOptions,
    { known, chosen }: Choice,
  ) {
    const ready = known.filter((upload) => upload.kind === kind && upload.state === 'ready' && upload.bytes <= most)
    const url = ready.find(({ id }) => id === chosen)?.url
    const names = new Map([['', translate(none)], ...(chosen ? [[chosen, chosen] as const] : [])])
    for (const upload of ready) names.set(upload.id, upload.name)
    return (
      <div class="wide">
        <label>
          {translate(label)}
          <select
            ref={this.#select}
            name={name}
            onChange={({ currentTarget }) => this.setState({ chosen: currentTarget.value })}
          >
            {[...names].map(([id, text]) => (
              <option key={id} value={id} selected={id === chosen}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {url && kind === 'image' && <img src={url} alt={names.get(chosen) ?? ''} width="96" />}
        {/* biome-ignore lint/a11y/useMediaCaption: a sound of an alert has no words */}
        {url && kind === 'sound' && <audio src={url} controls aria-label={names.get(chosen) ?? ''} />}
        <label>
          {translate('upload_file')}
          <input ref={this.#file} type="file" accept={types[kind]} />
        </label>
        <ActionButton name="upload_send" done="sent" act={this.#send} />
        {chosen && <ActionButton name="delete" sure="deleteSure" done="deleted" act={this.#delete} />}
      </div>
    )
  }
}
