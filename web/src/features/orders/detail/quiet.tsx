import { Text, type TextProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Tone } from '../../../theme/tone.ts'

/** Small, muted text beside what it explains. */
export function Quiet(props: TextProps & { children: ReactNode }) {
  return <Text span c="dimmed" fz="xs" className="tabular breaks" {...props} />
}

/** A result, coloured by its tone. */
export function Outcome({ tone, title }: { tone: Tone; title: string }) {
  return (
    <Quiet fw={600} {...(tone === 'calm' ? {} : { c: `var(--galla-${tone})` })}>
      {title}
    </Quiet>
  )
}
