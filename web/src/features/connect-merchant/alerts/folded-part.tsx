import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { FoldTitle, useFold } from '../../../components/layout/fold.tsx'

interface FoldedPartProps {
  /** The id of the heading. */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A rarely used section, folded on phones. */
export function FoldedPart({ id, title, children }: FoldedPartProps) {
  const fold = useFold({ isFoldable: true })
  return (
    <Stack aria-labelledby={id} component="section" gap="xs" miw={0}>
      <Title id={id} order={3} fz="sm">
        <FoldTitle fold={fold} title={title} />
      </Title>
      <div id={fold.id} hidden={!fold.isOpen}>
        {children}
      </div>
    </Stack>
  )
}
