import { IconAlertTriangle, IconFileSpreadsheet } from 'virtual:icons'
import { Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core'
import { type ExportProgress, useOrderExport } from '../components/layout/order-export.tsx'
import { displayCount } from '../format/indian-display.ts'
import { t } from '../locales/translate.ts'
import css from './export-card.module.css'

/** The progress of an export, with its cancel button, on every dashboard page. */
export function ExportCard() {
  const { state, start, end } = useOrderExport()
  if (state.kind === 'idle') return null
  return (
    <Paper component="section" withBorder radius="lg" p="md" className={css.card} aria-label={t('Export')}>
      {state.kind === 'failed' ? (
        <Stack gap={10}>
          <Group gap={10} wrap="nowrap">
            <IconAlertTriangle size={20} color="var(--galla-failed)" />
            <Text flex={1} fw={600} role="alert">
              {state.message}
            </Text>
            <CloseButton aria-label={t('Dismiss')} onClick={end} />
          </Group>
          <Button variant="default" onClick={() => start(state.query)}>
            {t('Try Again')}
          </Button>
        </Stack>
      ) : (
        <Stack gap={10}>
          <Group gap={10} wrap="nowrap">
            <IconFileSpreadsheet size={20} color="var(--galla-accent)" />
            <Text flex={1} fw={600} role="status">
              {t('Exporting {format}...', { format: state.query.format === 'csv' ? 'CSV' : 'Excel' })}
            </Text>
            <Button variant="default" px={12} onClick={end}>
              {t('Cancel')}
            </Button>
          </Group>
          <Bar progress={state.progress} />
          <Text c="dimmed" fz="xs" className="tabular">
            {progressText(state.progress)}
          </Text>
        </Stack>
      )}
    </Paper>
  )
}

/** The bar is indeterminate while the number of rows is unknown. */
function Bar({ progress: { rows, totalRows } }: { progress: ExportProgress }) {
  const isKnown = rows !== undefined && totalRows !== undefined && totalRows > 0
  const part = isKnown ? { value: Math.min(rows, totalRows), max: totalRows } : {}
  return <progress aria-label={t('Progress of the export')} {...part} />
}

const MEGABYTE = 1_000_000

function progressText({ bytes, rows, totalRows }: ExportProgress): string {
  const size = `${(bytes / MEGABYTE).toFixed(1)} MB`
  if (rows === undefined && totalRows === undefined) return size
  const shown = { rows: displayCount(rows ?? 0), totalRows: displayCount(totalRows ?? 0), size }
  if (rows === undefined) return t('{totalRows} orders · {size}', shown)
  return totalRows === undefined
    ? t('{rows} orders · {size}', shown)
    : t('{rows} of {totalRows} orders · {size}', shown)
}
