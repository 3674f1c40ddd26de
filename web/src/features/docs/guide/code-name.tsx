import { Box } from '@mantine/core'
import { Fragment } from 'react'
import css from './guide.module.css'
import { namePieces } from './name-pieces.ts'

/** A field name that wraps between its words. */
export function CodeName({ name }: { name: string }) {
  return (
    <Box component="code" fw={600} className={css.name}>
      {namePieces(name).map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </Box>
  )
}
