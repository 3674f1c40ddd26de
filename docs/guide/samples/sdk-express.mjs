import { verifyWebhook, WebhookVerificationError } from '@galla/sdk'

app.post('/webhook', express.raw({ type: 'application/json' }), async (request, response) => {
  try {
    const event = await verifyWebhook(request.body, request.headers, process.env.GALLA_WEBHOOK_SECRET)
    if (event.event === 'order.success') await markPaid(event.client_txn_id, event.amount, event.eventId)
    response.sendStatus(200)
  } catch (error) {
    response.sendStatus(error instanceof WebhookVerificationError ? 400 : 500)
  }
})
