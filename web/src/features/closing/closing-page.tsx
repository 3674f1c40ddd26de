import { IconChevronLeft, IconChevronRight } from 'virtual:icons'
import { DAY_MS } from '@galla/contract/durations'
import {
  CLOSING_MAIL_HOUR,
  dailyClosing,
  readClosingMail,
  setClosingMail,
} from '@galla/contract/reconciliation/closing'
import { ActionIcon, Checkbox, Group, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { DownloadButton } from '../../components/layout/download-button.tsx'
import { EvidenceButtons } from '../../components/layout/evidence-buttons.tsx'
import { Tile, Tiles } from '../../components/layout/facts.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { displayDays, isDay, todayInIndia } from '../../format/indian-days.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useMay } from '../../session/may.ts'
import { useUser } from '../../session/session.tsx'
import { ClosingFigures } from './closing-figures.tsx'

const AccountantPanel = lazyPart(async () => (await import('./accountant-panel.tsx')).AccountantPanel, {
  failed: t('This could not be loaded'),
})

const FAILURE = t('Failed to fetch the closing')
const REFRESH_MS = 60_000

/** The summary of one day: orders, payments, and what is still open. */
export function ClosingPage() {
  const [search, setSearch] = useSearchParams()
  const today = todayInIndia()
  const asked = search.get('date') ?? ''
  const date = isDay(asked) && asked <= today ? asked : today
  const closing = useClosing(date)
  const may = useMay()
  return (
    <>
      <PageTitle
        title={t('Daily closing')}
        line={t('Days run from midnight to midnight IST. A payment counts on the day it was received.')}
      />
      <Stack gap="md">
        <Group gap="sm" justify="space-between">
          <DayChoice
            date={date}
            today={today}
            onChoose={(day) => setSearch(day === today ? {} : { date: day }, { replace: true })}
          />
          <DownloadButton
            endpoint={dailyClosing}
            query={{ date, format: 'csv' }}
            name={`closing-${date}.csv`}
          >
            {t('Download CSV')}
          </DownloadButton>
        </Group>
        {closing.data !== undefined ? (
          <>
            {closing.isError && <OldData query={closing} failure={FAILURE} />}
            <ClosingFigures closing={closing.data} />
          </>
        ) : closing.isError ? (
          <Panel>
            <QueryError query={closing} failure={FAILURE} />
          </Panel>
        ) : (
          <Waiting day={displayDays({ from: date, to: date })} />
        )}
        <Panel title={t('For a dispute')}>
          <p>
            {t(
              'All that Galla knows of the payments of this day: orders, receipts, bank messages, timeline.',
            )}
          </p>
          <EvidenceButtons of={{ from: date, to: date }} />
        </Panel>
        <AccountantPanel today={today} />
        {may('POST /user/closing/mail') && <ClosingMail />}
      </Stack>
    </>
  )
}

function useClosing(date: string) {
  const { mode } = useUser()
  return useData(
    queryKeys.cases.closing(mode, date),
    dailyClosing,
    { query: { date } },
    { refetchInterval: REFRESH_MS },
  )
}

const TILES = [t('Expected'), t('Received [amount]'), t('Difference'), t('Open cases')]
const PANELS = [t('Payments by status'), t('By source')]

function Waiting({ day }: { day: string }) {
  return (
    <Stack gap="md" role="status" aria-label={t('Loading the closing of {day}', { day })}>
      <Tiles>
        {TILES.map((tile) => (
          <Tile
            key={tile}
            name={tile}
            value={<Skeleton h={22} w="70%" />}
            note={<Skeleton h={12} w="50%" />}
          />
        ))}
      </Tiles>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {PANELS.map((panel) => (
          <Panel key={panel} title={panel}>
            <Skeleton h={160} radius="md" />
          </Panel>
        ))}
      </SimpleGrid>
    </Stack>
  )
}

const CLOSING_MAIL_FAILURE = {
  failed: t('The setting could not be saved'),
  unreachable: t('The connection was lost. The setting was not saved'),
}

/** Switches the daily closing email, sent on the next morning. */
function ClosingMail() {
  const setting = useData(queryKeys.closingMail, readClosingMail)
  const save = useAction({
    act: (isOn: boolean) => callEndpoint(setClosingMail, { body: { isOn } }),
    failed: CLOSING_MAIL_FAILURE,
    answers: queryKeys.closingMail,
  })
  return (
    <Panel title={t('By email')}>
      {setting.data !== undefined ? (
        <Checkbox
          label={t('Email me the closing of the previous day')}
          description={t(
            'Sent after {hour} in the morning if live payments were received the day before. Test payments are not included.',
            { hour: CLOSING_MAIL_HOUR },
          )}
          checked={save.isPending ? save.variables : setting.data.isOn}
          disabled={save.isPending}
          onChange={(event) => save.mutate(event.currentTarget.checked)}
        />
      ) : setting.isError ? (
        <QueryError query={setting} failure={t('Failed to fetch the setting')} />
      ) : (
        <Skeleton h={42} w={320} aria-hidden />
      )}
    </Panel>
  )
}

const EARLIEST = '2020-01-01'

interface DayChoiceProps {
  readonly date: string
  readonly today: string
  readonly onChoose: (day: string) => void
}

const stepped = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The device's date field, with arrows to step from day to day. */
function DayChoice({ date, today, onChoose }: DayChoiceProps) {
  const buttonProps = { variant: 'default', radius: 'md' } as const
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon
        {...buttonProps}
        aria-label={t('The day before')}
        disabled={date <= EARLIEST}
        onClick={() => onChoose(stepped(date, -1))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <TextInput
        type="date"
        w={168}
        aria-label={t('Day')}
        min={EARLIEST}
        max={today}
        value={date}
        onChange={({ currentTarget: { value } }) => {
          if (isDay(value) && value >= EARLIEST && value <= today) onChoose(value)
        }}
      />
      <ActionIcon
        {...buttonProps}
        aria-label={t('The day after')}
        disabled={date >= today}
        onClick={() => onChoose(stepped(date, 1))}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  )
}
