/** What every request of a caller has. */
export const caller = {
  recipientId: 'alice',
  isAdmin: false,
  tokenEndsAt: 0,
  requestId: 'r',
  params: {},
  query: undefined,
  headers: {},
  body: undefined,
}
