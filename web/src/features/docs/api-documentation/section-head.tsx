import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionHeadProps {
  readonly id: string
  readonly title: string
  readonly note: ReactNode
  readonly children?: ReactNode
}

/** The heading of a list, with its buttons. */
export function SectionHead({ id, title, note, children }: SectionHeadProps) {
  return (
    <Group gap="8px 16px" align="flex-end" justify="space-between" mb="sm">
      <div>
        <h2 id={id}>{title}</h2>
        <p className="muted">{note}</p>
      </div>
      {children}
    </Group>
  )
}
