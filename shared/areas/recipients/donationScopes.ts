/** The scopes that the service needs at donation services; DonationAlerts wants them named with each refresh too. */
export const donationScopes = {
  donationAlerts: ['oauth-user-show', 'oauth-donation-index'],
  streamlabs: ['donations.read'],
} as const
