import type { FieldDescription } from '@galla/contract/api-reference/integrator-fields'
import { Box, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { CodeName } from './code-name.tsx'
import { fieldRows } from './field-rows.ts'
import css from './guide.module.css'

interface FieldTableProps {
  /** The accessible name of the table. */
  readonly caption: string
  readonly schema: z.ZodType
  readonly descriptions: Readonly<Record<string, FieldDescription>>
  /** Request fields are marked as required, response fields as optional. */
  readonly direction: 'sent' | 'received'
}

export function FieldTable({ caption, schema, descriptions, direction }: FieldTableProps) {
  const rows = fieldRows(schema, descriptions, direction === 'sent' ? 'input' : 'output')
  return (
    <FactTable
      caption={caption}
      heads={['Field', 'Description']}
      rows={rows.map(({ name, type, required, limit, means }) => ({
        key: name,
        left: (
          <>
            <CodeName name={name} />
            <span className={css.small}>
              {type}
              {!required && ', optional'}
              {direction === 'sent' && required && <Required />}
            </span>
          </>
        ),
        right: (
          <>
            {means}
            {limit !== '' && <span className={css.limit}>{limit}</span>}
          </>
        ),
      }))}
    />
  )
}

export const Required = () => (
  <Box component="strong" c="var(--galla-pending)" fz="xs" fw={600}>
    {' '}
    required
  </Box>
)

interface FactTableProps {
  readonly caption: string
  readonly heads: readonly [string, string]
  readonly rows: readonly { readonly key: string; readonly left: ReactNode; readonly right: ReactNode }[]
}

/** A table with two columns at every width: a name and its description. */
export function FactTable({ caption, heads, rows }: FactTableProps) {
  return (
    <table className={css.facts}>
      <VisuallyHidden component="caption">{caption}</VisuallyHidden>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, left, right }) => (
          <tr key={key}>
            <th scope="row">{left}</th>
            <td>{right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
