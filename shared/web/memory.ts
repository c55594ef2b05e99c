/** A text that the browser keeps under a key. Without storage it is forgotten with the page. */
export const memoryIn = (storage: () => Storage, key: string) => {
  let fallback: string | null = null
  return {
    read: (): string | null => {
      try {
        return storage().getItem(key)
      } catch {
        return fallback
      }
    },
    write: (text: string | null): void => {
      fallback = text
      try {
        if (text === null) storage().removeItem(key)
        else storage().setItem(key, text)
      } catch {
        // The browser has no storage for this page.
      }
    },
  }
}
