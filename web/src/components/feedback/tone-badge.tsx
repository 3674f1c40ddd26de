import type { ComponentType, ReactNode } from 'react'
import badge from './status-badge.module.css'

export type Tone = 'success' | 'pending' | 'failed' | 'created'

interface ToneBadgeProps {
  readonly tone: Tone
  readonly Icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  readonly children: ReactNode
}

/** A state in a word and a sign, never in colour alone. */
export function ToneBadge({ tone, Icon, children }: ToneBadgeProps) {
  return (
    <span className={`${badge.badge} ${badge[tone]}`}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {children}
    </span>
  )
}
