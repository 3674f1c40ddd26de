import { IconIdBadge2 } from 'virtual:icons'
import { KYC_STATUSES, type OperatorKycRow, operatorKyc } from '@galla/contract/kyc/kyc'
import { KYC_DOCUMENT_NAMES } from '@galla/contract/kyc/kyc-number'
import { Button, Group, SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { callEndpoint } from '../../../api/api.ts'
import { When } from '../../../components/display/when.tsx'
import { pageNumberIn } from '../../../components/form/use-address-search.ts'
import { ListPanel } from '../../../components/layout/list-panel.tsx'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { type Column, DataTable, TwoLines } from '../../../components/table/data-table.tsx'
import { Pager } from '../../../components/table/pager.tsx'
import { opensRow } from '../../../components/table/row-click.ts'
import { displayCount } from '../../../format/indian-display.ts'
import { operatorKycPath } from '../../../paths.ts'
import { queryKeys } from '../../../query-keys.ts'
import { KycBadge } from './kyc-labels.tsx'
import { KycReview } from './kyc-review.tsx'

type Filter = (typeof KYC_STATUSES)[number] | 'all'

const COLUMNS: readonly Column<OperatorKycRow>[] = [
  {
    head: 'Merchant',
    cell: ({ merchantId, merchantName, merchantEmail }) => (
      <TwoLines
        first={
          <Link to={operatorKycPath(merchantId)} {...opensRow(merchantId)}>
            {merchantName}
          </Link>
        }
        second={merchantEmail}
      />
    ),
  },
  {
    head: 'Document',
    width: 'middle',
    cell: ({ documentType, documentNumber }) => (
      <TwoLines
        first={KYC_DOCUMENT_NAMES[documentType]}
        second={<span className="mono">{documentNumber}</span>}
      />
    ),
  },
  {
    head: 'Files',
    width: 'short',
    end: true,
    wideOnly: true,
    cell: ({ documents }) => displayCount(documents.length),
  },
  { head: 'Sent', width: 'middle', cell: ({ submittedAt }) => <When at={submittedAt} /> },
  { head: 'State', width: 'middle', cell: ({ status }) => <KycBadge status={status} /> },
  {
    head: 'Action',
    width: 'short',
    // A click on the row opens it too.
    wideOnly: true,
    cell: ({ merchantId, merchantName, status }) => (
      <Button
        component={Link}
        to={operatorKycPath(merchantId)}
        variant="default"
        px="xs"
        aria-label={`${status === 'pending' ? 'Review' : 'See'} the documents of ${merchantName}`}
      >
        {status === 'pending' ? 'Review' : 'See'}
      </Button>
    ),
  },
]

const EMPTY = {
  pending: {
    title: 'No one is waiting',
    text: 'Documents from merchants appear here, oldest first.',
  },
  approved: { title: 'No verified merchants yet', text: 'The merchants that you approve appear here.' },
  rejected: {
    title: 'No rejected merchants',
    text: 'The merchants that you reject appear here, with the reason.',
  },
  all: { title: 'No documents yet', text: 'Documents from merchants appear here.' },
} as const satisfies Record<Filter, object>

const isFilter = (text: string | null): text is Filter =>
  text === 'all' || KYC_STATUSES.some((status) => status === text)

export function KycPage() {
  const [search, setSearch] = useSearchParams()
  const merchantId = search.get('merchant')
  const asked = search.get('status')
  const status = isFilter(asked) ? asked : 'pending'
  const page = pageNumberIn(search)
  if (merchantId !== null) return <KycReview merchantId={merchantId} />
  const go = (to: { status: Filter; page: number }) =>
    setSearch(
      {
        ...(to.status === 'pending' ? {} : { status: to.status }),
        ...(to.page === 1 ? {} : { page: String(to.page) }),
      },
      { replace: true },
    )
  return <KycQueue status={status} page={page} onGo={go} />
}

interface KycQueueProps {
  readonly status: Filter
  readonly page: number
  readonly onGo: (to: { status: Filter; page: number }) => void
}

function KycQueue({ status, page, onGo }: KycQueueProps) {
  const queue = useQuery({
    queryKey: queryKeys.operator.kycQueue(status, page),
    queryFn: ({ signal }) => callEndpoint(operatorKyc, { query: { status, page }, signal }),
    placeholderData: keepPreviousData,
  })
  const counts = queue.data?.counts
  const label = (word: string, count: number | undefined) =>
    count === undefined ? word : `${word} ${displayCount(count)}`
  const data = [
    { value: 'pending', label: label('Waiting', counts?.pending) },
    { value: 'approved', label: label('Verified', counts?.approved) },
    { value: 'rejected', label: label('Rejected', counts?.rejected) },
    { value: 'all', label: 'All' },
  ]
  const pages = queue.data?.pagination
  return (
    <>
      <PageTitle
        title="KYC queue"
        line="Identity documents of merchants, oldest first. Every view of a document is logged."
      />
      <Group gap="xs" mb="md">
        <SegmentedControl
          aria-label="State"
          data={data}
          value={status}
          onChange={(value) => onGo({ status: value as Filter, page: 1 })}
        />
      </Group>
      <ListPanel
        what="The KYC queue"
        query={{ isError: queue.isError, error: queue.error, refetch: queue.refetch }}
        count={queue.data?.data.length}
        empty={{
          Icon: IconIdBadge2,
          ...EMPTY[status],
        }}
      >
        <DataTable
          label="Documents"
          columns={COLUMNS}
          rows={queue.data?.data}
          keyOf={({ merchantId }) => merchantId}
        />
      </ListPanel>
      {pages !== undefined && pages.totalPages > 1 && (
        <Pager
          current={pages.currentPage}
          last={pages.totalPages}
          hasPrevious={pages.hasPrevPage}
          hasNext={pages.hasNextPage}
          onChange={(next) => onGo({ status, page: next })}
        />
      )}
    </>
  )
}
