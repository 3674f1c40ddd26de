/** The path of the package on every Galla server. */
export const SDK_PACKAGE_PATH = '/sdk/galla-sdk-0.1.0.tgz'

/** These examples equal those of the package's README, except for the address. A test runs them from there. */

export const sdkInstallLine = (origin: string): string => `npm install ${origin}${SDK_PACKAGE_PATH}`

export const sdkCreateCode = (origin: string): string => `import { Galla } from '@galla/sdk'

const galla = new Galla({ apiKey: process.env.GALLA_API_KEY, baseUrl: '${origin}' })

const order = await galla.createOrder({
  client_txn_id: 'A-1042',
  amount: '499.00',
  p_info: 'Masala tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://shop.example/thanks',
})
// Send the customer to order.payment_url`

export const SDK_CHECK =
  "const { status, utr } = await galla.checkOrderStatus('A-1042') // created, pending, success or failed"

export const SDK_EXPRESS = `import { verifyWebhook, WebhookVerificationError } from '@galla/sdk'

app.post('/webhook', express.raw({ type: 'application/json' }), async (request, response) => {
  try {
    const event = await verifyWebhook(request.body, request.headers, process.env.GALLA_WEBHOOK_SECRET)
    if (event.event === 'order.success') await markPaid(event.client_txn_id, event.amount, event.eventId)
    response.sendStatus(200)
  } catch (error) {
    response.sendStatus(error instanceof WebhookVerificationError ? 400 : 500)
  }
})`

export const SDK_REQUEST = `import { verifyWebhook, WebhookVerificationError } from '@galla/sdk/webhook'

const receive = async (request) => {
  try {
    const event = await verifyWebhook(await request.text(), request.headers, process.env.GALLA_WEBHOOK_SECRET)
    if (event.event === 'order.success') await markPaid(event.client_txn_id, event.amount, event.eventId)
    return new Response(null, { status: 200 })
  } catch (error) {
    return new Response(null, { status: error instanceof WebhookVerificationError ? 400 : 500 })
  }
}`

export const SDK_FORM = `import { verifyWebhookForm, WebhookVerificationError } from '@galla/sdk'

app.post(
  '/callback',
  express.raw({ type: 'application/x-www-form-urlencoded' }),
  async (request, response) => {
    try {
      const form = await verifyWebhookForm(request.body, request.headers, process.env.GALLA_WEBHOOK_SECRET)
      if (form.status.toLowerCase() === 'success')
        await markPaid(form.client_txn_id, form.amount, form.upi_txn_id)
      response.sendStatus(200)
    } catch (error) {
      response.sendStatus(error instanceof WebhookVerificationError ? 400 : 500)
    }
  },
)`

export const SDK_CATCH_UP = `let after = await loadCursor()
for (let more = true; more; ) {
  const page = await galla.listEvents({ after })
  for (const event of page.data) await handle(event)
  await saveCursor((after = page.next))
  more = page.more
}`

export const sdkCommandLines = (
  origin: string,
): string => `export GALLA_URL=${origin} GALLA_API_KEY=key_test_...
npx galla listen --forward http://localhost:4000/webhook
npx galla trigger order.success`

/** The class that each refused call throws. */
export const SDK_ERRORS = [
  {
    name: 'InvalidRequestError',
    statuses: [400, 413, 415, 422],
    means: 'The request is not valid.',
  },
  { name: 'AuthenticationError', statuses: [401], means: 'The API key is missing, wrong or expired.' },
  { name: 'QuotaError', statuses: [402], means: 'Your QR requests are used up, or you have no plan.' },
  {
    name: 'PermissionError',
    statuses: [403],
    means: 'This key or IP address is not allowed to make this call.',
  },
  { name: 'NotFoundError', statuses: [404], means: 'The order does not exist.' },
  {
    name: 'ConflictError',
    statuses: [409],
    means: 'The client_txn_id is already used, or no account is connected.',
  },
  { name: 'RateLimitError', statuses: [429], means: 'Too many requests, even after the retries.' },
  {
    name: 'ServerError',
    statuses: [500, 503],
    means: 'Galla had an internal error or was overloaded, even after the retries.',
  },
] as const
