import type { ChatButton } from '../areas/messenger/messengerBot.ts'

/** A text of at most so many characters; a longer one ends with an ellipsis, and never with half of a character. */
export const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** The rows of a messenger's keyboard. */
export interface Keyboard {
  readonly mostRows: number
  /** The most buttons in a row. */
  readonly widestRow: number
}

/** Places each button in a row of its own while there are enough rows. Buttons without a place are left out. */
export const rowsOf = (
  buttons: readonly ChatButton[],
  { mostRows, widestRow }: Keyboard,
): readonly (readonly ChatButton[])[] => {
  const width = Math.min(widestRow, Math.ceil(buttons.length / mostRows))
  const shown = buttons.slice(0, mostRows * widestRow)
  return Array.from({ length: Math.ceil(shown.length / width) }, (_, row) =>
    shown.slice(row * width, (row + 1) * width),
  )
}
