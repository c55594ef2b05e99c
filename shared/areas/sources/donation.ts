/** A donation as its service reports it. Texts are as the donor wrote them; the amount is a plain decimal. */
export interface Donation {
  readonly id: string
  /** UTC, as `DateTime` gives it. */
  readonly timestamp: string
  readonly nickname?: string | undefined
  readonly message?: string | undefined
  readonly amount?: string | undefined
  readonly currency?: string | undefined
  /** What a moderator at the service has decided against its texts, which are absent then; absent where it is shown. */
  readonly moderation?: 'waiting' | 'rejected' | undefined
}

/** Donations, newest first, with the cursor of the page of older ones; absent where there are none. */
export interface DonationPage {
  readonly donations: readonly Donation[]
  readonly next?: string | undefined
}

/**
 * Reads donations that an account has received. Payments that are not completed, and those taken back, are not among
 * them.
 *
 * @param cursor absent for the newest
 * @throws Problem `relink_required` when the service refuses the token, or that of a provider
 */
export type ReadDonations = (accessToken: string, accountId: string, cursor?: string) => Promise<DonationPage>
