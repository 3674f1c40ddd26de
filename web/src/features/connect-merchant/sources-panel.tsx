import { type SourceHealth, updateSource } from '@galla/contract/source-health/sources'
import { Group, Stack, Text, Title } from '@mantine/core'
import { callEndpoint } from '../../api/api.ts'
import { When } from '../../components/display/when.tsx'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { Facts } from '../../components/layout/facts.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayWhen } from '../../format/indian-display.ts'
import { delayLabel, SOURCE_NAMES, shareLabel, silenceAdvice } from '../../format/source-labels.ts'
import { t } from '../../locales/translate.ts'
import { useSources } from '../../queries/sources.ts'
import { queryKeys } from '../../query-keys.ts'
import { useMay } from '../../session/may.ts'

/** The health of each source of the live account. Empty until a source has reported. */
export function SourcesPanel() {
  const { data = [] } = useSources()
  if (data.length === 0) return null
  return (
    <Panel
      title={t('Payment sources')}
      note={t(
        'Shows what each source reported in the last 30 days, or since it was connected. Payments without a UTR are not counted.',
      )}
    >
      <Stack gap="lg">
        {data.map((health) => (
          <SourceFacts key={health.source} health={health} />
        ))}
      </Stack>
    </Panel>
  )
}

function SourceFacts({ health }: { health: SourceHealth }) {
  const { source, silence, lastHeardAt, unusedSince } = health
  const isOwner = useMay()('POST /user/update-source')
  const heard = lastHeardAt === null ? t('Not yet') : <When at={lastHeardAt} />
  return (
    <Stack component="section" gap="xs" aria-label={SOURCE_NAMES[source]}>
      <Group justify="space-between" gap="xs">
        <Title order={3} fz="sm">
          {SOURCE_NAMES[source]}
        </Title>
        {isOwner && mayChangeUse(health) && <UseButton health={health} />}
      </Group>
      {silence !== null && (
        <Text c="var(--galla-pending)">
          {t('Silent. {advice}', { advice: silenceAdvice(source, silence.reason) })}
        </Text>
      )}
      {unusedSince !== null && (
        <Text c="dimmed">
          {t('Not used since {unusedSince}. Galla uses it again as soon as it reports a payment.', {
            unusedSince: displayWhen(unusedSince),
          })}
        </Text>
      )}
      <Facts
        facts={[
          [t('Last report'), heard],
          [t('Reported'), shareLabel(health)],
          ...(source === 'statement' ? [] : ([[t('Delay'), delayLabel(health)]] as const)),
        ]}
      />
    </Stack>
  )
}

/** A working mailbox or provider reports each minute and would be in use again at once, so it is disconnected instead. */
const mayChangeUse = ({ source, silence, unusedSince }: SourceHealth): boolean =>
  source === 'phone' || source === 'statement' || silence !== null || unusedSince !== null

function UseButton({ health: { source, unusedSince } }: { health: SourceHealth }) {
  const isUsed = unusedSince === null
  const change = useAction({
    act: () => callEndpoint(updateSource, { body: { source, used: !isUsed } }),
    failed: t('Failed to save the setting'),
    answers: queryKeys.sources,
    refreshes: queryKeys.alertSource('live'),
  })
  return (
    <ActionButton
      variant="default"
      aria-label={`${SOURCE_NAMES[source]}: ${isUsed ? t('stop using') : t('use again')}`}
      busy={change.isPending}
      busyLabel={t('Saving...')}
      onClick={() => change.mutate()}
    >
      {isUsed ? t('Stop using') : t('Use again')}
    </ActionButton>
  )
}
