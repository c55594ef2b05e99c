import { type DonationStandIn, donateAt } from '../sandbox/donationServices.ts'
import { type ApiAddress, clientOf, type Json } from './recipientClient.ts'

export const donationServices = ['donationAlerts', 'streamElements', 'streamlabs'] as const satisfies DonationStandIn[]

interface Given {
  readonly recipient: string
  readonly nickname: string
  readonly message: string
  readonly amount: string
  readonly currency: string
  /** A moderator's state of a tip at StreamElements. */
  readonly approved?: string | undefined
  /** The state of the payment of a tip at StreamElements, and whether it lists the tip as deleted. */
  readonly status?: string | undefined
  readonly deleted?: boolean | undefined
  /** The number of the tip that the moderator decides about; absent where somebody gives. */
  readonly decide?: number | undefined
}

type Client = Awaited<ReturnType<typeof clientOf>>

/** Links the recipient's account at the service, if that is not linked yet. */
const linkIfNeeded = async (call: Client, service: DonationStandIn, user: string): Promise<boolean> => {
  const { content } = await call('GET', '/platforms/sources?size=100')
  if (
    content.some(({ system, account }: Json) => system.toLowerCase() === service.toLowerCase() && account.name === user)
  )
    return false
  await call('POST', '/sources/commands/link-source', { service, credential: `good-${user}` })
  return true
}

/** Gives at the stand-in of a donation service, or decides about a tip there as a moderator. */
export async function* giveAtService(
  { sandboxLog, ...address }: ApiAddress & { readonly sandboxLog?: string | undefined },
  service: DonationStandIn,
  { recipient, decide, approved, status, deleted, nickname, message, amount, currency }: Given,
): AsyncGenerator<string> {
  if (sandboxLog === undefined) throw new Error('This API runs without stand-ins; donors give at the real service')
  const call = await clientOf(address, recipient)
  if (await linkIfNeeded(call, service, recipient)) yield `${recipient} has linked an account of ${service}`
  if (decide !== undefined) {
    await donateAt(sandboxLog, service, recipient, { decided: decide, approved: approved ?? 'allowed' })
    yield `the tip ${decide} is ${approved ?? 'allowed'}`
  } else {
    const donation = {
      nickname,
      message,
      amount,
      currency,
      ...(approved !== undefined && { approved }),
      ...(status !== undefined && { status }),
      ...(deleted !== undefined && { deleted }),
    }
    yield `${amount} ${currency} from ${nickname} are the donation ${await donateAt(sandboxLog, service, recipient, donation)}`
  }
  yield 'the service is asked within a minute while an overlay is connected or a stream is on, else within the hour'
}
