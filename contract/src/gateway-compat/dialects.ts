/** The ways of speaking that integrators bring along from other gateways: UPIGateway's (EKQR) and CutePe's. */
export const DIALECTS = ['ekqr', 'cutepe'] as const
export type Dialect = (typeof DIALECTS)[number]

/** Their addresses, from the root: who moves changes the host name and nothing else. */
export const DIALECT_PATHS = {
  ekqrCreate: '/api/create_order',
  ekqrCheck: '/api/check_order_status',
  ekqrCreateV2: '/api/v2/create_order',
  ekqrCheckV2: '/api/v2/check_order_status',
  cutepeCreate: '/api/orders/create-order',
  cutepeCheck: '/api/orders/check-order-status',
} as const

/** EKQR's browser script; its name there, so that its clients change the host name here too. */
export const EKQR_SDK_PATH = '/ekqr_sdk.js'
