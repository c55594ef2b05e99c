const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
  ['millisecond', 0.001],
] as const

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Seconds in the largest unit that gives at most two decimals: `47 hours`, `8.75 minutes`, `300 milliseconds`. */
export const duration = (seconds: number): string => {
  const [unit, length] = units.find(([, each]) => seconds >= each && Number.isInteger((seconds / each) * 4)) ?? units[3]
  return plural(Number((seconds / length).toFixed(2)), unit)
}

export const milliseconds = (value: number): string => duration(value / 1000)

/** Milliseconds from one time to the next: `every hour`, `every 10 minutes`. */
export const every = (value: number): string => `every ${milliseconds(value).replace(/^1 /, '')}`
