import { IconAlertTriangle, IconCircleCheck, IconCloudOff } from 'virtual:icons'
import type { Now, NowMinute, TroubleKind } from '@galla/contract/operator/operator-system'
import { Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { When } from '../../components/display/when.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { Tile, Tiles } from '../../components/layout/facts.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { serverTimeMs } from '../../format/clock.ts'
import { displayCount, displayDay, displayTime, displayWhen } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import { useNow } from '../../queries/operator-now.ts'
import { TROUBLE_TEXTS } from './trouble-texts.ts'

/** Older data are printed in amber. */
const OLD_MS = 30_000

/** The first page of the operator: what is wrong now, served without the database, too. */
export function NowPage() {
  const query = useNow()
  const { data, failureReason, isError } = query
  return (
    <>
      <PageTitle title="Now" line={data === undefined ? '' : <Ages now={data} />} />
      <Stack gap="md" miw={0}>
        {failureReason !== null && !isError && (
          <Notice tone="failed" Icon={IconCloudOff} role="alert" title="Galla cannot be reached">
            Galla is asked again by itself, more and more rarely.
            {data !== undefined && ` This page is as of ${displayTime(data.at)}.`}
          </Notice>
        )}
        {data !== undefined ? (
          <Board now={data} />
        ) : isError ? (
          <Panel>
            <QueryError query={query} failure="The state of this installation could not be loaded" />
          </Panel>
        ) : (
          <Stack gap="md" miw={0} role="status" aria-busy="true" aria-label="Loading the state">
            <Skeleton h={56} radius="md" />
            <Skeleton h={132} radius="lg" />
          </Stack>
        )}
      </Stack>
    </>
  )
}

/** Ticks, so that data that no longer come get old. */
function Ages({ now: { at, readAt } }: { now: Now }) {
  const [nowMs, setNowMs] = useState(serverTimeMs)
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(serverTimeMs()), 1_000)
    return () => window.clearInterval(timer)
  }, [])
  const age = (instant: string): ReactNode => {
    const ms = Math.max(0, nowMs - Date.parse(instant))
    return (
      <Text span inherit {...(ms > OLD_MS ? { c: 'var(--galla-pending)', fw: 600 } : {})}>
        {lasting(ms)} ago
      </Text>
    )
  }
  return (
    <>
      As of {displayTime(at)} IST, {age(at)}.{' '}
      {readAt === null ? 'The database was not read yet.' : <>Database read {age(readAt)}.</>}
    </>
  )
}

