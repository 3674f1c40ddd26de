import { EXAMPLE_ORDER } from '@galla/contract/api-reference/integrator-examples'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { CUTEPE_ID, EKQR_ID } from './order-code.ts'

interface Host {
  readonly origin: string
  readonly key: string
}

const plainCurl = (url: string, headers: string, fields: object): string =>
  `curl ${url} \\\n${headers}  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(fields, null, 2).replaceAll('\n', '\n  ')}'`

const { client_txn_id: _own, ...ASKED } = EXAMPLE_ORDER

/** A request in the EKQR dialect. */
export const ekqrCode = ({ origin, key }: Host): string =>
  plainCurl(origin + DIALECT_PATHS.ekqrCreate, '', { key, client_txn_id: EKQR_ID, ...ASKED })

/** A request in the CutePe dialect. */
export const cutepeCode = ({ origin, key }: Host): string =>
  plainCurl(origin + DIALECT_PATHS.cutepeCreate, `  -H 'Authorization: Bearer ${key}' \\\n`, {
    txn_id: CUTEPE_ID,
    ...ASKED,
  })
