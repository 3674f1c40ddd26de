import { Box, Paper, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../locales/translate.ts'
import css from './facts.module.css'

/** A list of named values. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <SimpleGrid component="dl" minColWidth={200} spacing="lg" verticalSpacing="md">
      {facts.map(([name, value]) => (
        <Box key={name} miw={0}>
          <Box component="dt" c="dimmed" fz="xs">
            {name}
          </Box>
          <Box component="dd" fw={550} className="breaks">
            {value}
          </Box>
        </Box>
      ))}
    </SimpleGrid>
  )
}

interface TileProps {
  readonly name: string
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly tone?: 'success' | 'failed' | 'pending'
}

/** A large figure with its name and a note. */
export function Tile({ name, value, note, tone }: TileProps) {
  return (
    <Paper component="section" withBorder radius="lg" miw={0} className={css.tile} aria-label={name}>
      <Text c="dimmed" fz="xs" fw={600}>
        {name}
      </Text>
      <Text className={css.value} {...(tone && { c: `var(--galla-${tone})` })}>
        {value}
      </Text>
      {note !== undefined && (
        <Text c="dimmed" fz="xs">
          {note}
        </Text>
      )}
    </Paper>
  )
}

/** Replaces a figure that could not be fetched. */
export const UNKNOWN = <span className="muted">{t('Unknown')}</span>

export function Tiles({ children }: { children: ReactNode }) {
  return <div className={css.tiles}>{children}</div>
}
