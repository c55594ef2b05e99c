/**
 * What a donor wrote, as it is kept: cut between two characters as people see them where it is longer than `limit` UTF-16 code units. Otherwise it is
 * left as it is, markup and bidirectional controls included: those are for whoever shows it. What was paid for is not refused for its text.
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
