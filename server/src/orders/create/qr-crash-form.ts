import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { paise } from '@galla/upi/rupees'

/** The order that the killed process was creating, and that another one creates again. */
export const orderForm: PaymentLinkForm = {
  client_txn_id: 'CRASHED_1',
  amount: paise(49_900n),
  p_info: 'Masala tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://shop.example/done?cart=7',
}
