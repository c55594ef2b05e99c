// Written by "npm run openapi" from the documents of the interface.
export const unrepeatablePaths: readonly string[] = [
  "/donors/{recipientId}/payments",
  "/endpoints/commands/rotate-secret",
  "/endpoints/commands/set-endpoint",
  "/members/commands/invite",
  "/members/commands/read-invitation",
  "/messenger/commands/link-chat",
  "/messenger/webhooks/{accountId}",
  "/otp/create",
  "/otp/exchange",
  "/overlays/commands/create-ticket",
  "/overlays/commands/renew-ticket",
  "/payments/webhooks/{recipientId}/{gatewayId}",
  "/platforms/webhooks/{platform}",
  "/recipients/tokens/get-access-token",
  "/recipients/tokens/getvklivetoken",
  "/uploads/commands/begin"
]
