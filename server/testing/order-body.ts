/** What an order is made with by HTTP, but for its client_txn_id. */
export const ORDER_BODY = {
  amount: '499.00',
  p_info: 'Masala tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://shop.example/done',
} as const
