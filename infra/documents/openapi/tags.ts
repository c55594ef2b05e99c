import type { Area } from '../../../shared/contract/operation.ts'

/** The tag of an area, by which clients are generated: two areas that clients know as one share it. */
export const tagOf = (area: Area) => {
  if (area === 'personalData') return 'recipients'
  return area === 'sources' ? 'platforms' : area
}

export const tagDescriptions: Readonly<Record<ReturnType<typeof tagOf>, string>> = {
  media: 'Playlists of the external video host, stored video records, and the playlists of the caller.',
  messenger: 'Announcers: messages with buttons that a bot posts to a chat when a stream starts.',
  actions: 'Actions: named and priced things that a viewer can trigger in a game.',
  config: "The caller's configuration records, and the payment gateway whose legal offer is shown.",
  news: 'News entries.',
  history: 'What happened on the stream: soft deletion, repetition of alerts, CSV prints.',
  alerts: 'Alerts shown on the overlay.',
  overlays: 'The overlay page, and the tickets that open its WebSocket connection.',
  payments: 'Payments and payment gateways.',
  donors: 'The public side: the data for a donor page, and the start of a donation.',
  endpoints: 'Webhooks that the service sends: addresses, their secrets, and the state of each webhook.',
  platforms: 'Events of streaming platforms, and donations of other services.',
  recipients: 'Linked platform accounts and their tokens.',
  members: 'People who act for a recipient: invitations, roles, memberships.',
  uploads: 'Pictures and sounds of the caller, which overlays show and play.',
  otp: 'One-time codes that are exchanged for a refresh token.',
  service: 'The service itself: health and this document.',
}
