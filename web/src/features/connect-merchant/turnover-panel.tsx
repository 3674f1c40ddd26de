import { IconAlertTriangle } from 'virtual:icons'
import { ACCOUNT_KIND_NAMES } from '@galla/contract/payment-accounts/accounts'
import type { LimitLevel, LimitName, Turnover } from '@galla/contract/turnover/turnover'
import { Group, Stack, Text, Title } from '@mantine/core'
import { More } from '../../components/display/more.tsx'
import { ShareBar } from '../../components/display/share-bar.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { displayAmount, displayDay, displayPrice } from '../../format/indian-display.ts'
import { t, translateServerText } from '../../locales/translate.ts'
import { useTurnover } from '../../queries/turnover.ts'

// Out of the first load: few people open it.
const WhatCounts = lazyPart(async () => (await import('./what-counts.tsx')).WhatCounts, {
  failed: t('This could not be loaded'),
})

/** The turnover of this month and this financial year, against the limits that apply. */
export function TurnoverPanel() {
  const { data } = useTurnover()
  if (data === undefined || (data.month === null && data.year.received === 0)) return null
  const { month, year } = data
  return (
    <Panel title={t('Payments received')} note={t('Payments that Galla recorded in your live accounts.')}>
      <Stack gap="lg">
        {month !== null && (
          <Period
            title={t('By UPI since {from}', { from: displayDay(month.from) })}
            received={month.received}
            limits={[month.limit]}
          />
        )}
        <Period
          title={t('This financial year, since {from}', { from: displayDay(year.from) })}
          received={year.received}
          limits={year.limits}
        />
        <More summary={t('What is counted, and where the limits come from')}>
          <WhatCounts hasMonth={month !== null} />
        </More>
      </Stack>
    </Panel>
  )
}

type Limit = Turnover['year']['limits'][number]

function Period({ title, received, limits }: { title: string; received: number; limits: readonly Limit[] }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Group justify="space-between" gap="md" align="baseline" wrap="nowrap">
        <Title order={3} fz="sm">
          {title}
        </Title>
        <strong className="tabular">{displayAmount(received)}</strong>
      </Group>
      {limits.map((limit) => (
        <LimitMeter key={limit.name} received={received} limit={limit} />
      ))}
    </Stack>
  )
}

const NAMES: Readonly<Record<LimitName, string>> = {
  p2pm_month: t('Monthly limit of a {kind}', {
    kind: translateServerText(ACCOUNT_KIND_NAMES.small_merchant).toLowerCase(),
  }),
  gst_services: t('GST registration, if you sell services'),
  gst_goods: t('GST registration, if you sell goods'),
}

const ADVICE: Readonly<Record<LimitName, string>> = {
  p2pm_month: t(
    'After three months above the limit, your bank must register you as a verified merchant. Contact your bank or UPI app now.',
  ),
  gst_services: t('If you sell services, ask your accountant about GST registration.'),
  gst_goods: t('If you sell goods, ask your accountant about GST registration.'),
}

const COLOURS: Readonly<Record<LimitLevel, string>> = {
  below: 'var(--galla-accent)',
  near: 'var(--galla-pending)',
  above: 'var(--galla-failed)',
}

function LimitMeter({ received, limit: { name, limit, level } }: { received: number; limit: Limit }) {
  return (
    <div>
      <Group justify="space-between" gap="md" align="flex-end" wrap="nowrap" mb={6} fz="sm">
        <Text c="dimmed" fz="sm">
          {NAMES[name]}
        </Text>
        <span className="tabular">{displayPrice(limit)}</span>
      </Group>
      <ShareBar
        share={Math.min(received / limit, 1)}
        height={8}
        colour={COLOURS[level]}
        role="meter"
        aria-label={NAMES[name]}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(received, limit)}
        aria-valuetext={t('{received} of {limit}', {
          received: displayAmount(received),
          limit: displayPrice(limit),
        })}
      />
      {level !== 'below' && (
        <Notice tone={level === 'near' ? 'pending' : 'failed'} Icon={IconAlertTriangle} mt="xs" role="status">
          {level === 'near' ? t('80% of the limit is reached.') : t('The limit is exceeded.')} {ADVICE[name]}
        </Notice>
      )}
    </div>
  )
}
