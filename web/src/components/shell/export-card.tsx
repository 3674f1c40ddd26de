import { IconAlertTriangle, IconFileSpreadsheet } from 'virtual:icons'
import { Box, Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { displayCount } from '../../format/indian-display.ts'
import { type ExportProgress, useOrderExport } from '../layout/order-export.tsx'
import css from './export-card.module.css'

/** How far an export is, on every page of the dashboard, with the way to stop it. */
export function ExportCard() {
  const { state, start, end } = useOrderExport()
  if (state.kind === 'idle') return null
  if (state.kind === 'failed')
    return (
      <Stack
        component="section"
        gap={10}
        pos="fixed"
        p="md"
        bg="var(--galla-surface)"
        bd="1px solid var(--galla-line)"
        bdrs="lg"
        className={css.card}
        aria-label="Export"
      >
        <Group gap={10} wrap="nowrap" className={css.head}>
          <IconAlertTriangle size={20} aria-hidden className={css.failed} />
          <p role="alert">{state.message}</p>
          <CloseButton aria-label="Dismiss" onClick={end} />
        </Group>
        <Button variant="default" h={36} radius="sm" onClick={() => start(state.query)}>
          Try Again
        </Button>
      </Stack>
    )
  const { query, progress } = state
  return (
    <Stack
      component="section"
      gap={10}
      pos="fixed"
      p="md"
      bg="var(--galla-surface)"
      bd="1px solid var(--galla-line)"
      bdrs="lg"
      className={css.card}
      aria-label="Export"
    >
      <Group gap={10} wrap="nowrap" className={css.head}>
        <IconFileSpreadsheet size={20} aria-hidden className={css.running} />
        <p role="status">Exporting {query.format === 'csv' ? 'CSV' : 'Excel'}...</p>
        <Button variant="default" h={36} px={12} radius="sm" onClick={end}>
          Cancel
        </Button>
      </Group>
      <Bar progress={progress} />
      <Text c="dimmed" fz="xs" className="tabular">
        {inWords(progress)}
      </Text>
    </Stack>
  )
}

function Bar({ progress: { rows, totalRows } }: { progress: ExportProgress }) {
  const label = 'Progress of the export'
  if (rows === undefined || totalRows === undefined || totalRows === 0)
    return (
      <Box
        component="progress"
        display="block"
        w="100%"
        h={6}
        bd="0"
        bdrs={3}
        className={css.bar}
        aria-label={label}
      />
    )
  return (
    <Box
      component="progress"
      display="block"
      w="100%"
      h={6}
      bd="0"
      bdrs={3}
      className={css.bar}
      aria-label={label}
      value={Math.min(rows, totalRows)}
      max={totalRows}
    />
  )
}

const MEGABYTE = 1_000_000

function inWords({ bytes, rows, totalRows }: ExportProgress): string {
  const size = `${(bytes / MEGABYTE).toFixed(1)} MB`
  const total = totalRows === undefined ? '' : ` of ${displayCount(totalRows)}`
  if (rows !== undefined) return `${displayCount(rows)}${total} orders · ${size}`
  return totalRows === undefined ? size : `${displayCount(totalRows)} orders · ${size}`
}
