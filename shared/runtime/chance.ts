/** Draws a number from 0 up to, and without, 1, evenly distributed. What decides by chance takes one as a parameter. */
export type Chance = () => number

export const systemChance: Chance = () => Math.random()
