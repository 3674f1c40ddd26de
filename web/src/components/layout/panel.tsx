import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { type Fold, FoldTitle } from './fold.tsx'
import css from './panel.module.css'

interface PanelProps {
  readonly title?: string
  readonly note?: ReactNode
  readonly action?: ReactNode
  /** When folded, the panel shows only its title. */
  readonly fold?: Fold
  readonly children: ReactNode
}

/** A titled section of a screen on its own surface. */
export function Panel({ title, note, action, fold, children }: PanelProps) {
  const id = useId()
  const isFolded = fold !== undefined && !fold.isOpen
  return (
    <section className={css.panel} {...(title === undefined ? {} : { 'aria-labelledby': id })}>
      {title !== undefined && (
        <Group component="header" gap="4px 12px" justify="space-between" className={css.head}>
          <Title id={id} order={2} fz="md" fw={650}>
            {fold === undefined ? title : <FoldTitle fold={fold} title={title} />}
          </Title>
          {note !== undefined && !isFolded && (
            <Text c="dimmed" className="breaks">
              {note}
            </Text>
          )}
          {action}
        </Group>
      )}
      {fold === undefined ? (
        children
      ) : (
        <div id={fold.id} hidden={isFolded}>
          {children}
        </div>
      )}
    </section>
  )
}
