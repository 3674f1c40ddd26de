import { IconChartBar, IconTable } from 'virtual:icons'
import { Button, Group, Text, Title, type TitleProps, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../../locales/translate.ts'
import css from './chart-panel.module.css'

export interface ChartTable {
  readonly columns: readonly string[]
  /** The first cell of a row is its header. */
  readonly rows: readonly (readonly string[])[]
}

interface ChartPanelProps {
  readonly title: string
  readonly className: string | undefined
  /** The headline figure. */
  readonly figure: string
  /** A sentence that summarises the chart. */
  readonly summary: string
  readonly stale: boolean
  readonly table: ChartTable
  readonly children: ReactNode
}

export const ChartTitle = (props: Pick<TitleProps, 'id' | 'children'>) => (
  <Title order={3} fz="sm" fw={550} c="dimmed" lts="0" {...props} />
)

/** A chart with the same data as a sentence and as a table. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, className, figure, summary, stale, table, children } = props
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <section className={`${css.panel} ${className}`} aria-labelledby={id} aria-busy={stale}>
      <Group component="header" gap="sm" justify="space-between" wrap="nowrap" mr={-8}>
        <ChartTitle id={id}>{title}</ChartTitle>
        <Button
          variant="subtle"
          px="xs"
          leftSection={<Icon />}
          aria-label={
            asTable ? t('{title}: show as chart', { title }) : t('{title}: show as table', { title })
          }
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? t('Chart') : t('Table')}
        </Button>
      </Group>
      <Text fz="xl" fw={700} lh="32px" lts="-0.02em" className="tabular">
        {figure}
      </Text>
      <p className={css.summary}>{summary}</p>
      <div className={`${css.body} ${stale ? css.stale : ''}`}>
        {asTable ? <NumbersTable title={title} table={table} /> : children}
      </div>
    </section>
  )
}

function NumbersTable({ title, table }: { title: string; table: ChartTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={css.scroll} tabIndex={0} aria-label={t('{title}, table', { title })}>
      <table className={css.table}>
        <VisuallyHidden component="caption">{title}</VisuallyHidden>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={table.columns[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
