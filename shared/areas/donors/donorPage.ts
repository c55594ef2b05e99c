import * as z from 'zod/mini'
import { arrayOf, Identifier, optionalUrl, text, url } from '../../contract/values.ts'
import { Money } from '../../runtime/money/money.ts'

/** The configuration record with the content of the page on which donors pay. */
export const paymentPage = 'paymentpage'

/** A flood of strangers costs one reading of a donor page in this time, in each execution environment. */
export const pageKeptMs = 10_000

/** The members that 1.0.0 knew. */
const FirstPage = z.object({
  enabled: z.boolean(),
  name: text(1, 64),
  picture: optionalUrl('https'),
  least: arrayOf(Money, 10, z.minLength(1)),
  returnUrl: url('https', 'http'),
})

/**
 * The public facts of a recipient: `name`, `picture`, in `faceUpload` the id of an uploaded picture for the donation
 * page, the address of the `channel`, that of the `terms` of whoever takes the money, and in `least` the least amount
 * of each currency in which a donation can be begun. The gateway sends donors back to `returnUrl`, never to an address
 * of a request. Nothing is public unless `enabled` is true.
 */
export const DonorPage = z
  .extend(FirstPage, {
    faceUpload: z.optional(Identifier),
    channel: optionalUrl('https', 'http'),
    terms: optionalUrl('https', 'http'),
  })
  .register(z.globalRegistry, { id: 'DonorPage' })
export type DonorPage = z.output<typeof DonorPage>

const isYounger = (name: string): name is keyof DonorPage =>
  Object.hasOwn(DonorPage.shape, name) && !Object.hasOwn(FirstPage.shape, name)

/** What a record has under the name of a younger member, but is none, hides neither the page nor another member. */
const hasMeaning = ([name, value]: readonly [string, unknown]): boolean =>
  !isYounger(name) || DonorPage.shape[name].safeParse(value).success

/** The page of a configuration value; undefined where there is none, or it is switched off. */
export const donorPageFromConfig = (value: unknown): DonorPage | undefined => {
  const given = typeof value === 'object' && value !== null && 'donorPage' in value ? value.donorPage : undefined
  const page = DonorPage.safeParse(Object.fromEntries(Object.entries(given ?? {}).filter(hasMeaning))).data
  return page?.enabled ? page : undefined
}
