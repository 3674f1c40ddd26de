import type { Mode } from '@galla/contract/orders/order-status'
import { Link } from 'react-router'
import { type Column, TwoLines } from '../../components/table/data-table.tsx'
import { opensRow } from '../../components/table/row-click.ts'
import { operatorMerchantPath } from '../../paths.ts'

interface OfMerchant {
  readonly merchantId: string
  readonly merchantName: string
  readonly mode: Mode
}

export const MERCHANT_COLUMN: Column<OfMerchant> = {
  head: 'Merchant',
  width: 'long',
  cell: ({ merchantId, merchantName, mode }) => (
    <TwoLines
      first={
        <Link to={operatorMerchantPath(merchantId)} {...opensRow(merchantId)}>
          {merchantName}
        </Link>
      }
      second={mode === 'live' ? 'Live' : 'Test'}
    />
  ),
}
