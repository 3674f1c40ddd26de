import type { IntegratorCall } from '@galla/contract/api-reference/integrator-calls'
import { EXAMPLE_ORDER } from '@galla/contract/api-reference/integrator-examples'
import { checkOrderStatus, createOrder } from '@galla/contract/orders/orders'
import { type CodeTarget, inEveryLanguage } from './request-code.ts'

const SHOW_PAGE = {
  node: 'console.log(data.order_id, data.payment_url) // send your customer to payment_url',
  php: "echo $data['order_id'], ' ', $data['payment_url'], PHP_EOL; // send your customer to payment_url",
  python: 'print(data["order_id"], data["payment_url"])  # send your customer to payment_url',
} as const

/** Who copies the samples in their order makes each order once: a repeated id is refused. */
const [ID, ONCE_ID] = [EXAMPLE_ORDER.client_txn_id, 'ORDER-1002']
export const QUICKSTART_ID = 'ORDER-1000'
export const EKQR_ID = 'ORDER-1003'
export const CUTEPE_ID = 'ORDER-1004'

const orderOf = (client_txn_id: string) => ({ ...EXAMPLE_ORDER, client_txn_id })

export const createOrderCode = (target: CodeTarget, id: string = ID) =>
  inEveryLanguage(target, { ...createOrder, fields: orderOf(id), ending: SHOW_PAGE })

/** The same call with an idempotency key, safe to repeat. */
export const createOnceCode = (target: CodeTarget) =>
  inEveryLanguage(target, {
    ...createOrder,
    fields: orderOf(ONCE_ID),
    headers: { 'Idempotency-Key': ONCE_ID },
    ending: SHOW_PAGE,
  })

export const checkStatusCode = (target: CodeTarget, id: string = ID) =>
  inEveryLanguage(target, {
    ...checkOrderStatus,
    fields: { client_txn_id: id },
    ending: {
      node: "console.log(data.status === 'success' ? 'Paid, UTR ' + data.utr : data.remarks)",
      php: "echo $data['status'] === 'success' ? 'Paid, UTR ' . $data['utr'] : $data['remarks'], PHP_EOL;",
      python: 'print(f"Paid, UTR {data[\'utr\']}" if data["status"] == "success" else data["remarks"])',
    },
  })

const SHOW_DATA = {
  node: 'console.log(data)',
  php: 'echo json_encode($data), PHP_EOL;',
  python: 'print(data)',
} as const

/** A call of the reference with its example body. */
export const callCode = (
  { endpoint, exampleBody }: Pick<IntegratorCall, 'endpoint' | 'exampleBody'>,
  target: CodeTarget,
) => inEveryLanguage(target, { ...endpoint, fields: { ...exampleBody }, ending: SHOW_DATA })
