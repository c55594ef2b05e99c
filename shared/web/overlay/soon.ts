/** What is asked for again before it is done is done once, a while after the first time. */
export const soon = (delayMs: number, act: () => void): (() => void) => {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    setTimeout(() => {
      isAsked = false
      act()
    }, delayMs)
  }
}
