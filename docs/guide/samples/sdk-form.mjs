import { verifyWebhookForm, WebhookVerificationError } from '@galla/sdk'

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
)
