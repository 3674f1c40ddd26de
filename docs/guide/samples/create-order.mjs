const response = await fetch('https://your-galla.example/api/v1/order/create-order', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer key_test_...',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'ORDER-1001',
  },
  body: JSON.stringify({
    client_txn_id: 'ORDER-1001',
    amount: '499.00',
    p_info: 'Two cups of tea',
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_mobile: '9876543210',
    redirect_url: 'https://yourdomain.com/thanks',
  }),
})
const { success, msg, data } = await response.json()
if (!success) throw new Error(msg)
console.log(data.order_id, data.payment_url) // send your customer to payment_url
