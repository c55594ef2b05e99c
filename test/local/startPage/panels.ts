/** A part of the start page that the project hands in: what only it knows to show and to try. */
export interface Panel {
  /** Lower-case letters and hyphens; a part of addresses. */
  readonly id: string
  readonly title: string
  /** One or two sentences below the title. */
  readonly description: string
  /** A page of the served API, shown in a frame. */
  readonly frame?: PanelFrame
  readonly form?: PanelForm
  /** What happened elsewhere, oldest first: the page shows the last ones, and asks every second. */
  readonly feed?: () => readonly FeedEntry[]
}

export interface PanelFrame {
  /** What the frame shows, for people who hear the page. */
  readonly title: string
  /** The text of the button that opens another address in a tab. */
  readonly action: string
  /** The address on the served API: the one that the browser had before, if that still serves, else another one. */
  readonly open: (kept: string | undefined) => Promise<string>
  /** What is posted to the page in the frame once it is loaded, as a message of the same origin. */
  readonly greeting?: () => Promise<unknown>
}

export interface PanelForm {
  readonly fields: readonly PanelField[]
  /** The text of the button. */
  readonly action: string
  /** Does what the button says, and gives lines about what comes of it. What it throws is shown. */
  readonly run: (values: PanelValues) => AsyncIterable<string>
  /** What is posted to the frame of the panel `in`, as a message of the same origin, whenever a value changes. */
  readonly preview?: { readonly in: string; readonly message: (values: PanelValues) => unknown }
}

/** By the names of the fields; a checkbox is `true` or empty. */
export type PanelValues = Readonly<Record<string, string>>

export interface PanelField {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'url' | 'number' | 'color' | 'check' | 'choice'
  readonly value: string
  /** Values and their labels, of a choice. */
  readonly choices?: Readonly<Record<string, string>>
}

export interface FeedEntry {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly title: string
  readonly text: string
}
