import type { OperatorActName, OperatorActRow } from '@galla/contract/operator/operator-merchants'
import { Link } from 'react-router'
import { When } from '../../components/display/when.tsx'
import { type Column, DataTable, TwoLines } from '../../components/table/data-table.tsx'
import { displayAmount, displayCount, displayWhen } from '../../format/indian-display.ts'
import { operatorMerchantPath } from '../../paths.ts'

export const ACT_LABELS = {
  'merchant.suspend': 'Suspended',
  'merchant.resume': 'Resumed',
  'plan.change': 'Changed a price',
  'hosting.choose': 'Said who uses Galla',
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

const NAMES: Readonly<Record<string, string>> = {
  price: 'Price',
  qrRequests: 'QR requests',
  suspendedAt: 'Suspended',
  attempts: 'Attempts',
  runAt: 'Due',
  status: 'State',
}
/** Shown elsewhere in the entry. */
const SHOWN_ELSEWHERE = new Set(['reason', 'rejectionReason'])
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

const valueText = (name: string, value: unknown): string => {
  if (value === null || value === undefined) return 'no'
  if (typeof value === 'number') return name === 'price' ? displayAmount(value) : displayCount(value)
  if (typeof value === 'string') return INSTANT.test(value) ? displayWhen(value) : value
  return JSON.stringify(value)
}

/** Lists the changed values of an action: "Price ₹999.00 → ₹1,049.50". */
export function changesText(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => name in NAMES && !SHOWN_ELSEWHERE.has(name) && name in after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${NAMES[name]} ${valueText(name, before[name])} → ${valueText(name, after[name])}`)
    .join(', ')
}
