import type { Area } from '../../../shared/contract/operation.ts'

/** The purpose of each area of the interface. */
export const areaDescriptions: Readonly<Record<Area, string>> = {
  media: 'Playlists of the external video host, stored video records, and the playlists of the caller.',
  messenger: 'Announcers: messages with buttons that a bot posts to a chat when a stream starts.',
  actions: 'Actions: named and priced things that a viewer can trigger in a game.',
  config: "The caller's configuration records, and the payment gateway whose legal offer is shown.",
  news: 'News entries.',
  history: 'What happened on the stream: soft deletion, repetition of alerts, CSV prints.',
  alerts: 'Alerts shown on the overlay.',
  overlays: 'The overlay page, and the tickets that open its WebSocket connection.',
  payments: 'Payments and payment gateways.',
  platforms: 'Events of streaming platforms.',
  recipients: 'Linked platform accounts and their tokens.',
  otp: 'One-time codes that are exchanged for a refresh token.',
  service: 'The service itself: health and this document.',
}
