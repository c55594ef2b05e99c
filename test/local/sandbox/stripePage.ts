import { stripeExponent } from '../../../shared/providers/stripeExponent.ts'
import { moneyFromUnits } from '../../../shared/runtime/money/decimal.ts'
import { formatMoney } from '../../../shared/web/client/formatMoney.ts'
import type { SandboxResponse } from './standIn.ts'

interface Session {
  readonly amount_total: number
  readonly currency: string
  readonly success_url: string
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** What a donor sees in place of Stripe's page: the amount, a button that pays, and the way back. */
export const stripePage = ({ amount_total: units, currency, success_url: back }: Session): SandboxResponse => {
  const amount = moneyFromUnits(BigInt(units), stripeExponent(currency), currency.toUpperCase())
  const shown = escaped(amount === undefined ? String(units) : formatMoney(amount, 'en'))
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>The stand-in of Stripe</title>
<body style="font: 18px/1.5 system-ui; max-width: 28rem; margin: 10vh auto; padding: 0 1rem">
<h1>${shown}</h1><p>Here the donor pays at Stripe. This page stands for it, and takes no money.</p>
<form method="post"><button autofocus>Pay ${shown}</button></form><p><a href="${escaped(back)}">Back without paying</a></p></body></html>`,
  }
}
