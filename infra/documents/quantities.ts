/** Bytes in KiB or MB where these are whole, with thousands separated otherwise. */
export const bytes = (value: number): string => {
  if (value % 1_000_000 === 0) return `${value / 1_000_000} MB`
  return value % 1024 === 0 ? `${value / 1024} KiB` : `${value.toLocaleString('en')} bytes`
}

export const count = (value: number): string => value.toLocaleString('en')
