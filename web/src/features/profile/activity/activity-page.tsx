import { IconFilterOff, IconHistory } from 'virtual:icons'
import { ACTIVITY, type Activity, exportActivity, listActivity } from '@galla/contract/auth/activity'
import { listTeam } from '@galla/contract/auth/team'
import { MODES, type Mode } from '@galla/contract/orders/order-status'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { callEndpoint } from '../../../api/api.ts'
import { useData } from '../../../api/use-data.ts'
import { When } from '../../../components/display/when.tsx'
import { ToneBadge } from '../../../components/feedback/tone-badge.tsx'
import { useAddressSearch, withParameter } from '../../../components/form/use-address-search.ts'
import { DownloadButton } from '../../../components/layout/download-button.tsx'
import { ListPanel } from '../../../components/layout/list-panel.tsx'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { type Column, DataTable, TwoLines } from '../../../components/table/data-table.tsx'
import { useMoreRows } from '../../../components/table/more-rows.ts'
import { deviceInWords } from '../../../format/device-words.ts'
import { isDay, todayInIndia } from '../../../format/indian-days.ts'
import { ROLE_NAMES, subjectInWords } from '../../../format/role-labels.ts'
import { t, translateServerText } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

const FILTERS = ['person', 'what', 'day', 'mode'] as const

interface View {
  readonly person: string
  readonly what: string
  readonly day: string
  readonly mode: Mode | ''
}

const readView = (search: URLSearchParams): View => {
  const [person = '', what = '', day = '', mode = ''] = FILTERS.map((name) => search.get(name) ?? '')
  return { person, what, day: isDay(day) ? day : '', mode: MODES.find((each) => each === mode) ?? '' }
}

const queryOf = ({ person, what, day, mode }: View) => ({
  ...(person !== '' && { person }),
  ...(what !== '' && { what }),
  ...(day !== '' && { from: day, to: day }),
  ...(mode !== '' && { mode }),
})

/** Who changed what in the shop, and its security events. */
export function ActivityPage() {
  const [search, setSearch] = useAddressSearch()
  const view = readView(search)
  const query = queryOf(view)
  const isFiltered = Object.keys(query).length > 0
  const activity = useMoreRows(queryKeys.activity(query), (cursor, signal) =>
    callEndpoint(listActivity, { query: { ...query, cursor }, signal }),
  )
  const show = (name: keyof View, value: string) =>
    setSearch((now) => withParameter(now, name, value), { replace: true })
  const clear = () =>
    setSearch((now) => FILTERS.reduce((all, name) => withParameter(all, name, ''), now), { replace: true })
  return (
    <>
      <PageTitle
        title={t('Activity')}
        line={t('Who changed what in your shop. Kept for a year.')}
        actions={
          <DownloadButton endpoint={exportActivity} query={query} name="galla-activity.csv">
            {t('Download CSV')}
          </DownloadButton>
        }
      />
      <Filters view={view} onChange={show} {...(isFiltered && { onClear: clear })} />
      <ListPanel
        what={t('The activity')}
        query={activity}
        count={activity.rows?.length}
        empty={
          isFiltered
            ? {
                Icon: IconFilterOff,
                title: t('Nothing found'),
                text: t('Nothing happened that matches the filters.'),
                action: (
                  <Button variant="default" onClick={clear}>
                    {t('Clear filters')}
                  </Button>
                ),
              }
            : { Icon: IconHistory, title: t('Nothing happened yet') }
        }
      >
        <DataTable label={t('Activity')} columns={COLUMNS} rows={activity.rows} keyOf={({ id }) => id} />
      </ListPanel>
    </>
  )
}

const byWords = new Intl.Collator()
/** A call and a security event may have the same words. */
const WORDS = [...new Set(Object.values(ACTIVITY))]
  .map((value) => ({ value, label: translateServerText(value) }))
  .toSorted((one, other) => byWords.compare(one.label, other.label))

function Filters({
  view,
  onChange,
  onClear,
}: {
  view: View
  onChange: (name: keyof View, value: string) => void
  onClear?: () => void
}) {
  const team = useData(queryKeys.team, listTeam)
  const all = (label: string) => ({ value: '', label })
  const people = team.data?.members.map(({ id, name }) => ({ value: id, label: name })) ?? []
  // Also one who has left the team.
  const others = people.some(({ value }) => value === view.person) || view.person === ''
  const width = { base: 'calc(50% - 4px)', xs: 'auto' } as const
  return (
    <Group component="search" gap="xs" mb="md" aria-label={t('Activity')}>
      <NativeSelect
        w={width}
        maw={{ xs: 240 }}
        aria-label={t('Person')}
        data={[
          all(t('Everyone')),
          ...people,
          ...(others ? [] : [{ value: view.person, label: view.person }]),
        ]}
        value={view.person}
        onChange={(event) => onChange('person', event.currentTarget.value)}
      />
      <NativeSelect
        w={width}
        maw={{ xs: 280 }}
        aria-label={t('What happened')}
        data={[all(t('Everything')), ...WORDS]}
        value={view.what}
        onChange={(event) => onChange('what', event.currentTarget.value)}
      />
      <TextInput
        type="date"
        w={{ ...width, xs: 168 }}
        aria-label={t('Day')}
        max={todayInIndia()}
        value={view.day}
        onChange={(event) => onChange('day', event.currentTarget.value)}
      />
      <NativeSelect
        w={width}
        aria-label={t('Mode')}
        data={[
          all(t('Both modes')),
          { value: 'live', label: t('Live') },
          { value: 'test', label: t('Test') },
        ]}
        value={view.mode}
        onChange={(event) => onChange('mode', event.currentTarget.value)}
      />
      {onClear !== undefined && (
        <Button variant="subtle" px={10} onClick={onClear}>
          {t('Clear filters')}
        </Button>
      )}
    </Group>
  )
}

const COLUMNS: readonly Column<Activity>[] = [
  {
    head: t('What happened'),
    card: 'line',
    cell: ({ kind, subject, mode }) => (
      <TwoLines
        first={
          <>
            {translateServerText(ACTIVITY[kind] ?? kind)}{' '}
            {mode === 'test' && <ToneBadge tone="pending">{t('Test')}</ToneBadge>}
          </>
        }
        second={subjectInWords(subject)}
      />
    ),
  },
  {
    head: t('Who'),
    card: 'start',
    cell: ({ person, role }) =>
      person !== null && <TwoLines first={person.name} second={role === null ? '' : roleName(role)} />,
  },
  {
    head: t('From [place]'),
    wideOnly: true,
    card: 'none',
    cell: ({ device, network }) => <TwoLines first={deviceInWords(device)} second={network} />,
  },
  { head: t('When'), width: 'middle', card: 'end', cell: ({ at }) => <When at={at} /> },
]

const roleName = (role: NonNullable<Activity['role']>): string =>
  role in ROLE_NAMES ? ROLE_NAMES[role as keyof typeof ROLE_NAMES] : ''
