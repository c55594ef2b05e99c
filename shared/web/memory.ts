/** A text that the browser keeps at a place. Without storage it is forgotten with the page. */
export const memoryIn = (storage: () => Storage, place: string) => {
  let fallback: string | null = null
  return {
    read: (): string | null => {
      try {
        return storage().getItem(place)
      } catch {
        return fallback
      }
    },
    write: (text: string | null): void => {
      fallback = text
      try {
        if (text === null) storage().removeItem(place)
        else storage().setItem(place, text)
      } catch {
        // The browser has no storage for this page.
      }
    },
  }
}
