import type { Icon } from 'virtual:icons'
import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Tone } from '../../theme/tone.ts'

interface ToneBadgeProps {
  readonly tone: Tone
  readonly Icon?: Icon
  readonly title?: string | undefined
  readonly children: ReactNode
}

interface StateBadgeProps extends Pick<ToneBadgeProps, 'tone' | 'Icon'> {
  readonly label: string
}

export const StateBadge = ({ label, ...badge }: StateBadgeProps) => <ToneBadge {...badge}>{label}</ToneBadge>

/** The label of a state, with an optional icon, so that colour alone never carries the meaning. */
export function ToneBadge({ tone, Icon, title, children }: ToneBadgeProps) {
  return (
    <Badge
      component="span"
      title={title}
      leftSection={Icon === undefined ? undefined : <Icon size={14} stroke={2.2} />}
      {...(tone === 'calm'
        ? { c: 'dimmed', bg: 'var(--galla-sunken)' }
        : { c: `var(--galla-${tone})`, bg: `var(--galla-${tone}-soft)` })}
    >
      {children}
    </Badge>
  )
}
