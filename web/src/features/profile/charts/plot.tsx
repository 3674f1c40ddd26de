import { Box, Paper } from '@mantine/core'
import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import type { RatePaths } from './chart-figures.ts'
import css from './plot.module.css'

export interface Mark {
  readonly index: number
  readonly text: string
}

interface PlotProps {
  /** The accessible name of the chart. */
  readonly label: string
  /** From zero at the bottom to the maximum. */
  readonly grid: readonly number[]
  readonly gridText: (value: number) => string
  /** The number of columns of equal width. */
  readonly columns: number
  readonly marks: readonly Mark[]
  /** The tooltip of the column under the pointer. */
  readonly detailsAt: (index: number) => ReactNode
  readonly children: ReactNode
}

/** The frame of a chart: grid, axis labels, and the details of the column under the pointer or finger. */
export function Plot({ label, grid, gridText, columns, marks, detailsAt, children }: PlotProps) {
  const [pointed, setPointed] = useState<number>()
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * columns)
    setPointed(Math.min(columns - 1, Math.max(0, index)))
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
        {pointed !== undefined && <i className={css.pointed} style={placed(pointed, columns)} />}
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
            style={shifted(pointed, columns)}
          >
            {detailsAt(pointed)}
          </Paper>
        )}
      </div>
      <Box pos="relative" c="dimmed" className={css.marks} style={{ gridColumn: 2 }}>
        {marks.map(({ index, text }) => (
          <span key={index} style={shifted(index, columns)}>
            {text}
          </span>
        ))}
      </Box>
    </Box>
  )
}

const placed = (index: number, columns: number): CSSProperties => ({
  left: `${(index / columns) * 100}%`,
  width: `${100 / columns}%`,
})

/** Aligns a label to the start at the left edge, centred in the middle, and to the end at the right edge. */
const shifted = (index: number, columns: number): CSSProperties => {
  const at = ((index + 0.5) / columns) * 100
  return { left: `${at}%`, transform: `translateX(-${at}%)` }
}

interface BarsProps {
  readonly values: readonly number[]
  readonly top: number
  /** The index of the highlighted bar. */
  readonly strong?: number | undefined
}

export function Bars({ values, top, strong }: BarsProps) {
  return (
    <div className={values.length > 40 ? css.manyBars : css.bars}>
      {values.map((value, i) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a bar
          key={i}
          className={value === 0 ? css.none : i === strong ? css.strong : undefined}
          style={{ height: `${(value / top) * 100}%` }}
        />
      ))}
    </div>
  )
}

/** Paths in a 100 by 100 square, stretched to the plot with a constant line width. */
export function Line({ line, area, way, today }: RatePaths) {
  return (
    <svg className={css.drawn} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={css.area} d={area} />
      <path d={line} vectorEffect="non-scaling-stroke" />
      <path className={css.way} d={way} vectorEffect="non-scaling-stroke" />
      <path className={css.today} d={today} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
