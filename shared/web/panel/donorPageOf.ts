import type { Money } from './formats.ts'

type DonorPage = Readonly<{
  enabled?: boolean
  name?: string
  least?: readonly Money[]
  faceUpload?: string
  channel?: string
  terms?: string
  returnUrl?: string
}>

/** The facts for donors in a value of the record `paymentpage`. */
export const donorPageOf = (value: object | undefined): DonorPage =>
  (value as { donorPage?: DonorPage } | undefined)?.donorPage ?? {}
