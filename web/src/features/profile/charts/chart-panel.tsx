import { IconChartBar, IconTable } from 'virtual:icons'
import { Button, VisuallyHidden } from '@mantine/core'
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

/** A chart with the same data as a sentence and as a table. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, className, figure, summary, stale, table, children } = props
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <section className={`${css.panel} ${className}`} aria-labelledby={id} aria-busy={stale}>
      <header className={css.head}>
        <h3 id={id} className={css.title}>
          {title}
        </h3>
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
      </header>
      <p className={css.figure}>{figure}</p>
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
