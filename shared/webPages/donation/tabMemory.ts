/**
 * A text that one tab keeps for one recipient's page until it is closed: the way to the gateway and back ends in the
 * same tab. Without storage it is forgotten by a reload.
 */
export const tabMemory = (name: string) => {
  const key = `${name}:${location.pathname}`
  let fallback: string | null = null
  return {
    read: (): string | null => {
      try {
        return sessionStorage.getItem(key)
      } catch {
        return fallback
      }
    },
    write: (text: string | null): void => {
      fallback = text
      try {
        if (text === null) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, text)
      } catch {
        // The browser has no storage for this page.
      }
    },
  }
}
