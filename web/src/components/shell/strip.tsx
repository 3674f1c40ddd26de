import type { Icon } from 'virtual:icons'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface StripProps {
  /** Names it for those who hear the screen. */
  readonly label: string
  readonly tone: 'pending' | 'failed'
  readonly Icon: Icon
  readonly children: ReactNode
}

/** A line below the header about everything on the screen. */
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
