/**
 * A donor's text in its stored form: if it is longer than `limit` UTF-16 code units, it is cut between two visible
 * characters. Otherwise it is unchanged, with markup and bidirectional controls, which the programs that show it have
 * to handle. A payment is not refused for its text.
 */
export const donorText = (text: string | null | undefined, limit: number): string | undefined => {
  const whole = text?.toWellFormed() ?? ''
  if (whole.length <= limit) return whole === '' ? undefined : whole
  let end = 0
  for (const { index, segment } of new Intl.Segmenter().segment(whole)) {
    if (index + segment.length > limit) break
    end = index + segment.length
  }
  return whole.slice(0, end) || undefined
}
