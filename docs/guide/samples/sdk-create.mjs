import { Galla } from '@galla/sdk'

const galla = new Galla({ apiKey: process.env.GALLA_API_KEY, baseUrl: 'https://your-galla.example' })

const order = await galla.createOrder({
  client_txn_id: 'A-1042',
  amount: '499.00',
  p_info: 'Masala tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://shop.example/thanks',
})
// Send the customer to order.payment_url
