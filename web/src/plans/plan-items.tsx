import { IconCheck, IconX } from 'virtual:icons'
import { PLAN_EXCLUDES, PLAN_FOOTNOTES, PLAN_INCLUDES } from '@galla/contract/subscriptions/plans'
import { Box, Group, Stack } from '@mantine/core'
import { Panel } from '../components/layout/panel.tsx'
import { t, translateServerText } from '../locales/translate.ts'

const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
  gap: 10,
}

/** What every plan includes and excludes. */
function PlanItems() {
  return (
    <Stack gap={10}>
      <Box component="ul" className="plain-list" style={COLUMNS} aria-label={t('Included')}>
        {PLAN_INCLUDES.map((item) => (
          <Group key={item} component="li" gap={10} wrap="nowrap" fz="md">
            <IconCheck size={18} stroke={2.2} color="var(--galla-success)" />
            {translateServerText(item)}
          </Group>
        ))}
      </Box>
      <Stack component="ul" gap={10} className="plain-list" aria-label={t('Not included')}>
        {PLAN_EXCLUDES.map((item) => (
          <Group key={item} component="li" gap={10} wrap="nowrap" c="dimmed" fz="md">
            <IconX size={18} stroke={2.2} />
            {translateServerText(item)}
          </Group>
        ))}
      </Stack>
    </Stack>
  )
}

/** The same for each plan, so it is said once. */
export const EveryPlan = () => (
  <Panel title={t('Every plan includes')}>
    <PlanItems />
    <Box mt={20} pt={20} style={{ borderTop: '1px solid var(--galla-line)' }}>
      <PlanFootnotes />
    </Box>
  </Panel>
)

/** The footnotes of the plans. */
function PlanFootnotes() {
  return (
    <Stack component="ul" gap={4} c="dimmed" className="plain-list" aria-label={t('Footnotes')}>
      {PLAN_FOOTNOTES.map(({ of, text }) => (
        <li key={of}>
          <Box component="strong" mr={4} c="var(--galla-text)" fw={600}>
            {translateServerText(of)}
          </Box>{' '}
          {translateServerText(text)}
        </li>
      ))}
      <li>
        <Box component="strong" mr={4} c="var(--galla-text)" fw={600}>
          {t('QR request')}
        </Box>{' '}
        {t('One order created in live mode. Orders in test mode are free and not counted.')}
      </li>
    </Stack>
  )
}
