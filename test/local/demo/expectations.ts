import { setTimeout as sleep } from 'node:timers/promises'

export const expectThat = (condition: boolean, what: string): void => {
  if (!condition) throw new Error(`not as expected: ${what}`)
}

/** Repeats a read until a worker has done its part, as often as takes a minute at least. */
export const eventually = async <Answer>(
  ask: () => Promise<Answer>,
  isDone: (answer: Answer) => boolean,
  what: string,
  minutes = 1,
): Promise<Answer> => {
  for (let attempt = 0; attempt < minutes * 600; attempt++) {
    const answer = await ask()
    if (isDone(answer)) return answer
    await sleep(100)
  }
  throw new Error(`not within ${minutes === 1 ? 'a minute' : `${minutes} minutes`}: ${what}`)
}
