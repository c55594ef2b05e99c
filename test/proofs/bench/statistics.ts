/** The value in the middle: unlike a mean it does not see the few rounds that another process disturbed. */
export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

/** The value that so many percent of all do not exceed. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((left, right) => left - right)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN

/** Processor microseconds of this process since `before`: a busy machine does not stretch them as it stretches time. */
export const processorMicroseconds = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const million = 1_000_000

export const megabytes = (bytes: number): string => `${(bytes / million).toFixed(1)} MB`
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`
/** A price of one, told of a million. */
export const dollarsPerMillion = (dollars: number): string => `$${(dollars * million).toFixed(2)}`
