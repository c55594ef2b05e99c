import { matchesPattern } from '../aws/pattern.ts'

/** Whether a content type, or the first type of an `Accept` header, is one of the API's binary media types. */
export const hasMediaType = (binaryMediaTypes: readonly string[], header = ''): boolean => {
  const [first = ''] = header.split(/[,;]/, 1)
  const type = first.trim().toLowerCase()
  return binaryMediaTypes.some((each) => each === '*/*' || matchesPattern(each, type))
}
