import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx'
import { ACTION_LABELS } from '../../format/case-labels.ts'
import { t } from '../../locales/translate.ts'
import type { BulkAct, CaseRow } from './case-row.tsx'

const BulkDialog = lazyDialog(async () => (await import('./actions/bulk-dialog.tsx')).BulkDialog, {
  failed: t('The dialog could not be loaded. Try again.'),
})

const LABELS = {
  accept: ACTION_LABELS.accept,
  ignore: ACTION_LABELS.ignore,
  dismiss: t('Dismiss'),
} as const satisfies Record<BulkAct, string>
const ACTS = Object.keys(LABELS) as BulkAct[]

interface BulkBarProps {
  readonly ticked: readonly CaseRow[]
  readonly onAll: () => void
  readonly onClear: () => void
}

/** What can be done to all ticked cases. */
export function BulkBar({ ticked, onAll, onClear }: BulkBarProps) {
  // The rows as they were chosen: those that are done leave the list, and the dialog still names the others.
  const [asked, setAsked] = useState<{ readonly act: BulkAct; readonly rows: readonly CaseRow[] }>()
  return (
    <>
      {ticked.length > 0 && (
        <Group
          gap="4px 8px"
          px={{ base: 'sm', sm: 20 }}
          py="sm"
          pos="sticky"
          top={61}
          bg="var(--galla-created-soft)"
          style={{ zIndex: 3, borderBottom: '1px solid var(--galla-line)' }}
        >
          <Text fw={600} mr="xs" role="status">
            {t('{count} selected', { count: ticked.length })}
          </Text>
          {ACTS.filter((act) => ticked.every(({ bulk }) => bulk[act] !== undefined)).map((act) => (
            <Button key={act} px="sm" onClick={() => setAsked({ act, rows: ticked })}>
              {LABELS[act]}
            </Button>
          ))}
          <Button variant="subtle" px="sm" ml={{ sm: 'auto' }} onClick={onAll}>
            {t('Select all')}
          </Button>
          <Button variant="subtle" px="sm" onClick={onClear}>
            {t('Clear')}
          </Button>
        </Group>
      )}
      {asked !== undefined && (
        <BulkDialog {...asked} label={LABELS[asked.act]} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}
