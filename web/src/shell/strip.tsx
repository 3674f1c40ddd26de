import type { Icon } from 'virtual:icons'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface StripProps {
  readonly label: string
  readonly tone: 'pending' | 'failed'
  readonly Icon: Icon
  readonly children: ReactNode
}

/** A notice across the page, below the header. */
export function Strip({ label, tone, Icon, children }: StripProps) {
  return (
    <Group
      component="section"
      aria-label={label}
      gap="xs"
      justify="center"
      wrap="nowrap"
      py={7}
      px="md"
      fw={600}
      c={`var(--galla-${tone})`}
      bg={`var(--galla-${tone}-soft)`}
      className="breaks"
    >
      <Icon />
      {children}
    </Group>
  )
}
