const livemode = true
const created = (): number => Math.floor(Date.now() / 1000)

/** An event as Stripe sends it. https://docs.stripe.com/api/events/object */
export const stripeEvent = (type: string, object: object, id = `evt_${type}`) => ({
  ...{ id, object: 'event', api_version: '2026-07-29.dahlia', created: created(), livemode },
  ...{ pending_webhooks: 1, request: { id: null, idempotency_key: null }, type },
  data: { object },
})

/** The payment of a page of Stripe's own, whose metadata are on its session alone. https://docs.stripe.com/api/payment_intents/object */
export const stripeIntent = (id: string, more: object = {}) => ({
  ...{
    id,
    object: 'payment_intent',
    amount: 2000,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 2000,
  },
  ...{ application: null, application_fee_amount: null, automatic_payment_methods: { enabled: true } },
  ...{ canceled_at: null, cancellation_reason: null, capture_method: 'automatic', client_secret: `${id}_secret` },
  ...{ confirmation_method: 'automatic', created: created(), currency: 'eur', customer: null, description: null },
  ...{ last_payment_error: null, latest_charge: `ch_${id}`, livemode, metadata: {}, next_action: null },
  ...{ on_behalf_of: null, payment_method: 'pm_1', payment_method_options: {}, payment_method_types: ['card', 'link'] },
  ...{ processing: null, receipt_email: null, review: null, setup_future_usage: null, shipping: null },
  ...{ statement_descriptor: null, status: 'succeeded', transfer_data: null, transfer_group: null },
  ...more,
})

/** The session of a payment link with custom fields. https://docs.stripe.com/api/checkout/sessions/object */
export const stripeSession = (intent: string, more: object = {}) => ({
  ...{ id: `cs_${intent}`, object: 'checkout.session', amount_subtotal: 2000, amount_total: 2000 },
  ...{ automatic_tax: { enabled: false, status: null }, billing_address_collection: null, cancel_url: null },
  ...{
    client_reference_id: null,
    created: created(),
    currency: 'eur',
    customer: null,
    customer_creation: 'if_required',
  },
  custom_fields: [
    {
      ...{ key: 'nickname', label: { custom: 'Nickname', type: 'custom' }, optional: true, type: 'text' },
      text: { maximum_length: null, minimum_length: null, value: 'Zed' },
    },
    {
      ...{ key: 'size', label: { custom: 'Size', type: 'custom' }, optional: true, type: 'dropdown' },
      dropdown: { options: [{ label: 'L', value: 'l' }], value: 'l' },
    },
  ],
  customer_details: { address: null, email: 'donor@example.com', name: 'Legal Name', phone: null, tax_exempt: 'none' },
  ...{ expires_at: created() + 86_400, invoice: null, livemode, locale: null, metadata: { message: 'late' } },
  ...{ mode: 'payment', payment_intent: intent, payment_link: 'plink_1', payment_method_types: ['card', 'link'] },
  ...{ payment_status: 'paid', status: 'complete', submit_type: 'donate', subscription: null, url: null },
  ...more,
})
