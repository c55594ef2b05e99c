import type { KMSClient } from '@aws-sdk/client-kms'
import * as z from 'zod/mini'
import { type DerivedKey, derivedKey } from '../../mechanisms/secrets/derivedKey.ts'
import { openSignedText, signedText } from '../../mechanisms/secrets/signedText.ts'
import { keyArn } from '../../runtime/env.ts'
import { unknownPayment } from './checkout.ts'

/** Where a donor's payment is: its recipient, the credential with which it was begun, and the gateway's reference. */
export interface DonorPayment {
  readonly recipientId: string
  readonly credentialId: string
  readonly reference: string
}

const Payload = z.tuple([z.string(), z.string(), z.string()])

/** The text with which a donor asks for the payment that the donor has begun, and for no other. */
export const sealDonorToken = (key: Uint8Array, { recipientId, credentialId, reference }: DonorPayment): string =>
  signedText(key, [recipientId, credentialId, reference])

/** @throws Problem `not_found` for a text that is no such token */
export const openDonorToken = (key: Uint8Array, token: string): DonorPayment => {
  const payload = Payload.safeParse(openSignedText(key, token)).data
  if (payload === undefined) throw unknownPayment()
  const [recipientId, credentialId, reference] = payload
  return { recipientId, credentialId, reference }
}

export const donorKeyFrom = (client: KMSClient, keyId = keyArn('cursors')): DerivedKey =>
  derivedKey(client, keyId, 'streaming-support/donor/v1')