const SECOND_MS = 1_000
const UNITS = [
  [86_400_000, 'days'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const

/** "6 h"; the largest unit of which there are at least two, or one. */
const lasting = (ms: number): string => {
  const [unitMs, unit] = UNITS.find(([size, name]) => ms >= size * (name === 'days' ? 2 : 1)) ?? [
    SECOND_MS,
    's',
  ]
  return `${Math.floor(ms / unitMs)}\u00a0${unit}`
}

function Board({ now }: { now: Now }) {
  const { troubles, minutes, process } = now
  const sum = (count: (minute: NowMinute) => number) => minutes.reduce((all, each) => all + count(each), 0)
  const failed = sum((minute) => minute.failed)
  return (
    <>
      <Sentence now={now} />
      {troubles.length > 0 && (
        <Panel title="Open troubles">
          <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {troubles.map((trouble) => (
              <TroubleLine key={trouble.kind} trouble={trouble} />
            ))}
          </Stack>
        </Panel>
      )}
      <Tiles>
        <Curve name="Orders created" minutes={minutes} count={({ orders }) => orders} />
        <Curve name="Payments recorded" minutes={minutes} count={({ credits }) => credits} />
        <Curve
          name="Webhooks delivered"
          minutes={minutes}
          count={({ delivered }) => delivered}
          failures={(minute) => minute.failed}
          note={`${displayCount(failed)} failed`}
        />
        <Curve name="Replies 5xx" minutes={minutes} count={({ errors }) => errors} />
      </Tiles>
      <Text c="dimmed" fz="xs">
        The last hour, minute by minute, of this process only: it runs since <When at={process.startedAt} />
        {process.role === 'web' && ', and sends no webhooks: the processes with the role worker do'}. Other
        processes count their own.
      </Text>
    </>
  )
}

const isSameDay = (one: string, other: string): boolean => displayDay(one) === displayDay(other)

function Sentence({ now: { at, troubles, wellSince } }: { now: Now }) {
  const [worst] = troubles
  if (worst === undefined)
    return wellSince === null ? (
      <Notice role="status">Nothing is known yet: the database was not read.</Notice>
    ) : (
      <Notice tone="success" Icon={IconCircleCheck} role="status">
        <Text fw={600} fz="md" c="var(--galla-success)">
          All well for {lasting(Date.parse(at) - Date.parse(wellSince))}
        </Text>
      </Notice>
    )
  const { tone, title } = TROUBLE_TEXTS[worst.kind]
  const more = troubles.length - 1
  return (
    <Notice tone={tone} Icon={IconAlertTriangle} role="alert">
      <Text fw={600} fz="md" c={`var(--galla-${tone})`}>
        {title} since {isSameDay(worst.since, at) ? displayTime(worst.since) : displayWhen(worst.since)}
        {worst.merchants !== null && `; ${merchantsLabel(worst.merchants)} affected`}
        {more > 0 && `; ${more} more below`}
      </Text>
    </Notice>
  )
}

const merchantsLabel = (n: number): string => `${displayCount(n)} ${n === 1 ? 'merchant' : 'merchants'}`

const PAGES: Partial<Record<TroubleKind, readonly [to: string, label: string]>> = {
  jobs_given_up: [paths.operatorJobs, 'Open Jobs'],
  deliveries_late: [paths.operatorJobs, 'Open Jobs'],
  sources_silent: [paths.operatorWebhooks, 'Open Webhooks & providers'],
  mailboxes_failing: [paths.operatorWebhooks, 'Open Webhooks & providers'],
  webhooks_failing: [paths.operatorWebhooks, 'Open Webhooks & providers'],
}

function TroubleLine({ trouble: { kind, since, merchants } }: { trouble: Now['troubles'][number] }) {
  const { title, remedy, tone } = TROUBLE_TEXTS[kind]
  const [to, label] = PAGES[kind] ?? [paths.operatorSystem, 'Open System']
  return (
    <li>
      <Text fw={600} c={`var(--galla-${tone})`}>
        {title}
      </Text>
      <Text c="dimmed" fz="xs">
        since <When at={since} />
        {merchants !== null && `, ${merchantsLabel(merchants)}`}
      </Text>
      <Text>
        {remedy} <Link to={to}>{label}</Link>
      </Text>
    </li>
  )
}

const WIDTH = 120
const HEIGHT = 32

interface CurveProps {
  readonly name: string
  readonly minutes: readonly NowMinute[]
  readonly count: (minute: NowMinute) => number
  /** Drawn in the colour of failures. */
  readonly failures?: (minute: NowMinute) => number
  readonly note?: string
}

/** The last hour of one figure. It has its values in words, too. */
function Curve({ name, minutes, count, failures, note }: CurveProps) {
  const values = minutes.map(count)
  const failed = failures === undefined ? [] : minutes.map(failures)
  const sum = values.reduce((all, each) => all + each, 0)
  const top = Math.max(1, ...values, ...failed)
  const last = values.at(-1)
  const points = (of: readonly number[]): string =>
    of
      .map(
        (value, n) =>
          `${WIDTH - ((of.length - 1 - n) * WIDTH) / 59},${HEIGHT - 1 - (value / top) * (HEIGHT - 2)}`,
      )
      .join(' ')
  return (
    <Tile
      name={name}
      value={displayCount(sum)}
      note={
        <>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            width="100%"
            height={HEIGHT}
            preserveAspectRatio="none"
            fill="none"
            strokeWidth="1.5"
            aria-hidden
          >
            <polyline
              points={points(values)}
              stroke="var(--galla-accent)"
              vectorEffect="non-scaling-stroke"
            />
            {failed.length > 0 && (
              <polyline
                points={points(failed)}
                stroke="var(--galla-failed)"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </svg>
          {[
            ...(note === undefined ? [] : [note]),
            last === undefined ? 'the first minute is under way' : `${displayCount(last)} in the last minute`,
          ].join(', ')}
        </>
      }
    />
  )
}
