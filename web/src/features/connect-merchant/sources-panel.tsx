import type { SourceHealth } from '@galla/contract/payment-accounts/sources'
import { Stack, Text, Title } from '@mantine/core'
import { useSources } from '../../api/sources.ts'
import { Facts } from '../../components/layout/facts.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { delayWords, SOURCE_ADVICE, SOURCE_NAMES, shareWords } from '../../format/source-labels.ts'

/** How well each source of the live account hears. Nothing until one was heard. */
export function SourcesPanel() {
  const { data = [] } = useSources()
  if (data.length === 0) return null
  return (
    <Panel
      title="Sources of payments"
      note="What each source reported of the payments of the last 30 days, since it was connected. Payments without a UTR are not counted."
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
  const { source, silence, lastHeardAt } = health
  const heard = lastHeardAt === null ? 'Not yet' : displayWhenInFull(lastHeardAt)
  return (
    <Stack component="section" gap="xs" aria-label={SOURCE_NAMES[source]}>
      <Title order={3} fz="sm">
        {SOURCE_NAMES[source]}
      </Title>
      {silence !== null && <Text c="var(--galla-pending)">Silent. {SOURCE_ADVICE[source]}</Text>}
      <Facts
        facts={[
          ['Last heard', heard],
          ['Reported', shareWords(health)],
          ...(source === 'statement' ? [] : ([['Delay', delayWords(health)]] as const)),
        ]}
      />
    </Stack>
  )
}
