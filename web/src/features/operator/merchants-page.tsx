import { IconBuildingStore, IconCircleCheck, IconLock } from 'virtual:icons'
import { listMerchants, type MerchantSummary } from '@galla/contract/operator/operator-merchants'
import { planTitle } from '@galla/contract/subscriptions/plans'
import { Group, SegmentedControl } from '@mantine/core'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { Day } from '../../components/display/when.tsx'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import { SearchField } from '../../components/form/search-field.tsx'
import { useAddressSearch, withParameter } from '../../components/form/use-address-search.ts'
import { useTypedSearch } from '../../components/form/use-typed-search.ts'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { type Column, DataTable, TwoLines } from '../../components/table/data-table.tsx'
import { useMoreRows } from '../../components/table/more-rows.ts'
import { opensRow } from '../../components/table/row-click.ts'
import { operatorMerchantPath } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'

export function SuspensionBadge({ suspended }: { suspended: boolean }) {
  return suspended ? (
    <StateBadge tone="failed" Icon={IconLock} label="Suspended" />
  ) : (
    <StateBadge tone="success" Icon={IconCircleCheck} label="Active" />
  )
}

const COLUMNS: readonly Column<MerchantSummary>[] = [
  {
    head: 'Merchant',
    width: 'long',
    cell: ({ id, name, websiteName }) => (
      <TwoLines
        first={
          <Link to={operatorMerchantPath(id)} {...opensRow(id)}>
            {name}
          </Link>
        }
        second={websiteName}
      />
    ),
  },
  {
    head: 'Contact',
    width: 'long',
    cell: ({ email, mobileNumber }) => <TwoLines first={email} second={mobileNumber} />,
  },
  {
    head: 'Plan',
    width: 'middle',
    cell: ({ plan, planActive, role }) =>
      plan === null ? (
        <span className="muted">{NO_PLAN[role]}</span>
      ) : (
        <TwoLines first={planTitle(plan)} second={planActive ? 'Running' : 'Expired'} />
      ),
  },
  {
    head: 'Registered',
    width: 'middle',
    wideOnly: true,
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    head: 'State',
    width: 'middle',
    cell: ({ suspendedAt }) => <SuspensionBadge suspended={suspendedAt !== null} />,
  },
]

/** Of a person without a plan; a guest works in the shops of others. */
const NO_PLAN = { operator: 'Platform', owner: 'None', guest: 'No shop' } as const

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'suspended', label: 'Suspended' },
]

export function MerchantsPage() {
  const [parameters, setParameters] = useAddressSearch()
  const search = parameters.get('search') ?? ''
  const state = parameters.get('state') === 'suspended' ? 'suspended' : 'all'
  const go = (name: 'search' | 'state', value: string) =>
    setParameters((now) => withParameter(now, name, value), { replace: true })
  const [typed, setTyped] = useTypedSearch(search, (text) => go('search', text))
  const merchants = useMoreRows(queryKeys.operator.merchants(search, state), (after, signal) =>
    callEndpoint(listMerchants, { query: { search, state, after }, signal }),
  )
  const filtered = search !== '' || state !== 'all'
  return (
    <>
      <PageTitle title="Merchants" line="All merchants of this installation, newest first." />
      <Group component="search" gap="xs" mb="md" aria-label="Merchants">
        <SearchField
          maw={{ base: 'none', sm: 420 }}
          flex={{ base: '1 1 100%', sm: '1 1 240px' }}
          aria-label="Search merchants"
          placeholder="Name, email, mobile, website or ID"
          value={typed}
          onChange={setTyped}
        />
        <SegmentedControl
          aria-label="State"
          data={STATES}
          value={state}
          onChange={(value) => go('state', value === 'all' ? '' : value)}
        />
      </Group>
      <ListPanel
        what="The merchants"
        query={merchants}
        count={merchants.rows?.length}
        empty={{
          Icon: IconBuildingStore,
          title: filtered ? 'No merchants found' : 'No merchants yet',
          text: filtered ? 'Try a shorter search.' : 'New merchants appear here.',
        }}
      >
        <DataTable label="Merchants" columns={COLUMNS} rows={merchants.rows} keyOf={({ id }) => id} />
      </ListPanel>
    </>
  )
}
