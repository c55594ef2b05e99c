const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `10/Jul/2026:19:19:05 +0000`: the time of the Common Log Format. */
export const requestTime = (epochMilliseconds: number): string => {
  const iso = new Date(epochMilliseconds).toISOString()
  const month = months[Number(iso.slice(5, 7)) - 1]
  return `${iso.slice(8, 10)}/${month}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`
}
