type End = () => Promise<void> | void

const ends: End[] = []

/** Something that figures share: made when one first asks for it, ended with the run. */
export const shared = <Thing>(make: (onEnd: (end: End) => void) => Promise<Thing>): (() => Promise<Thing>) => {
  let made: Promise<Thing> | undefined
  return () => {
    made ??= make((end) => ends.push(end))
    return made
  }
}

/** Ends all that was made, the last first. */
export const endShared = async (): Promise<void> => {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end()
}
