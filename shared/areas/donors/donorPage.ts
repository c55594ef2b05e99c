import * as z from 'zod/mini'
import { arrayOf, Identifier, optionalUrl, text, url } from '../../contract/values.ts'
import { Money } from '../../runtime/money/money.ts'

/** The configuration record with the content of the page on which donors pay. */
export const paymentPage = 'paymentpage'

/** A flood of strangers costs one reading of a donor page in this time, in each execution environment. */
export const pageKeptMs = 10_000

/**
 * The public facts of a recipient: `name`, `picture`, in `faceUpload` the id of an uploaded picture for the donation
 * page, the address of the `channel`, that of the `terms` of whoever takes the money, and in `least` the least amount
 * of each currency in which a donation can be begun. The gateway sends donors back to `returnUrl`, never to an address
 * of a request. Nothing is public unless `enabled` is true.
 */
export const DonorPage = z
  .object({
    enabled: z.boolean(),
    name: text(1, 64),
    picture: optionalUrl('https'),
    faceUpload: z.optional(Identifier),
    channel: optionalUrl('https', 'http'),
    terms: optionalUrl('https', 'http'),
    least: arrayOf(Money, 10, z.minLength(1)),
    returnUrl: url('https', 'http'),
  })
  .register(z.globalRegistry, { id: 'DonorPage' })
export type DonorPage = z.output<typeof DonorPage>

/** Members that have got a meaning since pages were stored: what was stored under their names hides no page. */
const isOlder = ([name]: readonly [string, unknown]): boolean => !['faceUpload', 'channel', 'terms'].includes(name)

/** The page of a configuration value; undefined where there is none, or it is switched off. */
export const donorPageFromConfig = (value: unknown): DonorPage | undefined => {
  const given = typeof value === 'object' && value !== null && 'donorPage' in value ? value.donorPage : undefined
  const older = () => Object.fromEntries(Object.entries(given ?? {}).filter(isOlder))
  const page = DonorPage.safeParse(given).data ?? DonorPage.safeParse(older()).data
  return page?.enabled ? page : undefined
}
