import { verifyWebhook, WebhookVerificationError } from '@galla/sdk/webhook'

const receive = async (request) => {
  try {
    const event = await verifyWebhook(await request.text(), request.headers, process.env.GALLA_WEBHOOK_SECRET)
    if (event.event === 'order.success') await markPaid(event.client_txn_id, event.amount, event.eventId)
    return new Response(null, { status: 200 })
  } catch (error) {
    return new Response(null, { status: error instanceof WebhookVerificationError ? 400 : 500 })
  }
}
