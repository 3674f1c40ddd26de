import type { OperatorActName, OperatorActRow } from '@galla/contract/operator/operator-merchants'
import { Link } from 'react-router'
import { When } from '../../components/display/when.tsx'
import { type Column, DataTable, TwoLines } from '../../components/table/data-table.tsx'
import { operatorMerchantPath } from '../../paths.ts'
import { changesText } from './audit-labels.ts'

export const ACT_LABELS = {
  'merchant.suspend': 'Suspended',
  'merchant.resume': 'Resumed',
  'plan.change': 'Changed a price',
  'job.retry': 'Retried a job',
  'kyc.approve': 'Approved KYC',
  'kyc.reject': 'Rejected KYC',
  'kyc.view': 'Viewed a document',
} as const satisfies Record<OperatorActName, string>

const WHEN: Column<OperatorActRow> = {
  head: 'When',
  width: 'middle',
  cell: ({ at }) => <When at={at} exact />,
}
const ACT: Column<OperatorActRow> = {
  head: 'Act',
  width: 'long',
  cell: ({ act, operator }) => <TwoLines first={ACT_LABELS[act]} second={operator} />,
}
const SUBJECT: Column<OperatorActRow> = {
  head: 'About',
  width: 'long',
  cell: ({ merchantId, merchantName, subject }) =>
    merchantId === null ? (
      subject
    ) : (
      <Link to={operatorMerchantPath(merchantId)}>{merchantName ?? subject}</Link>
    ),
}
const CHANGE: Column<OperatorActRow> = {
  head: 'Reason and change',
  cell: ({ reason, before, after }) => {
    const change = changesText(before, after)
    return <TwoLines first={reason ?? change} second={reason === null ? '' : change} />
  },
}

interface ActsTableProps {
  readonly acts: readonly OperatorActRow[] | undefined
  readonly ofOneMerchant?: boolean
}

export function ActsTable({ acts, ofOneMerchant = false }: ActsTableProps) {
  return (
    <DataTable
      label="Operator actions"
      columns={ofOneMerchant ? [WHEN, ACT, CHANGE] : [WHEN, ACT, SUBJECT, CHANGE]}
      rows={acts}
      keyOf={({ id }) => id}
      {...(ofOneMerchant ? { inPanel: true } : {})}
    />
  )
}
