import { Box, Paper } from '@mantine/core'
import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import css from './plot.module.css'

export interface Mark {
  readonly index: number
  readonly text: string
}

interface PlotProps {
  /** What is heard instead of the picture. */
  readonly label: string
  /** From nothing, below, to above. */
  readonly grid: readonly number[]
  readonly gridText: (value: number) => string
  /** How many places of equal width there are from left to right. */
  readonly places: number
  readonly marks: readonly Mark[]
  /** What is said of the place under the pointer. */
  readonly detailsAt: (index: number) => ReactNode
  readonly children: ReactNode
}

/** The frame of a picture: grid, words at its edges, and the details of the point under the pointer or finger. */
export function Plot({ label, grid, gridText, places, marks, detailsAt, children }: PlotProps) {
  const [pointed, setPointed] = useState<number>()
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * places)
    setPointed(Math.min(places - 1, Math.max(0, index)))
  }
  const top = grid.at(-1) ?? 1
  const height = (value: number) => `${(value / top) * 100}%`
  return (
    <Box flex={1} pt="xs" fz="xs" className={css.frame} role="img" aria-label={label}>
      <Box pos="relative" c="dimmed" className={`tabular ${css.scale}`}>
        {grid.map((value) => (
          <span key={value} style={{ bottom: height(value) }}>
            {gridText(value)}
          </span>
        ))}
      </Box>
      <div
        className={css.plot}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {grid.map((value) => (
          <i key={value} className={css.line} style={{ bottom: height(value) }} />
        ))}
        {pointed !== undefined && <i className={css.pointed} style={placed(pointed, places)} />}
        {children}
        {pointed !== undefined && (
          <Paper
            withBorder
            radius="md"
            pos="absolute"
            bottom="calc(100% - 44px)"
            py="xs"
            px="sm"
            className={`nowrap tabular ${css.details}`}
            style={shifted(pointed, places)}
          >
            {detailsAt(pointed)}
          </Paper>
        )}
      </div>
      <Box pos="relative" c="dimmed" className={css.marks} style={{ gridColumn: 2 }}>
        {marks.map(({ index, text }) => (
          <span key={index} style={shifted(index, places)}>
            {text}
          </span>
        ))}
      </Box>
    </Box>
  )
}

const placed = (index: number, places: number): CSSProperties => ({
  left: `${(index / places) * 100}%`,
  width: `${100 / places}%`,
})

/** At the left edge it begins at its place, in the middle it stands centred, at the right edge it ends there. */
const shifted = (index: number, places: number): CSSProperties => {
  const at = ((index + 0.5) / places) * 100
  return { left: `${at}%`, transform: `translateX(-${at}%)` }
}

interface BarsProps {
  readonly values: readonly number[]
  readonly top: number
  /** The one to be seen first. */
  readonly strong?: number | undefined
}

export function Bars({ values, top, strong }: BarsProps) {
  return (
    <div className={values.length > 40 ? css.manyBars : css.bars}>
      {values.map((value, i) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is what a bar is
          key={i}
          className={value === 0 ? css.none : i === strong ? css.strong : undefined}
          style={{ height: `${(value / top) * 100}%` }}
        />
      ))}
    </div>
  )
}

/** Paths in a square of 100 by 100, stretched to the plot; the line keeps its width. */
export function Line({ line, area }: { line: string; area: string }) {
  return (
    <svg className={css.drawn} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={css.area} d={area} />
      <path d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
